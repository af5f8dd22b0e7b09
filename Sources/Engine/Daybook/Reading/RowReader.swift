internal import LMDB

/// The tables of one projection within a read, without types.
@usableFromInline
struct RowReader {
  let transaction: BorrowedTransaction
  let tables: [Table<LexicalOrder>]
  let scope: ReadScope
  var trace: ReadTrace? { lentTrace?.object }
  // Safety: `EventStore.read` keeps it while the reader is used.
  private let lentTrace: Lent<ReadTrace>?

  init(
    transaction: BorrowedTransaction, tables: [Table<LexicalOrder>], scope: ReadScope,
    trace: ReadTrace? = nil
  ) {
    self.transaction = transaction
    self.tables = tables
    self.scope = scope
    lentTrace = trace.map { Lent($0) }
  }

  /// The bytes of the row of a key, which belong to the read transaction.
  ///
  /// - Throws: `StoreError.damaged` when its checksum does not fit.
  @usableFromInline
  func find(_ table: Int, _ key: BorrowedBytes) throws -> BorrowedBytes? {
    scope.check()
    trace?.noteKey(tables[table], key)
    return try transaction.row(tables[table], key)
  }

  @usableFromInline
  func scan(
    _ table: Int, _ prefix: BorrowedBytes, reversed: Bool,
    _ body: (BorrowedBytes, BorrowedBytes) throws -> Bool
  ) throws {
    scope.check()
    if lentTrace != nil {
      try scanNoting(table, prefix, reversed: reversed, body)
    } else if reversed {
      try RowScan.reversed(transaction, tables[table], prefix: prefix, body)
    } else {
      try RowScan.forward(transaction, tables[table], prefix: prefix, body)
    }
  }

  /// As `scan`, and notes how far it went: beyond the row that ended it nothing matters.
  private func scanNoting(
    _ table: Int, _ prefix: BorrowedBytes, reversed: Bool,
    _ body: (BorrowedBytes, BorrowedBytes) throws -> Bool
  ) throws {
    var end: [UInt8]?
    defer { trace?.noteScan(tables[table], prefix, reversed: reversed, upTo: end) }
    func follow(_ key: BorrowedBytes, _ row: BorrowedBytes) throws -> Bool {
      if try body(key, row) { return true }
      end = [UInt8](key)
      return false
    }
    if reversed {
      try RowScan.reversed(transaction, tables[table], prefix: prefix, follow)
    } else {
      try RowScan.forward(transaction, tables[table], prefix: prefix, follow)
    }
  }
}
