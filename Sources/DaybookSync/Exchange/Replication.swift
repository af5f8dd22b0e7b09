#if Sync
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
    /// A store that lacks transactions which have left the device with this key, or whose replica
    /// writes with another key, was restored or copied. Its replica is minted anew, because it
    /// would give the same dots to other transactions; see `EventStore.mintReplica`. The restored
    /// store of the only owner stays what it is, because nobody could enrol it: `recover`, or
    /// `mintReplica` before this call, go on.
    ///
    /// - Throws: `SyncError.copied` when it is that of the only owner and was restored; `key`; a
    ///   `StoreError`.
    public convenience init(
      of store: EventStore, key: ReplicaKey, limit: TransactionPage.Limit = .standard
    ) throws {
      let reason = try Self.mintReason(of: store, key)
      if let lack = try Self.lackOfOnlyOwner(store, key, reason) { throw lack }
      self.init(store, key, limit, mintReason: reason)
      if wasMinted { try store.mintReplica() }
      if wasMinted { try keyGuard.note(replica(), 0) }
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
    /// - Throws: `SyncError.copied` when the peer has less; what its failure was; as `init`.
    public static func recover(
      _ store: EventStore, key: ReplicaKey, from peer: some SyncPeer,
      limit: TransactionPage.Limit = .standard
    ) async throws -> Replication {
      let reason = try mintReason(of: store, key)
      if try lackOfOnlyOwner(store, key, reason) != nil {
        let restored = Replication(store, key, limit, mintReason: nil)
        if let failure = try await restored.exchange(with: peer).failure { throw failure }
      }
      return try Replication(of: store, key: key, limit: limit)
    }

    /// What the only owner of a space lacks of what it has sent; nil for any other store.
    package static func lackOfOnlyOwner(
      _ store: EventStore, _ key: ReplicaKey, _ reason: MintReason?
    ) throws -> SyncError? {
      guard reason == .restored else { return nil }
      let (own, space, vector) = try store.read { reader in
        (try reader.replica(), try reader.space(), try reader.versionVector())
      }
      guard let space, let member = space.members[own], member.role == .owner, !member.isRevoked,
        !space.hasOwner(besides: own)
      else { return nil }
      let sent = try KeyGuard(key).read()[own] ?? 0
      return SyncError(
        .copied,
        "this store was restored: it has \(vector[own]) of the \(sent) transactions that it had sent. As another replica it would be no owner of \(space.name), which has no other; get them back from who has them"
      )
    }

    /// Why a store would be minted anew with a key; nil when it would not.
    package static func mintReason(
      of store: EventStore, _ key: ReplicaKey
    ) throws -> MintReason? {
      let (own, vector, space, pin, head) = try store.read { reader in
        let own = try reader.replica()
        return (
          own, try reader.versionVector(), try reader.space(), try reader.pinnedFounder(),
          try reader.head(of: own, through: .max)
        )
      }
      let noted = try KeyGuard(key).read()
      let isSignedByAnother =
        head.map { $0.isSigned && !$0.isSigned(by: key.publicKey, space: store.space) } ?? false
      // Who has joined and is not known to be enrolled yet has noted its replica beside the key.
      let hasOtherKey =
        space?.members[own].map { $0.key != key.publicKey }
        ?? (pin != nil && noted.isEmpty || isSignedByAnother)
      if hasOtherKey { return .otherKey }
      return noted[own] ?? 0 > vector[own] ? .restored : nil
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
#endif
