public import Daybook
internal import Foundation

extension Replication {
  /// Makes the store of a new member: empty, bound to the space, writing as the replica that was
  /// enrolled. The first exchange fills it.
  ///
  /// After a failure or a kill, call it again.
  ///
  /// - Parameters:
  ///   - path: a directory in which there is no store.
  ///   - key: the key of the request that was enrolled.
  /// - Throws: `SyncError.space` when there is a store at the path that has joined already, or is
  ///   another one; `key`; a `StoreError`.
  public static func join(
    at path: String, schema: Schema, key: ReplicaKey, invitation: Invitation,
    options: StoreOptions = StoreOptions()
  ) throws -> Replication {
    let isThere = FileManager.default.fileExists(atPath: path + "/data.mdb")
    var options = options
    options.space = invitation.space
    options.replica = invitation.replica
    let store: EventStore
    do {
      store = try EventStore.open(at: path, schema: schema, options: options)
    } catch let error as StoreError
      where isThere && [.foreignSpace, .alreadyOpen].contains(error.code)
    {
      throw isTaken(path)
    }
    let isOurs = try store.read { try $0.replica() == invitation.replica && $0.hasBegunToJoin() }
    if !isOurs { throw isTaken(path) }
    try KeyGuard(key).add(invitation.replica)
    // The last step: a store with it has joined.
    try store.pin(
      founder: invitation.founder, founderKey: invitation.founderKey,
      inviter: invitation.inviter, inviterKey: invitation.inviterKey)
    return try Replication(of: store, key: key)
  }

  private static func isTaken(_ path: String) -> SyncError {
    SyncError(.space, "there is a store at \(path) already; a device joins with a new one")
  }

  /// A request of a device that has no store of the space yet.
  ///
  /// - Parameter replica: the new replica as which the device will write.
  public static func request(
    of key: ReplicaKey, replica: ReplicaID = ReplicaID(UUID())
  ) -> EnrolmentRequest {
    EnrolmentRequest(replica: replica, publicKey: key.publicKey)
  }

  /// A request with a key that is for one store: the same request, with the same digits, until the
  /// device has joined.
  package static func repeatableRequest(of key: ReplicaKey) throws -> EnrolmentRequest {
    // A device that has joined as this replica before joins as another one now.
    let first = ReplicaID(UUID(name: key.publicKey.hexadecimal, in: requests))
    let isUsed = try KeyGuard(key).read()[first] != nil
    return request(of: key, replica: isUsed ? ReplicaID(UUID()) : first)
  }

  /// The namespace of the replicas that are made of keys (RFC 9562, version 5).
  private static let requests = UUID(
    uuid: (
      0xDA, 0x7B, 0x00, 0x4B, 0x00, 0x01, 0x40, 0x00, 0x80, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
      0x01
    ))
}
