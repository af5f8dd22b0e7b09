public import Daybook
internal import Foundation

/// What a member has said that it has, and has signed.
public struct MemberVector: Hashable, Sendable {
  /// The replica that says so.
  public let replica: ReplicaID
  /// What it has.
  public let vector: VersionVector
  /// When, by its own clock.
  public let time: Date
}

/// What a member has told of, and is not here: it comes later, or somebody withholds it.
public struct MissingTransactions: Hashable, Sendable {
  /// The replica that wrote it.
  public let replica: ReplicaID
  /// Which of its transactions.
  public let sequences: ClosedRange<UInt64>
  /// The replica that has the newest of them.
  public let toldBy: ReplicaID
}

extension Replication {
  /// What the other members have told a folder that they have; what nobody signed, or somebody
  /// did who was revoked, is left out.
  ///
  /// What somebody has and the folder does not show was withheld, or has not come yet.
  ///
  /// - Throws: `SyncError.peer` when the folder cannot be read; a `StoreError`.
  public func memberVectors(in folder: FolderPeer) async throws -> [MemberVector] {
    try memberVectors(among: try await folder.hello(try hello()).others) ?? []
  }

  /// What was told by members, in the order of their replicas; nil when it was no folder that was
  /// told.
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

  /// The same without what this device has said under earlier names, which is nobody else's word.
  func othersVectors(among others: [Hello]?) throws -> [MemberVector]? {
    guard let told = try memberVectors(among: others) else { return nil }
    let ours = try keyGuard.read()
    return told.filter { ours[$0.replica] == nil }
  }

  /// What members have told of that is not here, in the order of the replicas that wrote it.
  ///
  /// - Parameter refused: what was not taken in, which is told already, with all that its writers
  ///   wrote after it.
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
        toldBy: newest.replica)
    }
  }

  /// What all members have, over which a frontier can be set: nobody lacks what it makes final.
  /// What somebody has written and told nobody of comes after it.
  ///
  /// Members are those who may write and were not revoked, each with all that it has said, as
  /// whatever replica it said it. It is not waited for who has said nothing for 90 days.
  ///
  /// - Parameters:
  ///   - folder: where the members exchange.
  ///   - leftOut: replicas that are not waited for.
  /// - Throws: `SyncError.unheard` when a member has never said there what it has, or has written
  ///   what is not here yet; `peer` when the folder cannot be read; `space`; a `StoreError`.
  public func commonVector(
    in folder: FolderPeer, without leftOut: Set<ReplicaID> = []
  ) async throws -> VersionVector {
    let own = try vector()
    return try await waitedFor(in: folder, without: leftOut).reduce(own) {
      $0.common(with: $1.vector)
    }
  }

  /// What those have said who keep a frontier over `commonVector` from holding more, by what they
  /// lack, most first: one that is gone has to be revoked, or left out.
  ///
  /// - Throws: as `commonVector`.
  public func holdingBack(
    in folder: FolderPeer, without leftOut: Set<ReplicaID> = []
  ) async throws -> [MemberVector] {
    let own = try vector()
    return try await waitedFor(in: folder, without: leftOut)
      .map { (vector: $0, lacks: own.count(beyond: $0.vector)) }
      .filter { $0.lacks > 0 }.sorted { $0.lacks > $1.lacks }.map(\.vector)
  }

  /// What those have said whom a frontier waits for.
  private func waitedFor(
    in folder: FolderPeer, without leftOut: Set<ReplicaID>
  ) async throws -> [MemberVector] {
    let told = try await memberVectors(in: folder)
    let (members, now) = (try space().members, store.now())
    let waitedFor = members.values.filter {
      $0.isWaitedFor && !leftOut.contains($0.replica)
    }
    let heard = told.filter { vector in waitedFor.contains { $0.replica == vector.replica } }
    // A device that was minted anew has the same key, and speaks as the new replica.
    let keys = Set(heard.compactMap { members[$0.replica]?.key } + [key.publicKey])
    let unheard = waitedFor.filter { !keys.contains($0.key) }
    guard unheard.isEmpty else { throw Self.unheard(unheard, in: folder) }
    let own = try vector()
    let recent = heard.filter { now.timeIntervalSince($0.time) <= EventStore.peerPatience }
    // A drive may show what somebody says before the files that it is about.
    let ahead = recent.filter { $0.vector[$0.replica] > own[$0.replica] }
    guard ahead.isEmpty else {
      throw SyncError(
        .unheard,
        "\(Self.names(ahead.compactMap { members[$0.replica] })) has written what is not here yet; exchange with \(folder.name) first, or leave that device out"
      )
    }
    return recent
  }

  private static func names(_ members: [Space.Member]) -> String {
    members.sorted { $0.replica < $1.replica }.map { "\($0.member) (\($0.replica))" }
      .joined(separator: ", ")
  }

  private static func unheard(_ members: [Space.Member], in folder: FolderPeer) -> SyncError {
    SyncError(
      .unheard,
      "\(folder.name) does not tell what \(names(members)) has; let that device exchange with it, revoke it, or leave it out"
    )
  }
}

extension Space.Member {
  /// Whether it may have written something that nobody else has yet.
  fileprivate var isWaitedFor: Bool { !isRevoked && role != .reader }
}
