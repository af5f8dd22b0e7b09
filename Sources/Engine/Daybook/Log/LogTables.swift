internal import LMDB

/// The tables of the log and of what the engine keeps beside it.
struct LogTables {
  /// LMDB's own table, which has the row `heads` besides the tables.
  let main: Table<LexicalOrder>
  /// Text keys: `format`, `store`, `kind/N`, `projection/N`, `consumer/NAME`.
  let meta: Table<LexicalOrder>
  /// Position → `EventRecord`.
  let events: Table<IntegerOrder>
  /// Number → `TransactionRecord`.
  let transactions: Table<IntegerOrder>
  /// Number → `Names.Name`.
  let names: Table<IntegerOrder>
  /// Number → replica and space; 1 is the store's own.
  let replicas: Table<IntegerOrder>
  /// Replica number and sequence where a run begins → transaction number; see `DotIndex`.
  let dots: Table<LexicalOrder>
  /// Kind number and entity → `EntityRecord`.
  let entities: Table<LexicalOrder>
  /// Kind number and entity → what the entity was when its older events were purged.
  let baselines: Table<LexicalOrder>
  /// Replica number and sequence of the target, transaction that retracts it → nothing.
  let retractions: Table<LexicalOrder>
  /// What was left out by a fold or a projection that threw; see `QuarantineKey`.
  let quarantine: Table<LexicalOrder>
  /// Level and number of a block of transactions → `Summary`.
  let summaries: Table<IntegerOrder>
  /// Event type and block of positions → the places in it; see `TypeIndex`.
  let types: Table<LexicalOrder>
  /// Identifier of an inbox message or a command → the transaction that it led to; 0 for one that
  /// a salvage did not find.
  let inbox: Table<LexicalOrder>

  init(_ transaction: inout WriteTransaction) throws(LMDBError) {
    main = try transaction.mainTable()
    meta = try transaction.makeTable("meta", LexicalOrder.self)
    events = try transaction.makeTable("events", IntegerOrder.self)
    transactions = try transaction.makeTable("transactions", IntegerOrder.self)
    names = try transaction.makeTable("names", IntegerOrder.self)
    replicas = try transaction.makeTable("replicas", IntegerOrder.self)
    dots = try transaction.makeTable("dots", LexicalOrder.self)
    entities = try transaction.makeTable("entities", LexicalOrder.self)
    baselines = try transaction.makeTable("baselines", LexicalOrder.self)
    retractions = try transaction.makeTable("retractions", LexicalOrder.self)
    quarantine = try transaction.makeTable("quarantine", LexicalOrder.self)
    summaries = try transaction.makeTable("summaries", IntegerOrder.self)
    types = try transaction.makeTable("types", LexicalOrder.self)
    inbox = try transaction.makeTable("inbox", LexicalOrder.self)
  }

  /// The tables of a store that has them.
  ///
  /// Their names have no checksum. One that is not there has another name by now, and must not be
  /// taken for empty.
  ///
  /// - Throws: `StoreError.damaged`, naming the table that is missing.
  init(existing transaction: BorrowedTransaction) throws {
    func find<Order>(_ name: String) throws -> Table<Order> {
      guard let table = try transaction.table(name, Order.self) else {
        throw Self.missing(name)
      }
      return table
    }
    main = try transaction.mainTable()
    meta = try find("meta")
    events = try find("events")
    transactions = try find("transactions")
    names = try find("names")
    replicas = try find("replicas")
    dots = try find("dots")
    entities = try find("entities")
    baselines = try find("baselines")
    retractions = try find("retractions")
    quarantine = try find("quarantine")
    summaries = try find("summaries")
    types = try find("types")
    inbox = try find("inbox")
  }

  /// What is thrown for a table that must be there.
  static func missing(_ name: String) -> StoreError {
    StoreError.damaged("the table \(name) is missing")
  }
}
