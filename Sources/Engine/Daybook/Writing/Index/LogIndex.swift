internal import LMDB

/// What is kept beside the log so that something in it is found without reading all of it.
///
/// An index is one file in this folder: the rows, how they are read, noted, forgotten, built for a
/// log that was written without them, and checked. Beside that it has a name in
/// `LogIndexes.added`, a row in the guide's page on the stored format, which a test compares with
/// `format`, and a field in `LogTables` where readers look for its table often.
///
/// Everything in an index follows from the log, so that it may be dropped and built again.
protocol LogIndex: Sendable {
  /// How the keys of its table are ordered.
  associatedtype Order: KeyOrder = LexicalOrder
  /// The name of its table, and of its check in `verify`.
  static var name: String { get }
  /// Key and value of its rows, as the guide has them.
  static var format: (key: String, value: String) { get }

  /// Notes the transaction of the draft, which has just been stored; once more when it was stored
  /// longer.
  static func note(_ record: TransactionRecord, _ scope: inout WriteScope) throws

  /// Forgets an event that is about to be purged.
  static func forget(event position: UInt64, _ scope: inout WriteScope) throws

  /// Forgets a transaction that was purged, with all of its events.
  static func forget(_ record: TransactionRecord, _ scope: inout WriteScope) throws

  /// Builds the rows of a log that was written without them, in an empty table.
  static func backfill(_ scope: inout WriteScope) throws

  /// Compares the rows with the log. Returns how many there are, in words; throws the first thing
  /// that is wrong.
  static func check(_ scope: borrowing WriteScope) throws -> String
}

extension LogIndex {
  static func forget(event position: UInt64, _ scope: inout WriteScope) throws {}
  static func forget(_ record: TransactionRecord, _ scope: inout WriteScope) throws {}
  static func backfill(_ scope: inout WriteScope) throws {}
}

extension LogIndex {
  /// What a store says in its row `format` once it has the index.
  ///
  /// A version of Daybook that does not know the index refuses the store from then on, because it
  /// would write transactions that the index lacks.
  static var feature: String { "index \(name)" }
}

enum LogIndexes {
  /// Those that every store has had from the beginning, in the order in which they note a
  /// transaction: summaries ask for what dots lead to.
  static let first: [any LogIndex.Type] = [
    DotIndex.self, SummaryIndex.self, RetractionIndex.self, TypeIndex.self,
  ]
  /// Those that came later. A store that was written before gets them when it is opened.
  static let added: [any LogIndex.Type] = []
  /// What this version knows that a store may need.
  static let features = features(with: added)

  static func features(with added: [any LogIndex.Type]) -> [String] {
    [StoreFormat.journal, SpaceRow.feature] + added.map { $0.feature }
  }

  /// Makes the tables of indexes that a store was written without.
  ///
  /// - Throws: `StoreError.damaged` when the store has an index and its table is missing.
  static func makeTables(
    of added: [any LogIndex.Type], _ meta: Table<LexicalOrder>,
    _ transaction: inout WriteTransaction
  ) throws {
    if added.isEmpty { return }
    let features = try StoreFormat.features(transaction.borrowed, meta)
    for index in added {
      try makeTable(of: index, isThere: features.contains(index.feature), &transaction)
    }
  }

  private static func makeTable<Added: LogIndex>(
    of index: Added.Type, isThere: Bool, _ transaction: inout WriteTransaction
  ) throws {
    if isThere, try transaction.table(Added.name, Added.Order.self) == nil {
      throw LogTables.missing(Added.name)
    }
    _ = try transaction.makeTable(Added.name, Added.Order.self)
  }

  /// Builds the added indexes that the store lacks, and notes in its format that it has them.
  static func build(_ scope: inout WriteScope) throws {
    try SummaryIndex.backfill(&scope)
    let added = scope.context.settings.indexes.dropFirst(first.count)
    if added.isEmpty { return }
    var features = try StoreFormat.features(scope.reading, scope.tables.meta)
    let before = features.count
    for index in added where features.insert(index.feature).inserted {
      try index.backfill(&scope)
    }
    if features.count > before { try note(features, &scope) }
  }

  static func note(_ features: Set<String>, _ scope: inout WriteScope) throws {
    scope.rows.buffers.scratch.truncate()
    StoreFormat.encode(features, into: &scope.rows.buffers.scratch)
    try MetaKey.format.withBytes { try scope.rows.putScratch(scope.tables.meta, $0) }
  }
}
