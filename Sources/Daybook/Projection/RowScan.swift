internal import LMDB

/// Reading rows in key order.
@usableFromInline
enum RowScan {
  /// Calls `body` with the rows whose keys begin with `prefix`, first to last, until it says false.
  static func forward(
    _ transaction: borrowing BorrowedTransaction, _ table: Table<LexicalOrder>,
    prefix: UnsafeRawBufferPointer,
    _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) throws -> Bool
  ) throws {
    var cursor = try transaction.cursor(table)
    var more = prefix.isEmpty ? try cursor.first() : try cursor.seek(prefix)
    while more {
      let goOn = try cursor.key.withUnsafeBytes { key in
        guard key.starts(with: prefix) else { return false }
        return try cursor.value.withUnsafeBytes { try body(key, $0) }
      }
      guard goOn else { return }
      more = try cursor.next()
    }
  }

  /// Calls `body` with the rows whose keys begin with `prefix`, last to first, until it says false.
  static func reversed(
    _ transaction: borrowing BorrowedTransaction, _ table: Table<LexicalOrder>,
    prefix: UnsafeRawBufferPointer,
    _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) throws -> Bool
  ) throws {
    var cursor = try transaction.cursor(table)
    var more: Bool
    if let after = successor(of: prefix) {
      // Safety: LMDB reads the key during the call only.
      let bytes = after.span.bytes.withUnsafeBytes { $0 }
      let beyond = try cursor.seek(bytes)
      extendLifetime(after)
      more = beyond ? try cursor.previous() : try cursor.last()
    } else {
      more = try cursor.last()
    }
    while more {
      let goOn = try cursor.key.withUnsafeBytes { key in
        guard key.starts(with: prefix) else { return false }
        return try cursor.value.withUnsafeBytes { try body(key, $0) }
      }
      guard goOn else { return }
      more = try cursor.previous()
    }
  }

  @inlinable
  static func decode<Key: OrderedKey, Row: PayloadCodable>(
    _ key: UnsafeRawBufferPointer, _ row: UnsafeRawBufferPointer
  ) throws -> (key: Key, row: Row) {
    var keys = KeyReader(key.bytes)
    var values = PayloadReader(row.bytes)
    return (try Key(from: &keys), try Row(from: &values))
  }

  /// The least bytes greater than everything that begins with `prefix`; nil when there is none.
  private static func successor(of prefix: UnsafeRawBufferPointer) -> [UInt8]? {
    var bytes = [UInt8](prefix)
    while let last = bytes.popLast() {
      if last < 0xFF { return bytes + [last + 1] }
    }
    return nil
  }
}
