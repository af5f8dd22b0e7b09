public import Daybook

/// A store as a member of a space: it signs what leaves the store, and checks what comes.
///
/// ```swift
/// let key = try ReplicaKey.load(at: keyFile, creating: true)
/// let replication = try Replication(of: store, key: key)
/// try await replication.createSpace(named: "Ada", member: "Ben")
/// let report = try await replication.exchange(with: FolderPeer(at: folder))
/// ```
///
/// The words of sharing:
///
/// | word | meaning |
/// |---|---|
/// | *replica* | one writer: a store under one name, with its own sequence of transactions |
/// | *member* | a replica that an owner has enrolled; a *person* owns one or more of them |
/// | *peer* | the other side of an exchange: a store, a folder, a server |
/// | *consumer* | a named reader of the history; each peer is one, as `sync/NAME` |
/// | *run* | the transactions of one writer in a page, which follow on one another |
/// | *chain* | a hash that stands for all transactions of a writer up to one |
/// | *head* | a chain that its writer has signed |
/// | *guard* | the file beside the key that says how much has left the device |
/// | *own tail* | what this store wrote and nobody else has or takes in |
/// | *frontier* | a set of transactions that is final; the *keeper* sets it |
/// | *void* | counts for nobody, because its writer was revoked or might only read |
///
/// `Sync` names the module and what passes between two sides (`SyncPeer`, `SyncPage`, `SyncError`);
/// a `Replication` is what one store has.
public final class Replication: Sendable {
  /// The store.
  public let store: EventStore
  /// Whether the store had been restored or copied. It writes as a new replica since, which an
  /// owner has to enrol.
  public var wasMinted: Bool { mintReason != nil }
  /// Why it writes as a new replica; nil when it was not minted.
  public let mintReason: MintReason?
  /// The path of the file that keeps the key.
  public var keyPath: String { key.path }
  let key: ReplicaKey
  let keyGuard: KeyGuard
  let peerStatuses = PeerStatuses()
  /// How much goes into one page.
  let limit: PageLimit

  /// Opens a store for exchanges.
  ///
  /// A store that lacks transactions which have left the device with this key was restored or
  /// copied. A store whose replica writes with another key has lost that key. Either becomes a new
  /// replica, because it would give dots that are in use to other transactions; see
  /// `EventStore.mintReplica`. The store of the only owner does not become a new replica, because
  /// nobody could enrol it: call `recover` instead, or `EventStore.mintReplica` before.
  ///
  /// - Throws: `SyncError.copied` when the store is the only owner's and was restored; `key` when
  ///   the key is another member's, or the store is the only owner's and the key is not its own; a
  ///   `StoreError`.
  public convenience init(
    of store: EventStore, key: ReplicaKey, limit: PageLimit = .standard
  ) throws {
    let standing = try KeyStanding(of: store, key)
    switch standing {
    case .mustRecover(let error, _), .isAnothers(let error): throw error
    case .owns, .isNew, .becomesNew, .resumes: break
    }
    self.init(store, key, limit, mintReason: standing.mintReason)
    switch standing {
    case .becomesNew: try store.mintReplica()
    // The next exchange vouches for what it wrote meanwhile.
    case .resumes(let former): try store.resume(former)
    case .owns, .isNew, .mustRecover, .isAnothers: break
    }
    // Which replicas are this device's.
    try keyGuard.add(replica())
  }

  private init(
    _ store: EventStore, _ key: ReplicaKey, _ limit: PageLimit,
    mintReason: MintReason?
  ) {
    self.store = store
    self.key = key
    self.limit = limit
    self.mintReason = mintReason
    keyGuard = KeyGuard(key)
  }

