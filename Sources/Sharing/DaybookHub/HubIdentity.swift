internal import Crypto
internal import Daybook
internal import DaybookSnapshot
internal import DaybookSync
internal import Foundation

/// Who a hub is: its key, the replica as which it is enrolled, and its secret.
struct HubIdentity: Sendable {
  let key: ReplicaKey
  let replica: ReplicaID
  /// What a device proves to know that brings a new space.
  let secret: [UInt8]
  /// The file that says so.
  private let file: [UInt8]

  private static let header = "daybook hub 1"

  /// Reads it from a hub's directory, or makes it there.
  ///
  /// - Throws: `SyncError.key` for a file that is damaged or readable by others; `unwritable`.
  init(at directory: String) throws {
    let folder = AtomicFolder(path: directory)
    do {
      try folder.make()
      // Another process may have been faster: then the file that is there is the one.
      if try folder.add("hub", Self.new()) { try folder.flush() }
      guard let kept = try Self.file(in: directory) else {
        throw SyncError(.unwritable, "\(directory)/hub is gone as soon as it was written")
      }
      file = kept
      (replica, secret) = try Self.read(kept, directory)
    } catch let error as SnapshotError {
      throw SyncError(.unwritable, error.message)
    }
    key = try ReplicaKey.load(at: "\(directory)/hub.key", creating: true)
  }

  /// Whether a directory is still that of this hub.
  func isKept(in directory: String) -> Bool { (try? Self.file(in: directory)) == file }

  /// The file in a directory; nil when it has none.
  private static func file(in directory: String) throws -> [UInt8]? {
    try AtomicFolder(path: directory).read("hub", limit: 1024)
  }

  private static func new() -> [UInt8] {
    let secret = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
    return Array("\(header)\n\(UUID().uuidString)\n\(secret.base64EncodedString())\n".utf8)
  }

  private static func read(
    _ bytes: [UInt8], _ directory: String
  ) throws -> (ReplicaID, [UInt8]) {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    guard lines.count == 3, lines[0] == header, let replica = UUID(uuidString: lines[1]),
      let secret = Data(base64Encoded: lines[2]), secret.count == 32
    else {
      throw SyncError(
        .key,
        "\(directory)/hub is no file of this version of Daybook; name a directory of a hub, or a new one"
      )
    }
    return (ReplicaID(replica), Array(secret))
  }
}
