public import Daybook
internal import Synchronization

/// The space as a store knows it at one moment, and what the store is in it.
package struct KnownSpace: Sendable {
  /// The space.
  package let space: Space
  /// The replica that the store writes as.
  package let own: ReplicaID
  /// What the store has.
  package let vector: VersionVector

  /// What a reader shows; nil when nothing is known of a space yet.
  package init?(_ reader: borrowing Reader) throws {
    guard let space = try reader.space() else { return nil }
    self.space = space
    own = try reader.replica()
    vector = try reader.versionVector()
  }

  /// Whether the store may enrol and revoke.
  package var isOwner: Bool { space.members[own]?.isOwner ?? false }

  /// Whether the store is the only one that may.
  package var isOnlyOwner: Bool { isOwner && !space.hasOwner(besides: own) }

  /// How many transactions of the store's own replica count for nobody.
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

  /// A space without an owner could never change again.
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
  /// Whether the store belongs to a space, or has joined one. Then it is written to as a member:
  /// make its `Replication`, with its key, before the first write.
  ///
  /// - Throws: a `StoreError`.
  public func isShared() throws -> Bool {
    try read { try $0.space() != nil || $0.pinnedFounder() != nil }
  }
}

extension Replication {
  /// The space, and what this store is in it; nil when it knows none yet.
  func knownSpace() throws -> KnownSpace? { try store.read { try KnownSpace($0) } }

  /// Whether this replica is an owner of the space.
  func isOwner() throws -> Bool { try knownSpace()?.isOwner ?? false }

  /// Appends a statement about the space that `decide` makes of what is known in the very commit:
  /// what another task or process has written by then counts.
  ///
  /// - Returns: what was stated; nil when there was nothing to state.
  /// - Throws: `SyncError.space` when nothing is known of a space yet; what `decide` throws; a
  ///   `StoreError`.
  func state(
    _ decide: @escaping @Sendable (KnownSpace) throws -> SpaceStatement?
  ) async throws -> SpaceStatement? {
    // Says why there is none.
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

/// What was stated by the run of an append that was committed, which is the last one.
private final class Decision: Sendable {
  let statement = Mutex<SpaceStatement?>(nil)
}
