internal import LMDB

/// What a store file that nobody has open holds, without the schema of its app.
public struct StoreCopy: Sendable, Hashable {
  /// The rows of one projection.
  public struct View: Sendable, Hashable, Codable {
    /// What the rows were made by: name, revision, parameters and tables.
    public let fingerprint: String
    /// The parameters of the projection.
    public let parameters: String
    /// The digest of the rows, as text.
    public let digest: String

    /// Makes one of its parts.
    public init(fingerprint: String, parameters: String, digest: String) {
      (self.fingerprint, self.parameters, self.digest) = (fingerprint, parameters, digest)
    }
  }

  /// The identity of the store.
  public let store: UUID
  /// The space that it writes in.
  public let space: UUID
  /// The number of the newest transaction.
  public let transaction: UInt64
  /// The CRC-32C of the message of that transaction; 0 when it was purged or there is none.
  package let checksum: UInt32
  /// The last transaction that was purged; 0 when none was.
  public let purged: UInt64
  /// Transactions in the log.
  public let transactions: UInt64
  /// Events in the log.
  public let events: UInt64
  /// The projections whose rows are those of the newest transaction, by name.
  public let views: [String: View]
  /// The names of the attachments whose files `EventStore.copy(to:)` could not copy as they are
  /// named; of a copy that was made otherwise, nothing is told.
  public internal(set) var lackingAttachments: [String] = []
  /// The replica that it writes as.
  package let replica: ReplicaID
  /// The space that it is bound to; nil when it takes messages of any.
  package let boundSpace: UUID?
  /// Goes up when a schema describes a kind or a projection anew.
  package let generation: UInt64

  /// Looks at the store in a directory, and at every page of its file.
  ///
  /// - Throws: `StoreError`: `noSuchStore`, `notAStore`, `newerFormat`, `olderFormat`, `damaged`,
  ///   `alreadyOpen`.
  public init(at path: String) throws { try self.init(at: path, pageChecks: .atOpen) }

  /// - Parameter pageChecks: `.none` for what was just written from pages that were looked at.
  init(at path: String, pageChecks: PageChecks) throws {
    do {
      let environment = try Environment(
        path: path, options: Environment.Options(createsFiles: false, pageChecks: pageChecks))
      let transaction = try environment.beginRead()
      try self.init(transaction.borrowed, path: path)
      _ = consume transaction
    } catch let error as LMDBError {
      throw StoreError(error, path: path)
    }
    // It was made by looking, and a copy is to be nothing but its data.
    try? FileManager.default.removeItem(atPath: "\(path)/lock.mdb")
  }

  private init(_ read: BorrowedTransaction, path: String) throws {
    guard let meta = try read.table("meta", LexicalOrder.self) else {
      throw StoreFormat.foreign(path)
    }
    try StoreFormat.check(read, meta, path: path, knowing: LogIndexes.features)
    let tables = try LogTables(existing: read)
    let counters = try LogCounters(read, tables)
    guard let identity = try StoreIdentity.stored(read, tables) else {
      throw StoreError(.damaged, "the identity of the store at \(path) is missing")
    }
    let log = LogReader(
      transaction: read, tables: tables, hasRetractions: false, hasBaselines: false)
    let own = try log.replicaRecord(counters.replica)
    (store, boundSpace, space) = (identity.id, identity.boundSpace, own.space)
    (replica, generation) = (own.id, counters.generation)
    (transaction, purged) = (counters.transactions, counters.purged)
    var message = PayloadWriter(capacity: 1024)
    let isThere =
      try counters.transactions > counters.purged
      && TransactionMessage.write(counters.transactions, log, into: &message)
    checksum = isThere ? LogMessage.checksum(of: message.array) : 0
    transactions = UInt64(try read.statistics(tables.transactions).rows)
    events = UInt64(try read.statistics(tables.events).rows)
    var views: [String: View] = [:]
    for (number, state) in counters.projections.enumerated() {
      let view = try ProjectionDefinition.stored(number, read, tables)
      guard view.isLive, view.buildFingerprint == nil,
        state.live.transaction == counters.transactions
      else { continue }
      views[view.name] = View(
        fingerprint: view.fingerprint, parameters: view.parameters,
        digest: "\(state.live.digest)")
    }
    self.views = views
  }
}
