internal import LMDB

/// Rows as they are stored: with their checksums, which are checked and left out here.
extension Rows {
  /// Puts `scratch` under a key, with its checksum.
  mutating func putScratch(_ table: Table<LexicalOrder>, _ key: BorrowedBytes) throws {
    try transaction.put(table, key, sealing: &buffers.scratch)
  }

  /// The row of a key, up to the next change; nil when none is found, for `checkAbsence` to look
  /// at.
  mutating func stored(
    _ table: Table<LexicalOrder>, _ key: BorrowedBytes
  ) throws -> BorrowedBytes? {
    var stored = BorrowedBytes.none
    guard try transaction.find(table, key, { stored = $0 }) else { return nil }
    guard let row = table.opened(stored, key) else {
      throw transaction.borrowed.damaged(table, key)
    }
    return row
  }

  /// As `ReadableTransaction.checkAbsence`, without another search where cursors are kept.
  mutating func checkAbsence(
    _ table: Table<LexicalOrder>, _ key: BorrowedBytes
  ) throws {
    let read = transaction.borrowed
    let isChecked = try transaction.eachNeighbour(table, key) { name, stored, isAfter in
      if table.opened(stored, name) == nil { throw read.damaged(table, name) }
      guard isAfter ? key.precedes(name) : name.precedes(key) else {
        throw read.outOfOrder(table, key)
      }
    }
    if !isChecked { try read.checkAbsence(table, key) }
  }

  /// Reads the row of `newKey` into `oldRow`, which is empty; false when there is none.
  mutating func find(_ table: Table<LexicalOrder>) throws -> Bool {
    let key = buffers.newKey.bytes
    guard try transaction.find(table, key, { buffers.oldRow.raw($0) }) else {
      try checkAbsence(table, key)
      return false
    }
    guard let opened = table.opened(buffers.oldRow.bytes, key) else {
      throw transaction.borrowed.damaged(table, key)
    }
    buffers.oldRow.truncate(to: opened.count)
    return true
  }
}