  /// Opens a store for exchanges, as `init` does. The restored store of the only owner first gets
  /// back what had left this device, and goes on as the replica that it was.
  ///
  /// Transactions that the store wrote meanwhile count, too: also under dots that others know
  /// already. Those are written again under other ones, unless they are statements about the space.
  ///
  /// - Parameter peer: a peer that has everything which this store has sent.
  /// - Throws: `SyncError.copied` when the peer has less; `peer` when it has nothing of the space;
  ///   the failure of the exchange; what `init` throws.
  public static func recover(
    _ store: EventStore, key: ReplicaKey, from peer: some SyncPeer,
    limit: PageLimit = .standard
  ) async throws -> Replication {
    if case .mustRecover = try KeyStanding(of: store, key) {
      let restored = Replication(store, key, limit, mintReason: nil)
      try await restored.requireSpace(at: AskedPeer(peer))
      if let failure = try await restored.exchange(with: peer).failure { throw failure }
    }
    return try Replication(of: store, key: key, limit: limit)
  }

  /// Opens the store of the only owner that an exchange made a new replica, and makes it the owner
  /// again.
  ///
  /// It was made a new one because somebody has written on under its name: a copy of it, or the
  /// store itself before its files and the guard beside its key were set back. Nobody but a person
  /// can tell which. The space would have no owner on a device any more when that other one is
  /// gone, and nobody could enrol this store.
  ///
  /// Call it only then. While both are in use, each has to write its own again after the other did,
  /// with every exchange. First exchange with every peer that the store had: transactions of the
  /// owner that only another peer has are never taken in afterwards.
  ///
  /// - Parameter peer: a peer that has everything which was sent under the owner's name.
  /// - Throws: `SyncError.key` when the key is not that of the only owner; `peer` when the peer has
  ///   nothing of the space; the failure of the exchange; what `init` throws.
  public static func resumeOwner(
    _ store: EventStore, key: ReplicaKey, from peer: some SyncPeer,
    limit: PageLimit = .standard
  ) async throws -> Replication {
    let replication = try await recover(store, key: key, from: peer, limit: limit)
    try await replication.requireSpace(at: AskedPeer(peer))
    if let failure = try await replication.exchange(with: peer).failure { throw failure }
    guard let owner = try replication.knownSpace()?.onlyOwner(with: key.publicKey) else {
      throw SyncError(
        .key, "the key at \(key.path) is not that of the only owner of the space")
    }
    if try replication.replica() == owner { return replication }
    let last = Dot(replica: owner, sequence: try replication.vector()[owner])
    try replication.keyGuard.raise(owner, to: store.chain(through: last)) { _ in }
    try store.resume(owner, isNoted: false)
    try await replication.vouchForInterim()
    return replication
  }

  /// Goes on as the only owner that this store was, once it has everything back which that had
  /// sent.
  func resumeIfWhole() async throws {
    let (own, former) = try store.read { (try $0.replica(), try $0.formerReplica()) }
    // Rare, and each exchange asks: so the cheap test comes first.
    guard former != nil, former != own,
      case .resumes(let owner) = try KeyStanding(of: store, key)
    else { return }
    try store.resume(owner)
    try await vouchForInterim()
  }

  /// Makes the transactions count that a restored store wrote as an interim replica: enrols that
  /// replica, signs them, and revokes it, so that nobody waits for it. When this ends early, the
  /// next exchange finishes it.
  func vouchForInterim() async throws {
    let (own, former) = try store.read { (try $0.replica(), try $0.formerReplica()) }
    // Rare, and each exchange asks: so the cheap test comes first.
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

  /// Whether an exchange made this store, which was the only owner's, a new replica that nobody can
  /// enrol; see `resumeOwner(_:key:from:limit:)`.
  ///
  /// - Throws: a `StoreError`.
  public func wasOnlyOwner() throws -> Bool {
    guard let known = try knownSpace(), known.space.members[known.own] == nil else { return false }
    return known.onlyOwner(with: key.publicKey) != nil
  }

  /// The space as this store knows it.
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

  /// The transactions that the store has.
  ///
  /// - Throws: a `StoreError`.
  public func vector() throws -> VersionVector { try store.read { try $0.versionVector() } }

  /// The replica that the store writes as.
  ///
  /// - Throws: a `StoreError`.
  public func replica() throws -> ReplicaID { try store.read { try $0.replica() } }

  /// How many transactions that this store wrote as earlier replicas no peer is known to have, and
  /// no exchange sends, because the key that would sign them is gone. `rewriteTail(lackedBy:)`
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
