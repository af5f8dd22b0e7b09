public import Daybook
internal import Foundation

/// A store as a member of a space: signs what leaves it, and checks what comes.
///
/// ```swift
/// let key = try ReplicaKey.load(at: keyFile, creating: true)
/// let replication = try Replication(of: store, key: key)
/// try await replication.createSpace(named: "Ada", member: "Ben")
/// let report = try await replication.exchange(with: FolderPeer(at: folder))
/// ```
public final class Replication: Sendable {
  /// The store.
  public let store: EventStore
  /// Whether the store had been restored or copied, and writes as a new replica since, which an
  /// owner has to enrol.
  public var wasMinted: Bool { mintReason != nil }
  /// Why it writes as a new replica; nil when it was not minted.
  public let mintReason: MintReason?
  /// Where the key is kept.
  public var keyURL: URL { key.url }
  let key: ReplicaKey
  let keyGuard: KeyGuard
  let peerStatuses = PeerStatuses()
  /// How much goes into one page.
  let limit: TransactionPage.Limit

  /// Makes a store one that exchanges.
  ///
  /// A store that lacks transactions which have left the device with this key was restored or
  /// copied; one whose replica writes with another key has lost that. Either becomes a new
  /// replica, because it would give the same dots to other transactions; see
  /// `EventStore.mintReplica`. The store of the only owner stays what it is, because nobody could
  /// enrol it: `recover`, or `mintReplica` before this call, go on.
  ///
  /// - Throws: `SyncError.copied` when it is that of the only owner and was restored; `key` for
  ///   the key of another member, or another one than that of the only owner; a `StoreError`.
  public convenience init(
    of store: EventStore, key: ReplicaKey, limit: TransactionPage.Limit = .standard
  ) throws {
    let standing = try KeyStanding(of: store, key)
    switch standing {
    case .mustRecover(let error, _), .isAnothers(let error): throw error
    case .owns, .isNew, .becomesNew: break
    }
    self.init(store, key, limit, mintReason: standing.mintReason)
    if case .becomesNew = standing { try store.mintReplica() }
    // Which replicas are this device's.
    try keyGuard.note(replica(), 0)
  }

  private init(
    _ store: EventStore, _ key: ReplicaKey, _ limit: TransactionPage.Limit,
    mintReason: MintReason?
  ) {
    self.store = store
    self.key = key
    self.limit = limit
    self.mintReason = mintReason
    keyGuard = KeyGuard(key)
  }

  /// Makes a store one that exchanges, as `init` does; when it is the restored one of the only
  /// owner, it gets back what had left this device, and goes on as the replica that it was.
  ///
  /// Do it before anything is appended: what was written under names that others know otherwise
  /// is written again as another replica, and the space has no owner then.
  ///
  /// - Parameter peer: who has all that this store has sent.
  /// - Throws: `SyncError.copied` when the peer has less; `peer` when it has nothing of the
  ///   space; what its failure was; as `init`.
  public static func recover(
    _ store: EventStore, key: ReplicaKey, from peer: some SyncPeer,
    limit: TransactionPage.Limit = .standard
  ) async throws -> Replication {
    if case .mustRecover(let error, let former) = try KeyStanding(of: store, key) {
      let restored = Replication(store, key, limit, mintReason: nil)
      try await restored.requireSpace(at: AskedPeer(peer))
      if let failure = try await restored.exchange(with: peer).failure { throw failure }
      if let former { try await restored.resume(former, orElse: error) }
    }
    return try Replication(of: store, key: key, limit: limit)
  }

  /// Writes on as the replica that this store was before it was restored from a backup, and lets
  /// what it wrote since count, too.
  private func resume(_ former: ReplicaID, orElse lack: SyncError) async throws {
    guard try vector()[former] >= keyGuard.read()[former] ?? 0 else { throw lack }
    try store.resume(former)
    try await vouchForInterim()
  }

  /// Lets count what a restored store wrote before it was itself again, as a replica that writes
  /// no more and nobody waits for. What ended early is done with the next exchange.
  func vouchForInterim() async throws {
    let (own, former) = try store.read { (try $0.replica(), try $0.formerReplica()) }
    // Nearly never, and each exchange asks.
    guard former == own else { return }
    let (written, members, vector) = try store.read { reader in
      (
        try reader.replicasWrittenHere(), try reader.space()?.members,
        try reader.versionVector()
      )
    }
    guard let owner = members?[own] else { return }
    for replica in written where replica != own {
      if let member = members?[replica], member.key != key.publicKey || member.isRevoked {
        continue
      }
      let request = EnrolmentRequest(replica: replica, publicKey: key.publicKey)
      if members?[replica] == nil {
        try await enrol(request, as: .writer, member: owner.member)
      }
      try await signAll(of: replica)
      try await revoke(replica, through: vector[replica])
    }
    try store.forgetFormerReplica()
  }

  /// What the space is now.
  ///
  /// - Throws: `SyncError.space` when there is none yet; a `StoreError`.
  public func space() throws -> Space {
    guard let space = try store.read({ try $0.space() }) else {
      let hasJoined = try store.read { try $0.pinnedFounder() } != nil
      throw SyncError(
        .space,
        hasJoined
          ? "this store has joined a space and had no exchange yet; exchange first"
          : "this store has no space yet; create one, or join one and exchange")
    }
    return space
  }

  /// What the store has.
  ///
  /// - Throws: a `StoreError`.
  public func vector() throws -> VersionVector { try store.read { try $0.versionVector() } }

  /// The replica that the store writes as.
  ///
  /// - Throws: a `StoreError`.
  public func replica() throws -> ReplicaID { try store.read { try $0.replica() } }

  /// How many transactions this store wrote as earlier replicas that no peer is known to have and
  /// no exchange sends, because the key that would sign them is gone: `rewriteTail(lackedBy:)`
  /// writes them again.
  ///
  /// - Throws: a `StoreError`.
  public func strandedTransactions() throws -> UInt64 {
    try store.read { try $0.strandedTransactions() }
  }
}

/// Why a store was minted anew, with a code to act on.
public struct MintReason: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The stable name.
  public let rawValue: String

  /// Wraps a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Its replica writes with another key: it was copied without it, or that was lost.
  public static let otherKey = Self(rawValue: "otherKey")
  /// It lacks transactions that have left this device, as after a restore.
  public static let restored = Self(rawValue: "restored")

  public var description: String { rawValue }
}
