import Daybook
import DaybookSnapshot
import DaybookTesting
import TemporaryFolders
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Folders that somebody else, or a failing disk, has written in.
struct SnapshotDamageTests {
  private static let other = "\(CardStore.id(7).uuidString).card"

  private func published() throws -> (cards: CardStore, files: AtomicFolder) {
    let cards = try CardStore()
    try cards.buy(1, "rice", on: "A")
    try cards.publisher().update()
    return (cards, AtomicFolder(path: cards.directory.path))
  }

  private func write(_ manifest: SnapshotManifest, _ files: AtomicFolder) throws {
    try files.replace(SnapshotManifest.fileName, with: manifest.encoded())
  }

  @Test func `any changed byte of a manifest is damage, and the publisher goes on`() throws {
    let (cards, files) = try published()
    let bytes = try #require(try files.read(SnapshotManifest.fileName))
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 3  // 1 becomes 2
      try files.replace(SnapshotManifest.fileName, with: changed)
      #expect(throws: SnapshotError.self) { try cards.folder.manifest() }
      if index % 16 == 0 || bytes[index] == UInt8(ascii: "1") {
        try cards.publisher().update()
        #expect(try cards.isWhole(), "byte \(index)")
      }
    }
  }

  @Test func `a name that is only pending does not take somebody's file away`() throws {
    let (cards, files) = try published()
    try files.replace(Self.other, with: [1])
    var manifest = try cards.folder.manifest()
    manifest.pending = [Self.other]
    try write(manifest, files)
    let report = try cards.publisher().update()
    #expect(report.removed.isEmpty)
    #expect(try files.read(Self.other) == [1])
  }

  @Test(arguments: [true, false])
  func `an entry that does not fit a file does not take it away`(isAnnounced: Bool) throws {
    let (cards, files) = try published()
    try files.replace(Self.other, with: [1])
    var manifest = try cards.folder.manifest()
    let digest = SnapshotDigest.text(of: [2])
    if isAnnounced {
      manifest.announced = [Self.other: digest]
    } else {
      manifest.files[Self.other] = SnapshotManifest.Entry(
        generation: .max, digest: digest, size: 1, token: "", now: Date(), expires: nil,
        dependsOn: [])
    }
    manifest.generation = .max
    try write(manifest, files)
    let report = try cards.publisher().update()
    #expect(report.removed.isEmpty)
    #expect(report.abandoned == [Self.other])
    #expect(try files.read(Self.other) == [1])
    #expect(try cards.folder.manifest().files[Self.other] == nil)
    #expect(try cards.publisher().update().abandoned.isEmpty)
  }

  @Test func `a builder is not asked for a name that only a manifest tells`() throws {
    let (cards, files) = try published()
    try files.replace("letter.txt", with: [1])
    var manifest = try cards.folder.manifest()
    manifest.pending = ["letter.txt"]
    try write(manifest, files)
    let publisher = SnapshotPublisher(
      store: cards.store, builder: Same(), folder: cards.directory.path)
    try publisher.update()
    #expect(try files.read("letter.txt") == [1])
  }

  @Test func `names that lead elsewhere are forgotten`() throws {
    let (cards, files) = try published()
    var manifest = try cards.folder.manifest()
    let entry = try #require(manifest.files[cards.file(1)])
    for name in ["../x", ".x", "", SnapshotManifest.fileName] {
      manifest.files[name] = entry
      manifest.announced[name] = entry.digest
      manifest.pending.append(name)
    }
    try write(manifest, files)
    #expect(try cards.publisher().update().failures.isEmpty)
    #expect(try cards.isWhole())
  }

  @Test func `a folder in the place of a file keeps no other file from being made`() throws {
    let (cards, files) = try published()
    #expect(mkdir("\(cards.directory.path)/\(cards.file(2))", 0o700) == 0)
    try cards.buy(2, "salt", on: "B")
    try cards.buy(3, "oats", on: "C")
    let report = try cards.publisher().update()
    #expect(report.failures.map(\.file) == [cards.file(2)])
    #expect(report.written == [cards.file(3)])
    #expect(rmdir("\(cards.directory.path)/\(cards.file(2))") == 0)
    #expect(try cards.publisher().update().written == [cards.file(2)])
    #expect(files.contains(cards.file(2)))
    #expect(try cards.isWhole())
  }

  @Test func `a refresh makes good what somebody did to the folder of a running publisher`() throws
  {
    let (cards, files) = try published()
    let publisher = cards.publisher()
    try publisher.update()
    try files.replace(cards.file(1), with: [1])
    try files.remove(SnapshotManifest.fileName)
    // What was not touched is not looked at.
    #expect(try publisher.update().written.isEmpty)
    #expect(try publisher.refresh().written == [cards.file(1)])
    #expect(try cards.isWhole())
  }

  @Test(arguments: [true, false])
  func `a pipe in the place of a file is replaced without waiting`(isManifest: Bool) throws {
    let (cards, files) = try published()
    let name = isManifest ? SnapshotManifest.fileName : cards.file(1)
    try files.remove(name)
    #expect(mkfifo("\(cards.directory.path)/\(name)", 0o600) == 0)
    let error = #expect(throws: SnapshotError.self) { try cards.folder.verified(cards.file(1)) }
    #expect(error?.code == .notAFile)
    try cards.publisher().update()
    #expect(try cards.isWhole())
  }
}

/// A builder that gives every file the same content.
private struct Same: SnapshotBuilder {
  let name = "same"
  let revision = 1

  func files(_ reader: borrowing Reader) -> [String] { ["same.txt"] }
  func files(concerning entity: EntityReference, _ reader: borrowing Reader) -> [String] { [] }
  func build(_ file: String, _ reader: borrowing Reader, now: Date) -> SnapshotContent? {
    SnapshotContent([9], dependsOn: [])
  }
}
