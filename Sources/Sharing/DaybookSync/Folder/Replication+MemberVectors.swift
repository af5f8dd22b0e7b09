public import Daybook

/// A member's signed statement of what it has.
public struct MemberVector: Hashable, Sendable {
  /// The replica that says so.
  public let replica: ReplicaID
  /// The transactions that it has.
  public let vector: VersionVector
  /// When, by its own clock.
  public let time: Date
}

/// Transactions that a member says to have and this store lacks: they come later, or somebody
/// withholds them.
public struct MissingTransactions: Hashable, Sendable {
  /// The replica that wrote it.
  public let replica: ReplicaID
  /// Which of its transactions.
  public let sequences: ClosedRange<UInt64>
  /// The replica that says to have the newest of them.
  public let toldBy: ReplicaID
  /// When it said so, by its own clock.
  public let time: Date
}

extension Replication {
  /// What the other members have told a folder or a hub that they have, without greetings that are
  /// not signed or are of revoked members.
  ///
  /// Transactions that a member has and the peer does not show were withheld, or have not come yet.
  ///
  /// - Throws: `SyncError.peer` when the peer cannot be reached, or keeps no greetings; a
  ///   `StoreError`.
  public func memberVectors(in peer: some SyncPeer) async throws -> [MemberVector] {
    guard let told = try memberVectors(among: try await AskedPeer(peer).hello(try hello()).others)
    else {
      throw SyncError(
        .peer, "\(peer.name) does not keep what members say that they have; ask a folder or a hub")
    }
    return told
  }

  /// The statements of members among a peer's greetings, in the order of their replicas; nil when
  /// the peer keeps none.
  func memberVectors(among others: [Hello]?) throws -> [MemberVector]? {
    guard let others else { return nil }
    let members = try store.read { try $0.space() }?.members ?? [:]
    return others.compactMap { hello in
      guard let replica = hello.replica, let time = hello.time,
        let member = members[replica], !member.isRevoked, hello.isSigned(by: member.key)
      else { return nil }
      return MemberVector(replica: replica, vector: hello.vector, time: time)
    }
    .sorted { $0.replica < $1.replica }
  }

  /// The same, without what this device has said as earlier replicas.
  func othersVectors(among others: [Hello]?) throws -> [MemberVector]? {
    guard let told = try memberVectors(among: others) else { return nil }
    let ours = try keyGuard.read()
    return told.filter { ours[$0.replica] == nil }
  }

  /// The transactions that members say to have and this store lacks, in the order of their writers.
  ///
  /// - Parameter refused: the refusals of the exchange. Their writers are left out, because the
  ///   report names them already.
  func missing(
    among others: [Hello]?, besides refused: [SyncError]
  ) throws -> [MissingTransactions] {
    guard let told = try memberVectors(among: others), !told.isEmpty else { return [] }
    let own = try vector()
    let members = try space().members
    let refused = Set(refused.compactMap(\.dot?.replica))
    return members.keys.sorted().compactMap { replica in
      guard !refused.contains(replica),
        let newest = told.max(by: { $0.vector[replica] < $1.vector[replica] }),
        newest.vector[replica] > own[replica]
      else { return nil }
      return MissingTransactions(
        replica: replica, sequences: own[replica] + 1...newest.vector[replica],
        toldBy: newest.replica, time: newest.time)
    }
  }

  /// The transactions that every owner and writer has. A frontier can be set there: nobody lacks
  /// what it makes final, and what a member has written and shown to nobody comes after it.
  ///
  /// It counts the members who may write and were not revoked, each by everything that it has said
  /// as any of its replicas. A member that was silent for 90 days is not waited for.
  ///
  /// - Parameters:
  ///   - peer: the folder or the hub where the members exchange.
  ///   - leftOut: replicas that are not waited for.
  /// - Throws: `SyncError.unheard` when a member has never said there what it has, or has written
  ///   what is not here yet; `peer` when it cannot be reached, or
  ///   keeps no greetings; `space`; a `StoreError`.
  public func commonVector(
    in peer: some SyncPeer, without leftOut: Set<ReplicaID> = []
  ) async throws -> VersionVector {
    let own = try vector()
    return try await waitedFor(in: peer, without: leftOut).reduce(own) {
      $0.common(with: $1.vector)
    }
  }

  /// The members that keep `commonVector` from holding more, those that lack most first. Revoke a
  /// member that is gone, or leave it out.
  ///
  /// - Throws: as `commonVector`.
  public func holdingBack(
    in peer: some SyncPeer, without leftOut: Set<ReplicaID> = []
  ) async throws -> [MemberVector] {
    let own = try vector()
    return try await waitedFor(in: peer, without: leftOut)
      .map { (vector: $0, lacks: own.count(beyond: $0.vector)) }
      .filter { $0.lacks > 0 }.sorted { $0.lacks > $1.lacks }.map(\.vector)
  }

  /// The statements of the members that a frontier waits for.
  private func waitedFor(
    in peer: some SyncPeer, without leftOut: Set<ReplicaID>
  ) async throws -> [MemberVector] {
    let told = try await memberVectors(in: peer)
    let (members, now) = (try space().members, store.now())
    let waitedFor = members.values.filter {
      $0.isWaitedFor && !leftOut.contains($0.replica)
    }
    let heard = told.filter { vector in waitedFor.contains { $0.replica == vector.replica } }
    // A device that was minted anew greets as the new replica, with the same key.
    let keys = Set(heard.compactMap { members[$0.replica]?.key } + [key.publicKey])
    let unheard = waitedFor.filter { !keys.contains($0.key) }
    guard unheard.isEmpty else { throw Self.unheard(unheard, in: peer.name) }
    let own = try vector()
    let recent = heard.filter { now.timeIntervalSince($0.time) <= EventStore.peerPatience }
    // A drive may show a member's greeting before the files that the greeting counts.
    let ahead = recent.filter { $0.vector[$0.replica] > own[$0.replica] }
    guard ahead.isEmpty else {
      throw SyncError(
        .unheard,
        "\(Self.names(ahead.compactMap { members[$0.replica] })) has written what is not here yet; exchange with \(peer.name) first, or leave that device out"
      )
    }
    return recent
  }

  private static func names(_ members: [Space.Member]) -> String {
    members.sorted { $0.replica < $1.replica }.map { "\($0.member) (\($0.replica))" }
      .joined(separator: ", ")
  }

  private static func unheard(_ members: [Space.Member], in peer: String) -> SyncError {
    SyncError(
      .unheard,
      "\(peer) does not tell what \(names(members)) has; let that device exchange with it, revoke it, or leave it out"
    )
  }
}

extension Space.Member {
  /// Whether it may have written transactions that nobody else has yet.
  fileprivate var isWaitedFor: Bool { !isRevoked && role != .reader }
}
