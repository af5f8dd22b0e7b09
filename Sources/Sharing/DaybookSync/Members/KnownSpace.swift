public import Daybook
internal import Synchronization

/// The space as a store knows it at one moment, and the store's standing in it.
package struct KnownSpace: Sendable {
  /// The space.
  package let space: Space
  /// The replica that the store writes as.
  package let own: ReplicaID
  /// The transactions that the store has.
  package let vector: VersionVector

  /// The space of a reader's commit; nil when the store knows nothing of a space yet.
  package init?(_ reader: borrowing Reader) throws {
    guard let space = try reader.space() else { return nil }
    self.space = space
    own = try reader.replica()
    vector = try reader.versionVector()
  }

  /// Whether the store may enrol and revoke.
  package var isOwner: Bool { space.members[own]?.isOwner ?? false }

  /// Whether no other member may enrol and revoke.
  package var isOnlyOwner: Bool { space.isOnlyOwner(own) }

  /// The only owner, when it writes with a key; nil when that is another's.
  package func onlyOwner(with key: [UInt8]) -> ReplicaID? {
    space.members.values.first { $0.key == key && space.isOnlyOwner($0.replica) }?.replica
  }

  /// How many transactions of the store's own replica are void.
  package var voidTransactions: Int {
    guard let member = space.members[own], member.through != nil else { return 0 }
    return (0..<vector[own]).count { space.isVoid(Dot(replica: own, sequence: $0 + 1)) }
  }

  // MARK: What statements need

  /// - Throws: `SyncError.notPermitted` unless the store is an owner.
  func requireOwner() throws {
    guard isOwner else {
      throw SyncError(
        .notPermitted, "only owners of \(space.name) may do that, and this replica is none")
    }
  }

  /// A member, for an owner.
  ///
  /// - Throws: `SyncError.notPermitted` unless the store is an owner and the replica a member.
  func requireMember(_ replica: ReplicaID) throws -> Space.Member {
    try requireOwner()
    guard let member = space.members[replica] else {
      throw SyncError(.notPermitted, "the replica \(replica) is no member")
    }
    return member
  }

  /// Checks that another owner is left: a space without an owner could never change again.
  ///
  /// - Throws: `SyncError.notPermitted` when a replica is the only owner.
  func requireAnotherOwner(than replica: ReplicaID) throws {
    if !space.hasOwner(besides: replica) {
      throw SyncError(
        .notPermitted,
        "the replica \(replica) is the only owner of \(space.name), and nobody could enrol or revoke any more; make somebody else an owner first"
      )
    }
  }
}

extension EventStore {
  /// Whether the store belongs to a space, or has joined one. Make the `Replication` of such a
  /// store, with its key, before the first write.
  ///
  /// - Throws: a `StoreError`.
  public func isShared() throws -> Bool {
    try read { try $0.space() != nil || $0.pinnedFounder() != nil }
  }
}

extension Replication {
  /// The space, and this store's standing in it; nil when the store knows none yet.
  func knownSpace() throws -> KnownSpace? { try store.read { try KnownSpace($0) } }

  /// Whether this replica is an owner of the space.
  func isOwner() throws -> Bool { try knownSpace()?.isOwner ?? false }

  /// Appends a statement about the space. `decide` makes it within the commit, so that it counts
  /// what another task or process has written by then.
  ///
  /// - Returns: the statement; nil when `decide` made none.
  /// - Throws: `SyncError.space` when nothing is known of a space yet; what `decide` throws; a
  ///   `StoreError`.
  func state(
    _ decide: @escaping @Sendable (KnownSpace) throws -> SpaceStatement?
  ) async throws -> SpaceStatement? {
    // Throws the reason when there is no space.
    _ = try space()
    let decision = Decision()
    try await store.append(context: "space") { draft in
      guard let known = try KnownSpace(draft.now()) else { return }
      let statement = try decide(known)
      if let statement { try draft.append(statement) }
      decision.statement.withLock { $0 = statement }
    }
    return decision.statement.withLock { $0 }
  }
}

/// The statement of an append. The closure of an append may run several times; its last run is the
/// one that was committed.
private final class Decision: Sendable {
  let statement = Mutex<SpaceStatement?>(nil)
}
