public import Daybook

/// The other side of an exchange: another store, a folder, a server.
///
/// The store checks every answer; nothing that a peer says or leaves out harms it.
///
/// A function that asks the other side throws `SyncError.peer` when that cannot be reached or
/// fails: the exchange ends, and keeps what it brought by then. Any other error counts as `peer`.
/// With `needsSnapshot` a side says that it has purged what it is asked for; the exchange then goes
/// on with a snapshot.
public protocol SyncPeer: Sendable {
  /// A stable name, under which the store remembers what the peer has: 1 to 195 bytes.
  var name: String { get }

  /// How much goes into one page for it; nil for the limit of the store's `Replication`.
  var limit: PageLimit? { get }

  /// What could not be read at the last look, such as a damaged file, and why. It is left alone.
  var problems: [String: String] { get }

  /// Whether it is a mere place, which takes in whatever is put there: then only what the members
  /// say of themselves tells what they have taken in.
  var refusesNothing: Bool { get }

  /// How long `follow` waits for more after something was appended, so that one page holds all of
  /// it: more than nothing where each page costs something.
  var gathers: Duration { get }

  /// How many files this side has put there, as of the last look; 0 for a peer that keeps its own
  /// house.
  var ownFiles: Int { get }

  /// Tells the peer what this store has, and returns what the peer has. An answer travels as its
  /// `bytes`, with the newest head that the peer has of the greeting replica.
  func hello(_ hello: Hello) async throws -> Hello

  /// The next transactions that a side with this vector lacks.
  ///
  /// - Throws: `SyncError.needsSnapshot` when the peer has purged some of them.
  func pull(_ vector: VersionVector, limit: PageLimit) async throws -> SyncPage

  /// Hands over transactions.
  func push(_ page: SyncPage) async throws -> PushReply

  /// The manifests of the newest snapshot, one by each maker; empty when there is none. A side that
  /// lacks what the peer has purged begins with that snapshot.
  func snapshots() async throws -> [SpaceManifest]

  /// A chunk of it, by its hash.
  ///
  /// - Throws: `SyncError.needsSnapshot` when the peer does not have that snapshot any more.
  func chunk(_ hash: [UInt8], of manifest: SpaceManifest) async throws -> [UInt8]

  /// Hands over a snapshot for the peer to begin with, because this side has purged what the peer
  /// lacks.
  ///
  /// - Throws: `SyncError.needsSnapshot` when the peer takes no snapshots.
  func push(_ snapshot: SpaceSnapshot) async throws -> PushReply

  /// Whether the peer keeps snapshots for others to begin with. Then every owner that exchanges
  /// with it adds its own snapshot of the newest frontier, because a new member may trust that
  /// owner alone. Owners with the same version of the app share the chunks.
  var keepsSnapshots: Bool { get }

  /// Removes what this side has put there and a snapshot stands for, once two members have made the
  /// same one. A member that lacks it begins with the snapshot.
  ///
  /// - Parameter role: the role of the member who has signed a manifest; nil when no member has.
  /// - Returns: how many files were removed; 0 for a peer that keeps its own house.
  func removeFiles(
    before manifest: SpaceManifest, role: (SpaceManifest) -> SpaceRole?
  ) async throws -> Int

  /// Removes what this store has put there of a writer after `dot` and nobody has taken in. The
  /// store sends it again as another replica.
  ///
  /// - Parameters:
  ///   - dot: the last transaction of the writer that stays.
  ///   - isOwn: tells whether a chain up to a transaction is this store's, or that of a copy.
  func withdraw(beyond dot: Dot, where isOwn: (_ dot: Dot, _ chain: [UInt8]) throws -> Bool)
    async throws

  /// Tells the peer, at the end of an exchange, what this side has.
  func acknowledge(_ hello: Hello) async throws

  /// Returns when the peer has something that a side with this vector lacks. A peer that cannot
  /// tell waits until the task is cancelled; it is asked again after a pause.
  func changed(beyond vector: VersionVector) async throws
}

extension SyncPeer {
  public var limit: PageLimit? { nil }

  public var problems: [String: String] { [:] }

  public var keepsSnapshots: Bool { false }

  public var refusesNothing: Bool { false }

  public var gathers: Duration { .zero }

  public var ownFiles: Int { 0 }

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

  public func removeFiles(
    before manifest: SpaceManifest, role: (SpaceManifest) -> SpaceRole?
  ) async throws -> Int { 0 }

  public func changed(beyond vector: VersionVector) async throws {
    while true { try await Task.sleep(for: .seconds(86_400)) }
  }
}
