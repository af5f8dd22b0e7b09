import DaybookSnapshot
import TemporaryFolders
import Testing

/// Files that were published, read without store or engine.
struct SnapshotFolderTests {
  private static let golden =
    #"{"check":"fnv1a64:62e981306427a812","announced":{"c.json":"fnv1a64:af63dc4c8601ec8c"},"builder":"test@1","files":{"a.json":{"dependsOn":["nursery.baby/0B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9A10"],"#
    + #""digest":"fnv1a64:e71fa2190541574b","expires":784152360,"generation":3,"now":784152300.5,"size":3,"token":"S:7"}},"#
    + #""format":1,"generation":5,"pending":["b.json"],"time":117093590311632897,"token":"S:9"}"#

  private static var manifest: SnapshotManifest {
    var manifest = SnapshotManifest(builder: "test@1", token: "S:9")
    manifest.generation = 5
    manifest.pending = ["b.json"]
    manifest.announced = ["c.json": SnapshotDigest.text(of: Array("a".utf8))]
    manifest.time = 117_093_590_311_632_897
    manifest.files["a.json"] = SnapshotManifest.Entry(
      generation: 3, digest: SnapshotDigest.text(of: Array("abc".utf8)), size: 3, token: "S:7",
      now: Date(timeIntervalSinceReferenceDate: 784_152_300.5),
      expires: Date(timeIntervalSinceReferenceDate: 784_152_360),
      dependsOn: ["nursery.baby/0B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9A10"])
    return manifest
  }

  @Test func `a manifest has the bytes of the released format`() throws {
    let bytes = try Self.manifest.encoded()
    #expect(String(decoding: bytes, as: UTF8.self) == Self.golden)
    #expect(try SnapshotManifest(bytes: bytes) == Self.manifest)
  }

  @Test func `a manifest of a later version of this format may say more`() throws {
    let more = Self.golden.replacing(#""format":1"#, with: #""colour":"red","format":1"#)
    #expect(try SnapshotManifest(bytes: Self.sealed(more)) == Self.manifest)
  }

  @Test(arguments: [0, 1, 20, 100, golden.utf8.count - 1])
  func `a manifest that was cut off is damaged`(length: Int) throws {
    let error = #expect(throws: SnapshotError.self) {
      try SnapshotManifest(bytes: Array(Self.golden.utf8.prefix(length)))
    }
    #expect(error?.code == .damaged)
  }

  @Test func `a manifest of a newer format is refused as such`() throws {
    let newer = #"{"check":"fnv1a64:0000000000000000","format":2,"other":true}"#
    let error = #expect(throws: SnapshotError.self) {
      try SnapshotManifest(bytes: Self.sealed(newer))
    }
    #expect(error?.code == .newerFormat)
  }

  @Test(arguments: ["0", "2", "9"])
  func `a digit that fell over is damage, not a newer format`(digit: String) {
    let changed = Self.golden.replacing(#""format":1"#, with: "\"format\":\(digit)")
    let error = #expect(throws: SnapshotError.self) {
      try SnapshotManifest(bytes: Array(changed.utf8))
    }
    #expect(error?.code == .damaged)
  }

  /// A manifest with the check of what comes after it.
  private static func sealed(_ text: String) -> [UInt8] {
    let rest = Array(text.utf8.dropFirst(36))
    return Array(#"{"check":"\#(SnapshotDigest.text(of: rest))","#.utf8) + rest
  }

  @Test func `a folder that nobody has published in has nothing`() throws {
    let folder = SnapshotFolder(path: try TemporaryFolder().path + "/nothing")
    #expect(throws: SnapshotError.self) { try folder.manifest() }
    let error = #expect(throws: SnapshotError.self) { try folder.snapshot("a.json") }
    #expect(error?.code == .notFound)
  }

  @Test func `a file comes with its entry when the manifest tells of its bytes`() throws {
    let directory = try TemporaryFolder()
    let files = AtomicFolder(path: directory.path)
    try files.replace("a.json", with: Array("abc".utf8))
    try files.replace(SnapshotManifest.fileName, with: Array(Self.golden.utf8))
    let found = try SnapshotFolder(path: directory.path).verified("a.json")
    #expect(found.entry?.generation == 3)
    #expect(found.bytes == Array("abc".utf8))
  }

  @Test(arguments: ["abcd", "ab", ""])
  func `a file that the manifest does not tell of can be read, and is told apart`(
    text: String
  ) throws {
    let directory = try TemporaryFolder()
    let files = AtomicFolder(path: directory.path)
    try files.replace("a.json", with: Array(text.utf8))
    try files.replace(SnapshotManifest.fileName, with: Array(Self.golden.utf8))
    let folder = SnapshotFolder(path: directory.path)
    #expect(try folder.snapshot("a.json").bytes == Array(text.utf8))
    #expect(try folder.snapshot("a.json").entry == nil)
    let error = #expect(throws: SnapshotError.self) { try folder.verified("a.json") }
    #expect(error?.code == .notInManifest)
  }

  @Test(arguments: ["", ".", "..", ".hidden", "a/b", "../a", String(repeating: "a", count: 201)])
  func `a name that leads elsewhere is refused`(name: String) throws {
    let folder = SnapshotFolder(path: try TemporaryFolder().path)
    let error = #expect(throws: SnapshotError.self) { try folder.snapshot(name) }
    #expect(error?.code == .invalidArgument)
  }

  @Test func `leftovers of a killed writer are no files`() throws {
    let directory = try TemporaryFolder()
    var files = AtomicFolder(path: directory.path)
    files.interruption = { step throws(SnapshotError) in
      if step == .writeRest("a.json") { throw SnapshotError(.storage, "killed") }
    }
    #expect(throws: SnapshotError.self) { try files.replace("a.json", with: Array("abc".utf8)) }
    #expect(try files.names() == [])
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).count == 1)
    try files.removeDrafts()
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
  }
}
