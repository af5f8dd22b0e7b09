public import Daybook

extension Replication {
  /// This store's request to an owner to be enrolled.
  ///
  /// - Throws: a `StoreError`.
  public func request() throws -> EnrolmentRequest {
    EnrolmentRequest(replica: try replica(), publicKey: key.publicKey)
  }

  /// Enrols a replica. Both sides compare `EnrolmentRequest.checkDigits` before.
  ///
  /// Exchange next: the other members take in the replica's transactions once they know of it.
  ///
  /// - Returns: the invitation with which the device joins.
  /// - Throws: `SyncError.notPermitted` unless this replica is an owner, or when the other one
  ///   was revoked, or is enrolled already as somebody else or in another role; `space` when
  ///   there is none yet; `text` for a name that is none; a `StoreError`.
  @discardableResult
  public func enrol(
    _ request: EnrolmentRequest, as role: SpaceRole, member: String
  ) async throws -> Invitation {
    try SharedName.check(member, "the name of a member")
    _ = try await state { known in
      try known.requireOwner()
      guard let there = known.space.members[request.replica] else {
        return .enrolled(request.replica, key: request.publicKey, member: member, role: role)
      }
      if there.isRevoked {
        throw SyncError(
          .notPermitted,
          "the replica \(request.replica) was revoked, for ever; on its device `sync mint` or mintReplica() makes it another one, which asks anew"
        )
      }
      guard there.key == request.publicKey, there.role == role, there.member == member else {
        throw SyncError(
          .notPermitted,
          "the replica \(request.replica) is enrolled already, with the role \(there.role) for \(there.member)"
        )
      }
      return nil
    }
    return try invitation(of: request.replica)
  }

  /// The invitation of a replica that is enrolled.
  func invitation(of replica: ReplicaID) throws -> Invitation {
    let space = try space()
    guard let founder = space.members[space.founder] else {
      throw SyncError(.space, "the space has no founder")
    }
    return Invitation(
      space: store.space, founder: founder.replica, founderKey: founder.key,
      inviter: try self.replica(), inviterKey: key.publicKey, replica: replica,
      views: try store.projectionParameters())
  }

  /// Revokes a replica for ever: nothing counts that it has written after a transaction, or writes
  /// from now on.
  ///
  /// Revoke it again with an earlier transaction when less shall count.
  ///
  /// - Parameter last: the last of its transactions that counts; nil for the last one that this
  ///   store has. When two copies of a store wrote on as one replica, members have other
  ///   transactions under the same numbers, and nothing may count after what all have:
  ///   `EventStore.compare(with:)` names it.
  /// - Throws: `SyncError.notPermitted` unless this replica is an owner, for one that is no
  ///   member, for the only owner, and for a transaction that is final or not here; `space` when
  ///   there is none yet; a `StoreError`.
  public func revoke(_ replica: ReplicaID, through last: UInt64? = nil) async throws {
    _ = try await state { known in
      let member = try known.requireMember(replica)
      if let through = member.revokedThrough, last ?? .max >= through { return nil }
      try known.requireAnotherOwner(than: replica)
      if let last { try known.checkCut(of: replica, after: last) }
      return .revoked(replica, through: last ?? known.vector[replica])
    }
  }

  /// Gives a member another role. The transactions that it has written by now count as before.
  ///
  /// - Throws: `SyncError.notPermitted` unless this replica is an owner, for one that is no
  ///   member or was revoked, and when nobody would be an owner any more; `space` when there is
  ///   none yet; a `StoreError`.
  public func setRole(_ role: SpaceRole, of replica: ReplicaID) async throws {
    _ = try await state { known in
      if try known.requireMember(replica).isRevoked { throw Self.wasRevoked(replica) }
      if role != .owner { try known.requireAnotherOwner(than: replica) }
      // An owner's own statement is its next transaction, and is written with the old role.
      let through = known.vector[replica] + (replica == known.own ? 1 : 0)
      return .roleChanged(replica, role, through: through)
    }
  }

  /// Makes a replica the keeper, which sets frontiers, in place of the present one.
  ///
  /// - Throws: `SyncError.notPermitted` unless this replica is an owner, and for one that is no
  ///   member, was revoked, may only read, or set frontiers before another one did: it never does
  ///   again; `space` when there is none yet; a `StoreError`.
  public func setKeeper(_ replica: ReplicaID) async throws {
    _ = try await state { known in
      let member = try known.requireMember(replica)
      let space = known.space
      if space.keeper == replica { return nil }
      if member.isRevoked { throw Self.wasRevoked(replica) }
      if member.role == .reader {
        throw SyncError(
          .notPermitted, "the replica \(replica) may only read, and a keeper writes")
      }
      if space.formerKeepers.contains(replica) {
        throw SyncError(
          .notPermitted,
          "the replica \(replica) has set frontiers before, and who did once never does again; name another one"
        )
      }
      let last = space.frontiers.last { $0.dot.replica == space.keeper }
      return .keeper(replica, inPlaceOf: space.keeper, through: last?.dot.sequence ?? 0)
    }
  }

  /// Makes the transactions of a vector final.
  ///
  /// - Parameter vector: the transactions that every member has; those that this store lacks are
  ///   left out.
  /// - Returns: the number of the frontier; nil when nothing is final that was not before.
  /// - Throws: `SyncError.notPermitted` unless this replica is the keeper; `space` when there is
  ///   none yet; a `StoreError`.
  @discardableResult
  public func setFrontier(_ vector: VersionVector) async throws -> UInt64? {
    let stated = try await state { known in
      let space = known.space
      guard space.keeper == known.own else {
        throw SyncError(
          .notPermitted, "the replica \(space.keeper) sets frontiers, not this one")
      }
      guard let final = known.final(with: vector) else { return nil }
      return .frontier(number: (space.frontiers.last?.number ?? 0) + 1, final)
    }
    guard case .frontier(let number, _) = stated else { return nil }
    try await keepChains()
    return number
  }

  private static func wasRevoked(_ replica: ReplicaID) -> SyncError {
    SyncError(.notPermitted, "the replica \(replica) was revoked")
  }
}

extension KnownSpace {
  /// - Throws: `SyncError.notPermitted` when a replica cannot be revoked after a transaction.
  fileprivate func checkCut(of replica: ReplicaID, after last: UInt64) throws {
    if last > vector[replica] {
      throw SyncError(
        .notPermitted,
        "this store has \(vector[replica]) transactions of the replica \(replica), not \(last)")
    }
    let final = space.frontiers.last?.vector[replica] ?? 0
    if last < final {
      throw SyncError(
        .notPermitted,
        "transaction \(final) of the replica \(replica) is final, and so is what it wrote before")
    }
  }

  /// The transactions here that are final when those of `vector` are, too; nil when none is new.
  fileprivate func final(with vector: VersionVector) -> VersionVector? {
    let before = space.frontiers.last?.vector ?? VersionVector()
    var final = before
    for (replica, sequence) in vector.sequences {
      final[replica] = max(final[replica], min(sequence, self.vector[replica]))
    }
    // The transaction that states the last frontier does not count as something new.
    if let last = space.frontiers.last, final[last.dot.replica] == last.dot.sequence {
      final[last.dot.replica] = before[last.dot.replica]
    }
    invariant(final.covers(before), "a frontier goes back")
    return final == before ? nil : final
  }
}
