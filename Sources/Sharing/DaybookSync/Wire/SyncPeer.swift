public import Daybook

/// Somebody to exchange transactions with: another store, a folder, a server.
///
/// What it answers is checked; nothing that a peer says or leaves out harms the store.
///
/// Each function that asks the other side throws `SyncError.peer` when that cannot be reached or
/// fails: the exchange ends, and what it brought by then stays. Any other error counts as that.
/// `needsSnapshot` says that somebody has purged what is asked for; the exchange then goes on
/// with a snapshot.
public protocol SyncPeer: Sendable {
  /// A stable name, by which the store remembers what the peer has: 1 to 195 bytes.
  var name: String { get }

  /// How much goes into one page for it; nil for what the store's replication sends.
  var limit: TransactionPage.Limit? { get }

  /// What was there and could not be read when it was looked at last, such as a damaged file, and
  /// why. It is left alone.
  var problems: [String: String] { get }

  /// Tells the peer what this store has, and returns what the peer has. An answer travels as its
  /// `bytes`, with the newest head that the peer has of who greeted.
  func hello(_ hello: Hello) async throws -> Hello

  /// The next transactions that somebody who has this lacks.
  ///
  /// - Throws: `SyncError.needsSnapshot` when some of them were purged there.
  func pull(_ vector: VersionVector, limit: TransactionPage.Limit) async throws -> SyncPage

  /// Hands over transactions.
  func push(_ page: SyncPage) async throws -> PushReply

  /// The newest snapshot that somebody can begin with who lacks what the peer has no more, as
  /// each who made it says; empty when there is none.
  func snapshots() async throws -> [SpaceManifest]

  /// A chunk of it, by its hash.
  ///
  /// - Throws: `SyncError.needsSnapshot` when that snapshot is there no more.
  func chunk(_ hash: [UInt8], of manifest: SpaceManifest) async throws -> [UInt8]

  /// Hands over a snapshot to begin with, because this side has no more what the peer lacks.
  ///
  /// - Throws: `SyncError.needsSnapshot` when the peer takes none.
  func push(_ snapshot: SpaceSnapshot) async throws -> PushReply

  /// Whether others begin with snapshots that it keeps; then every owner who exchanges with it
  /// adds its own of the newest frontier, because who comes later may trust that owner alone.
  /// Snapshots of owners with the same version of the app share their chunks.
  var keepsSnapshots: Bool { get }

  /// Removes what this store has put there of a writer after `dot`, and nobody has taken in. The
  /// store sends it again under new names.
  ///
  /// - Parameters:
  ///   - dot: the last transaction of the writer that stays.
  ///   - isOwn: whether a chain up to a transaction is this store's, and not that of a copy.
  func withdraw(beyond dot: Dot, where isOwn: (_ dot: Dot, _ chain: [UInt8]) throws -> Bool)
    async throws

  /// Tells what this side has when an exchange ends.
  func acknowledge(_ hello: Hello) async throws
}

extension SyncPeer {
  public var limit: TransactionPage.Limit? { nil }

  public var problems: [String: String] { [:] }

  public var keepsSnapshots: Bool { false }

  public func snapshots() async throws -> [SpaceManifest] { [] }

  public func chunk(_ hash: [UInt8], of manifest: SpaceManifest) async throws -> [UInt8] {
    throw SyncError(.needsSnapshot, "\(name) gives no snapshots")
  }

  public func push(_ snapshot: SpaceSnapshot) async throws -> PushReply {
    throw SyncError(
      .needsSnapshot,
      "\(name) lacks what was purged here, and takes no snapshots; exchange by way of a peer that does"
    )
  }

  public func withdraw(
    beyond dot: Dot, where isOwn: (_ dot: Dot, _ chain: [UInt8]) throws -> Bool
  ) async throws {}

  public func acknowledge(_ hello: Hello) async throws {}
}
