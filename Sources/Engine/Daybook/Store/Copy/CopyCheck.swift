internal import LMDB

/// Looks at every row of a store without the schema of its app, and changes nothing.
///
/// `verify` says more, because it folds entities and builds views; it takes a store that is open.
struct CopyCheck {
  /// The tables whose keys are numbers.
  private static let numbered: Set<String> = [
    "events", "transactions", "names", "replicas", "summaries",
  ]

  private let log: LogReader
  private let counters: LogCounters

  init(_ read: BorrowedTransaction) throws {
    let tables = try LogTables(existing: read)
    counters = try LogCounters(read, tables)
    log = LogReader(
      transaction: read, tables: tables, hasRetractions: false, hasBaselines: false)
  }

  /// The names of the views with damaged rows, in order.
  ///
  /// - Throws: `StoreError.damaged` for the first other thing that is wrong.
  func damagedViews() throws -> [String] {
    try events()
    try transactions()
    try log.checkChains(counters)
    try rows(log.tables.replicas, "replica") { ReplicaRecord($0, number: $1) != nil }
    try rows(log.tables.summaries, "the summary") { Summary($0, key: $1) != nil }
    var damaged: Set<String> = []
    for name in try log.transaction.tableNames() where !Self.numbered.contains(name) {
      do {
        guard let table = try log.transaction.table(name, LexicalOrder.self) else { continue }
        try log.everyRow(of: table) { _, _ in }
      } catch let error as StoreError {
        guard let view = Self.view(of: name) else { throw error }
        damaged.insert(view)
      } catch let error as LMDBError where error.code == .tablesFull {
        // A store that is open has few places left for tables that its schema lacks.
      }
    }
    return damaged.sorted()
  }

  /// The view that a table is of; nil for a table of the engine.
  private static func view(of table: String) -> String? {
    let parts = table.split(separator: "/")
    guard parts.count > 2, ["a", "b"].contains(parts[parts.count - 2]) else { return nil }
    return parts.dropLast(2).joined(separator: "/")
  }

  private func rows(
    _ table: Table<IntegerOrder>, _ what: String, _ isSound: (BorrowedBytes, UInt64) -> Bool
  ) throws {
    var cursor = try log.transaction.cursor(table)
    while try cursor.next() {
      let number = cursor.key
      guard cursor.value.withUnsafeBytes({ isSound($0, number) }) else {
        throw StoreError(.damaged, "\(what) \(number) is damaged")
      }
    }
  }

  /// Every event is there and whole; of what was purged, some may be left.
  private func events() throws {
    try whole(
      log.tables.events, "the event at position", "position", purged: counters.purgedPosition,
      through: counters.events
    ) { EventRecord($0, position: $1) != nil }
  }

  /// The same of the transactions.
  private func transactions() throws {
    try whole(
      log.tables.transactions, "transaction", "transaction", purged: counters.purged,
      through: counters.transactions
    ) { TransactionRecord($0, number: $1) != nil }
  }

  /// - Parameters:
  ///   - what: what a row is, before its number.
  ///   - place: what its number counts.
  private func whole(
    _ table: Table<IntegerOrder>, _ what: String, _ place: String, purged: UInt64,
    through last: UInt64, _ isSound: (BorrowedBytes, UInt64) -> Bool
  ) throws {
    var cursor = try log.transaction.cursor(table)
    var expected: UInt64 = 1
    while try cursor.next() {
      let number = cursor.key
      if number > expected { expected = min(number, purged + 1) }
      let isWhole = cursor.value.withUnsafeBytes { isSound($0, number) }
      guard number == expected || number <= purged, isWhole else {
        throw StoreError(.damaged, "\(what) \(expected) is missing or damaged")
      }
      expected = number + 1
    }
    guard max(expected, purged + 1) == last + 1 else {
      throw StoreError(.damaged, "the log ends at \(place) \(expected - 1), not \(last)")
    }
  }
}
