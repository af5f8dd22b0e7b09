internal import Daybook
internal import DaybookSnapshot
internal import Foundation

/// The places and names of a space's files in a shared folder.
///
/// Names in any other form are ignored: drives leave copies, drafts and placeholders.
struct FolderPlace {
  let space: UUID
  private let root: String

  init(_ root: String, _ space: UUID) {
    self.space = space
    self.root = root
  }

  private var path: String { "\(root)/\(Self.text(space))" }

  /// Whether the shared folder exists.
  var isRootThere: Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: root, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  /// Checks that the shared folder is a folder and no store, when it exists.
  ///
  /// - Throws: `SyncError.peer`.
  func checkRoot() throws {
    if !isRootThere, FileManager.default.fileExists(atPath: root) {
      throw SyncError(.peer, "\(root) is a file; name a folder that all members have")
    }
    if AtomicFolder(path: root).contains("data.mdb") {
      throw SyncError(.peer, "\(root) is a store; name a folder that all members have")
    }
  }

  /// Whether there is a folder of the space; a link to a folder is none.
  var isThere: Bool {
    isRootThere && AtomicFolder(path: root).containsFolder(Self.text(space))
  }

  // MARK: Reading

  /// The replicas after which files or folders are named.
  func replicas() throws(SnapshotError) -> [ReplicaID] {
    try AtomicFolder(path: path).names().compactMap(Self.uuid).map { ReplicaID($0) }
  }

  /// Whether there is a folder of a replica; a link to a folder is none.
  func containsFolder(of replica: ReplicaID) -> Bool {
    AtomicFolder(path: path).containsFolder(Self.text(replica.uuid))
  }

  func folder(of replica: ReplicaID) -> AtomicFolder {
    AtomicFolder(path: "\(path)/\(Self.text(replica.uuid))", isShared: true)
  }

  /// The numbers of the frontiers of which there are snapshots, newest first.
  func frontiers() throws(SnapshotError) -> [UInt64] {
    guard AtomicFolder(path: path).containsFolder("snapshot") else { return [] }
    let folder = AtomicFolder(path: "\(path)/snapshot")
    var found: [UInt64] = []
    for name in try folder.names() {
      guard let number = UInt64(name), name == "\(number)", folder.containsFolder(name) else {
        continue
      }
      found.append(number)
    }
    return found.sorted(by: >)
  }

  func snapshot(_ frontier: UInt64) -> AtomicFolder {
    AtomicFolder(path: "\(path)/snapshot/\(frontier)")
  }

  /// The folder of the attachments; nil when there is none. A link to one is none.
  var attachments: AttachmentFolder? {
    guard isThere, AtomicFolder(path: path).containsFolder(AttachmentFolder.name) else {
      return nil
    }
    return AttachmentFolder(path: "\(path)/\(AttachmentFolder.name)", isShared: true)
  }

  // MARK: Names

  static let vector = "vector"

  static func chunk(_ hash: [UInt8]) -> String { hash.hexadecimal + ".chunk" }

  /// Whether a name is that of a chunk.
  static func isChunk(_ name: String) -> Bool {
    name.utf8.count == 70 && name.hasSuffix(".chunk") && name.prefix(64).allSatisfy(\.isHexDigit)
  }

  static func manifest(of replica: ReplicaID) -> String { "\(text(replica.uuid)).manifest" }

  /// The maker of a manifest by its name; nil for any other name.
  static func maker(_ name: String) -> ReplicaID? {
    guard name.hasSuffix(".manifest") else { return nil }
    return uuid(String(name.dropLast(9))).map { ReplicaID($0) }
  }

  static func text(_ id: UUID) -> String { id.uuidString.lowercased() }

  private static func uuid(_ name: String) -> UUID? {
    guard let id = UUID(uuidString: name), text(id) == name else { return nil }
    return id
  }

  /// Names of segments end before this number, so that there is always a next one.
  private static let end: UInt64 = 1 << 62

