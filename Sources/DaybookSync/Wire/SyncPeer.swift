#if Sync
  public import Daybook

  /// Somebody to exchange transactions with: another store, a folder, a server.
  ///
  /// What it answers is checked; nothing that a peer says or leaves out harms the store.
  public protocol SyncPeer: Sendable {
    /// A stable name, by which the store remembers what the peer has: 1 to 100 bytes.
    var name: String { get }

    /// How much goes into one page for it; nil for what the store's replication sends.
    var limit: TransactionPage.Limit? { get }

    /// Tells what this side has; answers what the other has.
    func hello(_ hello: Hello) async throws -> Hello

    /// The next transactions that somebody who has this lacks.
    func pull(_ vector: VersionVector, limit: TransactionPage.Limit) async throws -> SyncPage

    /// Hands over transactions.
    func push(_ page: SyncPage) async throws -> PushReply
  }

  extension SyncPeer {
    public var limit: TransactionPage.Limit? { nil }
  }
#endif
