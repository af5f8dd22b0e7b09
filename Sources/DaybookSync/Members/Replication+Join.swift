#if Sync
  public import Daybook
  internal import Foundation

  extension Replication {
    /// Makes the store of somebody who was invited: empty, bound to the space, writing as the
    /// replica that was enrolled. The first exchange fills it.
    ///
    /// A call that failed or was killed can be repeated.
    ///
    /// - Parameters:
    ///   - path: a directory in which there is no store.
    ///   - key: the one whose request was enrolled.
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
      try KeyGuard(key).note(invitation.replica, 0)
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
    /// - Parameter replica: a new one, as which it is to write.
    public static func request(
      of key: ReplicaKey, replica: ReplicaID = ReplicaID(UUID())
    ) -> EnrolmentRequest {
      EnrolmentRequest(replica: replica, publicKey: key.publicKey)
    }
  }
#endif
