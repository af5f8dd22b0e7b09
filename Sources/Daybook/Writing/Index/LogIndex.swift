/// What is kept beside the log so that something in it is found without reading all of it.
///
/// An index is one file in this folder: the rows, how they are read, noted, forgotten, built for a
/// log that was written without them, and checked. Beside that it has a table in `LogTables`, a
/// name in `LogIndexes.all` and a row in the guide's page on the stored format, which a test
/// compares with `format`.
///
/// A store that was written before the index lacks its table, and `LogTables(existing:)` takes a
/// missing table for damage. The first index that is added makes the table there instead.
///
/// Everything in an index follows from the log, so that it may be dropped and built again.
protocol LogIndex: Sendable {
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

  /// Builds the rows of a log that was written without them; nothing when there are some.
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

enum LogIndexes {
  /// In the order in which they note a transaction: summaries ask for what dots lead to.
  static let all: [any LogIndex.Type] = [
    DotIndex.self, SummaryIndex.self, RetractionIndex.self,
  ]
}
