package import Daybook

/// Whether a store may write with a key, and as which replica; found out before anything is
/// written.
package enum KeyStanding: Sendable {
  /// The store writes on as the replica that it is.
  case owns
  /// The store has to become a new replica before it writes.
  case becomesNew(MintReason)
  /// The store became a new replica when it was restored from a backup, and no owner has enrolled
  /// that yet.
  case isNew(MintReason)
  /// The store is the only owner's and was restored, or set back to an earlier state. Nobody could
  /// enrol a new replica, so the store has to get back what it had sent and go on as the replica
  /// that it was; that is named when the store is another replica by now.
  case mustRecover(SyncError, as: ReplicaID?)
  /// The same, and the store has everything back: it goes on as that replica.
  case resumes(ReplicaID)
  /// The key belongs to another member, or the store is the only owner's and has another key.
  case isAnothers(SyncError)
}

extension KeyStanding {
  /// - Throws: `SyncError.key` when the guard beside the key cannot be read; a `StoreError`.
  package init(of store: EventStore, _ key: ReplicaKey) throws {
    let facts = try Facts(store, key)
    self = try facts.isOtherKey ? facts.standingOfOtherKey : facts.standing()
  }

  /// Why the store is, or becomes, a new replica; nil when it does not.
  package var mintReason: MintReason? {
    switch self {
    case .becomesNew(let reason), .isNew(let reason): reason
    case .owns, .mustRecover, .resumes, .isAnothers: nil
    }
  }

  /// The replica as which the store of the only owner, which is `own` now, has to go on.
  package func resumed(by own: ReplicaID) -> ReplicaID? {
    switch self {
    case .mustRecover(_, let former): former ?? own
    case .resumes(let former): former
    case .owns, .isNew, .becomesNew, .isAnothers: nil
    }
  }

  /// What the restored store of the only owner lacks.
  package var lack: SyncError? { if case .mustRecover(let lack, _) = self { lack } else { nil } }
}

/// The facts that decide the standing.
private struct Facts {
  private let own: ReplicaID
  private let vector: VersionVector
  private let space: Space?
  /// The replica that the store was before it was restored from a backup.
  private let former: ReplicaID?
  private let publicKey: [UInt8]
  private let path: String
  /// What of each replica has left the device.
  private let sent: [ReplicaID: KeyGuard.Sent]
  private let store: EventStore
  /// Whether the store's replica writes with another key.
  let isOtherKey: Bool

  init(_ store: EventStore, _ key: ReplicaKey) throws {
    self.store = store
    let (pin, head): ((replica: ReplicaID, key: [UInt8])?, SignedHead?)
    (own, vector, space, former, pin, head) = try store.read { reader in
      let own = try reader.replica()
      return (
        own, try reader.versionVector(), try reader.space(), try reader.formerReplica(),
        try reader.pinnedFounder(), try reader.head(of: own, through: .max)
      )
    }
    (publicKey, path) = (key.publicKey, key.url.path)
    sent = try KeyGuard(key).read()
    let isSignedByAnother =
      head.map { $0.isSigned && !$0.isSigned(by: key.publicKey, space: store.space) } ?? false
    // A store that has joined, and does not know yet that it is enrolled, has noted its replica
    // beside the key.
    let isMembers = space?.members.values.contains { $0.key == key.publicKey } ?? false
    isOtherKey =
      space?.members[own].map { $0.key != key.publicKey }
      ?? (pin != nil && sent.isEmpty && !isMembers || isSignedByAnother)
  }

  private func isOnlyOwner(_ replica: ReplicaID) -> Bool {
    space?.isOnlyOwner(replica) ?? false
  }

  /// The standing with the key that the store's replica writes with, or may write with.
  func standing() throws -> KeyStanding {
    if isOnlyOwner(own) {
      if try lacksSent(of: own) { return .mustRecover(lack(of: own), as: nil) }
    } else if sent[own]?.sequence ?? 0 > vector[own] {
      return .becomesNew(.restored)
    }
    // Another member with others under the numbers that it sent writes those again as a new
    // replica with the next exchange.
    guard let former, former != own, let member = space?.members[former],
      space?.members[own] == nil, member.key == publicKey
    else { return .owns }
    // Without the guard nobody knows whether the store has everything back.
    guard isOnlyOwner(former), sent[former] != nil else { return .isNew(.restored) }
    return try lacksSent(of: former)
      ? .mustRecover(lack(of: former), as: former) : .resumes(former)
  }

  /// Whether the store has not what had left the device as a replica.
  private func lacksSent(of replica: ReplicaID) throws -> Bool {
    try sent[replica].map { try !$0.isIn(store, of: replica) } ?? false
  }

  var standingOfOtherKey: KeyStanding {
    // A key whose guard names the replica has joined as it, with somebody else's invitation.
    if let member = space?.members[own], sent[own] == nil,
      let another = space?.members.values.first(where: { $0.key == publicKey })
    {
      return .isAnothers(
        SyncError(
          .key,
          "the key at \(path) is that of \(another.member) (\(another.replica)), and this store is \(member.member)’s; use the key of this store"
        ))
    }
    guard isOnlyOwner(own), let space else { return .becomesNew(.otherKey) }
    return .isAnothers(
      SyncError(
        .key,
        "this store is the only owner of \(space.name), and nobody could enrol it again with the key at \(path); use its own key"
      ))
  }

  private func lack(of replica: ReplicaID) -> SyncError {
    let (known, name) = (sent[replica]?.sequence ?? 0, space?.name ?? "")
    let held = vector[replica]
    return SyncError(
      .copied,
      (held < known
        ? "this store was restored: it has \(held) of the \(known) transactions that it had sent"
        : "this store was set back to an earlier state and has written on: it has other transactions under the numbers of some of the \(known) that it had sent")
        + ". As another replica it would be no owner of \(name), which has no other; get them back from who has them"
    )
  }
}
