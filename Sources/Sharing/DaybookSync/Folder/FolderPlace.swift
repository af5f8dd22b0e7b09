package import Daybook

/// The places and names of a space's files in a shared folder.
///
/// Names in any other form are ignored: drives leave copies, drafts and placeholders.
package struct FolderPlace: Sendable, Hashable {
  package let space: UUID
  /// The folder of the space.
  package let folder: String

  package init(_ space: UUID) { (self.space, folder) = (space, Self.text(space)) }

  // MARK: Places

  package func folder(of replica: ReplicaID) -> String { "\(folder)/\(Self.text(replica.uuid))" }

  func vector(of replica: ReplicaID) -> String { "\(folder(of: replica))/\(Self.vector)" }

  /// The folder of the snapshots' folders.
  var snapshots: String { "\(folder)/\(Self.snapshot)" }

  func snapshot(_ frontier: UInt64) -> String { "\(snapshots)/\(frontier)" }

  func chunk(_ hash: [UInt8], of frontier: UInt64) -> String {
    "\(snapshot(frontier))/\(Self.chunk(hash))"
  }

  func manifest(_ manifest: SpaceManifest) -> String {
    "\(snapshot(manifest.frontier))/\(Self.manifest(of: manifest.maker))"
  }

  /// The small file that whoever writes replaces, where looking at everything costs something.
  var poke: String { "\(folder)/poke" }

  /// The folder of the attachments.
  var attachments: String { "\(folder)/\(AttachmentFolder.name)" }

  /// The file of an attachment.
  func file(of attachment: Attachment) -> String {
    "\(folder)/\(AttachmentFolder.relativePlace(of: attachment))"
  }

  /// The folder of an attachment's file.
  func shelf(of attachment: Attachment) -> String {
    "\(attachments)/\(attachment.name.prefix(2))"
  }

  /// The name, beside it, of the file that says that it has changed.
  static func mark(of attachment: Attachment) -> String {
    attachment.name + AttachmentFolder.mark
  }

  // MARK: Names

  static let vector = "vector"
  static let snapshot = "snapshot"

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

  /// The replica after which a folder is named; nil for any other name.
  static func replica(_ name: String) -> ReplicaID? { uuid(name).map { ReplicaID($0) } }

  /// The frontier after which a folder of snapshots is named; nil for any other name.
  static func frontier(_ name: String) -> UInt64? {
    UInt64(name).flatMap { name == "\($0)" ? $0 : nil }
  }

  static func text(_ id: UUID) -> String { id.uuidString.lowercased() }

  private static func uuid(_ name: String) -> UUID? {
    guard let id = UUID(uuidString: name), text(id) == name else { return nil }
    return id
  }

  /// Names of segments end before this number, so that there is always a next one.
  private static let end: UInt64 = 1 << 62

  /// How many digits of the hash of its content the name of a segment has, if it has any.
  private static let hashDigits = 16

  /// The transactions of a segment by its name, counted through its directory; nil for any other
  /// name.
  static func range(_ name: String) -> ClosedRange<UInt64>? {
    guard name.hasSuffix(".dbs") else { return nil }
    let parts = name.dropLast(4).split(separator: "-", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let first = UInt64(parts[0]), let last = UInt64(parts[1]),
      0 < first, first <= last, last < end
    else { return nil }
    var exact = numbers(first, last)
    if parts.count > 2 {
      guard parts[2].utf8.count == hashDigits, isHash(parts[2]) else { return nil }
      exact += "-\(parts[2])"
    }
    return name == exact + ".dbs" ? first...last : nil
  }

  private static func numbers(_ first: UInt64, _ last: UInt64) -> String {
    "\(first.padded(12))-\(last.padded(12))"
  }

  private static func isHash(_ text: Substring) -> Bool {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// The name of the segment after a number, which holds so many transactions.
  ///
  /// - Parameter content: its bytes, where the name has to tell of them; nil elsewhere.
  /// - Throws: `SyncError.peer` when there is a file with the last possible name.
  static func segment(
    after last: UInt64, _ count: Int, in folder: String, of content: [UInt8]? = nil
  ) throws -> String {
    let hash = content.map { "-" + SpaceManifest.hash(of: $0).hexadecimal.prefix(hashDigits) } ?? ""
    let name = numbers(last + 1, last + UInt64(count)) + hash + ".dbs"
    guard range(name) != nil else {
      throw SyncError(
        .peer,
        "a file in \(folder) has the number \(last), after which there is none; remove it, since no member has put it there"
      )
    }
    return name
  }
}

/// Files of snapshots that stand for less than a newer one does.
struct OldSnapshots {
  /// The folder of a snapshot, and the names of its files to remove.
  private(set) var files: [(folder: String, names: [String])] = []

  /// Finds a replica's manifests of snapshots before a frontier, and the chunks that no other
  /// manifest needs. A member that was fetching such a snapshot begins with the newer one.
  ///
  /// - Parameters:
  ///   - names: what lies in the folder of a snapshot.
  mutating func add(
    _ frontier: UInt64, _ names: [String], of replica: ReplicaID, at place: FolderPlace
  ) {
    let own = FolderPlace.manifest(of: replica)
    let isOwn = names.contains(own)
    let isNeeded = names.contains { $0 != own && FolderPlace.maker($0) != nil }
    let old = (isOwn ? [own] : []) + (isNeeded ? [] : names.filter(FolderPlace.isChunk))
    if !old.isEmpty { files.append((place.snapshot(frontier), old)) }
  }
}
