#if Sync
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

  extension Replication {
    /// What the other members have told a folder that they have; what nobody signed is left out.
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
          let member = members[replica], hello.isSigned(by: member.key)
        else { return nil }
        return MemberVector(replica: replica, vector: hello.vector, time: time)
      }
      .sorted { $0.replica < $1.replica }
    }

    /// What all members have: what a frontier can be set over so that nothing of anybody's comes
    /// after it that was written before.
    ///
    /// Members are those who may write and were not revoked. What a device has is what it has said
    /// last, by whatever replica, for one that was minted anew keeps its key. It is not waited for
    /// who has said nothing for 90 days.
    ///
    /// - Parameters:
    ///   - folder: where the members exchange.
    ///   - leftOut: replicas that are not waited for.
    /// - Throws: `SyncError.peer` when the folder cannot be read, or a member has never said there
    ///   what it has; `space`; a `StoreError`.
    public func commonVector(
      in folder: FolderPeer, without leftOut: Set<ReplicaID> = []
    ) async throws -> VersionVector {
      let told = try await memberVectors(in: folder)
      let (space, now) = (try space(), store.now())
      var newest: [[UInt8]: MemberVector] = [:]
      for vector in told {
        guard let key = space.members[vector.replica]?.key else { continue }
        if newest[key].map({ $0.time < vector.time }) ?? true { newest[key] = vector }
      }
      var common = try vector()
      var unheard: [Space.Member] = []
      for member in space.members.values
      where member.isWaitedFor && member.key != key.publicKey && !leftOut.contains(member.replica) {
        guard let heard = newest[member.key] else {
          unheard.append(member)
          continue
        }
        if now.timeIntervalSince(heard.time) <= EventStore.peerPatience {
          common = common.common(with: heard.vector)
        }
      }
      guard unheard.isEmpty else { throw Self.unheard(unheard, in: folder) }
      return common
    }

    private static func unheard(_ members: [Space.Member], in folder: FolderPeer) -> SyncError {
      let names = members.sorted { $0.replica < $1.replica }.map { "\($0.member) (\($0.replica))" }
      return SyncError(
        .peer,
        "\(folder.name) does not tell what \(names.joined(separator: ", ")) has; let that device exchange with it, revoke it, or leave it out"
      )
    }
  }

  extension Space.Member {
    /// Whether it may have written something that nobody else has yet.
    fileprivate var isWaitedFor: Bool { !isRevoked && role != .reader }
  }
#endif