  /// The transactions of a segment by its name, counted through its directory; nil for any other
  /// name.
  static func range(_ name: String) -> ClosedRange<UInt64>? {
    guard name.hasSuffix(".dbs") else { return nil }
    let parts = name.dropLast(4).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let first = UInt64(parts[0]), let last = UInt64(parts[1]),
      0 < first, first <= last, last < end,
      name == "\(first.padded(12))-\(last.padded(12)).dbs"
    else { return nil }
    return first...last
  }

  // MARK: Writing

  /// A folder of the space, made with those around it unless it is there.
  ///
  /// A link in the place of one of them is refused: anybody who may write to the shared folder
  /// could make members write elsewhere with it.
  private func make(_ names: String...) throws(SnapshotError) -> AtomicFolder {
    var folder = AtomicFolder(path: root, isShared: true)
    try folder.make()
    for name in [Self.text(space)] + names { folder = try folder.makeFolder(name) }
    return folder
  }

  /// Writes the next segment of a replica, which holds so many transactions. Returns its name.
  ///
  /// - Throws: `SyncError.peer` when there is a file with the last possible name; a
  ///   `SnapshotError`.
  func write(_ bytes: [UInt8], _ count: Int, of replica: ReplicaID) throws -> String {
    let folder = try make(Self.text(replica.uuid))
    // Another process of the same store looks for the next name, too.
    return try folder.alone { try write(bytes, count, to: folder) }
  }

  private func write(
    _ bytes: [UInt8], _ count: Int, to folder: AtomicFolder
  ) throws -> String {
    try folder.removeDrafts(idleFor: AtomicFolder.draftPatience)
    let last = try folder.names().compactMap { Self.range($0)?.upperBound }.max() ?? 0
    let name = "\((last + 1).padded(12))-\((last + UInt64(count)).padded(12)).dbs"
    guard Self.range(name) != nil else {
      throw SyncError(
        .peer,
        "a file in \(folder.path) has the number \(last), after which there is none; remove it, since no member has put it there"
      )
    }
    try folder.replace(name, with: bytes)
    try folder.flush()
    return name
  }

  /// Writes the greeting of a replica, which says what it has.
  func write(_ hello: Hello, of replica: ReplicaID) throws(SnapshotError) {
    let folder = try make(Self.text(replica.uuid))
    try folder.replace(Self.vector, with: SealedFile.seal(.vector, hello.bytes))
    try folder.flush()
  }

  /// Writes the chunks that are not there, then the manifest.
  func write(_ snapshot: SpaceSnapshot) throws(SnapshotError) {
    let frontier = snapshot.manifest.frontier
    try make("snapshot", "\(frontier)").removeDrafts(idleFor: AtomicFolder.draftPatience)
    for (hash, bytes) in zip(snapshot.manifest.chunks, snapshot.chunks) {
      try write(chunk: bytes, hash, of: frontier)
    }
    try write(snapshot.manifest)
  }

  /// Writes a chunk, unless it is there. Anything else under its name is replaced.
  func write(chunk bytes: [UInt8], _ hash: [UInt8], of frontier: UInt64) throws(SnapshotError) {
    let folder = try make("snapshot", "\(frontier)")
    let name = Self.chunk(hash)
    let found = try? folder.read(name, limit: SpaceManifest.chunkSize)
    if found != bytes { try folder.replace(name, with: bytes) }
  }

  /// Writes a manifest; the chunks are on the disk before it is.
  func write(_ manifest: SpaceManifest) throws(SnapshotError) {
    let folder = try make("snapshot", "\(manifest.frontier)")
    try folder.flush()
    try folder.replace(
      Self.manifest(of: manifest.maker), with: SealedFile.seal(.manifest, manifest.bytes))
    try folder.flush()
  }

  /// The folder of the attachments, which is made unless it is there.
  func makeAttachments() throws(SnapshotError) -> AttachmentFolder {
    AttachmentFolder(path: try make(AttachmentFolder.name).path, isShared: true)
  }

  func remove(_ names: [String], of replica: ReplicaID) throws(SnapshotError) {
    guard isThere, containsFolder(of: replica) else { return }
    let folder = folder(of: replica)
    for name in names { try folder.remove(name) }
    try folder.flush()
  }
}
