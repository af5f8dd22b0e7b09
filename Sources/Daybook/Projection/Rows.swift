internal import LMDB

/// The tables of one projection while a change is taken into them.
///
/// What it does is undone when the update throws.
public struct Rows: ~Copyable {
  private unowned let session: WriteSession
  private var tables: [Table<LexicalOrder>] = []
  private var digest = Digest()
  private var oldKey = KeyWriter()
  private var newKey = KeyWriter()
  private var oldRow = PayloadWriter()
  private var newRow = PayloadWriter()
  private var journal = PayloadWriter()
  private var journalEntries: ContiguousArray<Int> = []

  init(session: WriteSession) { self.session = session }

  // MARK: For handlers

  /// Takes out the row that a change's old state made and puts in the one for its new state.
  ///
  /// Equal rows cost nothing. O(log n); no allocation.
  ///
  /// - Throws: `StoreError.rowMissing` when `old` is not there or the key of `new` is taken.
  public mutating func replace<Key, Row>(
    _ table: ViewTable<Key, Row>, old: (key: Key, row: Row)?, new: (key: Key, row: Row)?
  ) throws {
    if let old { try encode(old.key, old.row, isOld: true) }
    if let new { try encode(new.key, new.row, isOld: false) }
    let target = tables[table.index]
    if old != nil, new != nil, oldKey.bytes.elementsEqual(newKey.bytes) {
      if oldRow.bytes.elementsEqual(newRow.bytes) { return }
      note(table.index, oldKey.bytes, oldRow.bytes)
      digest.remove(table.index, oldKey.bytes, oldRow.bytes)
      try session.transaction!.put(target, newKey.bytes, newRow.bytes)
      digest.add(table.index, newKey.bytes, newRow.bytes)
      return
    }
    if old != nil {
      guard try session.transaction!.remove(target, oldKey.bytes) else {
        throw StoreError(
          .rowMissing, "a row of table \(table.name) that was to be removed is absent")
      }
      note(table.index, oldKey.bytes, oldRow.bytes)
      digest.remove(table.index, oldKey.bytes, oldRow.bytes)
    }
    if new != nil {
      guard try session.transaction!.insert(target, newKey.bytes, newRow.bytes) else {
        throw StoreError(.rowMissing, "a row of table \(table.name) has a key that is taken")
      }
      note(table.index, newKey.bytes, nil)
      digest.add(table.index, newKey.bytes, newRow.bytes)
    }
  }

  /// Changes the row of `key`, which is nil when absent; nil afterwards removes it.
  ///
  /// For rows that several entities share, such as totals. Keep sums in integers: floating-point sums
  /// depend on the order. O(log n).
  public mutating func update<Key, Row>(
    _ table: ViewTable<Key, Row>, _ key: Key, _ body: (inout Row?) throws -> Void
  ) throws {
    try encode(key)
    let target = tables[table.index]
    var row: Row? = try load(target)
    let existed = row != nil
    try body(&row)
    if existed {
      digest.remove(table.index, newKey.bytes, oldRow.bytes)
      note(table.index, newKey.bytes, oldRow.bytes)
    } else if row != nil {
      note(table.index, newKey.bytes, nil)
    }
    if let row {
      newRow.truncate()
      row.encode(into: &newRow)
      try session.transaction!.put(target, newKey.bytes, newRow.bytes)
      digest.add(table.index, newKey.bytes, newRow.bytes)
    } else if existed {
      try session.transaction!.remove(target, newKey.bytes)
    }
  }

  /// The last row whose key begins with the parts that `prefix` writes; nil when there is none.
  public mutating func last<Key, Row>(
    _ table: ViewTable<Key, Row>, prefix: (inout KeyWriter) -> Void
  ) throws -> (key: Key, row: Row)? {
    newKey.reset()
    prefix(&newKey)
    let read = session.reading!
    return try RowScan.last(read, tables[table.index], prefix: newKey.bytes)
  }

  // MARK: For the engine

  mutating func begin(_ tables: [Table<LexicalOrder>], _ digest: Digest) {
    self.tables = tables
    self.digest = digest
    journal.truncate()
    journalEntries.removeAll(keepingCapacity: true)
  }

  /// The digest after the update.
  func end() -> Digest { digest }

  /// Puts back every row as it was, last change first.
  mutating func rollBack() throws {
    while let start = journalEntries.popLast() {
      let entry = journal.bytes.from(start)
      let table = tables[Int(entry.load(0, as: UInt32.self))]
      let keySize = Int(entry.load(4, as: UInt32.self))
      let rowSize = Int(entry.load(8, as: Int32.self))
      let key = UnsafeRawBufferPointer(rebasing: entry[12..<12 + keySize])
      if rowSize < 0 {
        try session.transaction!.remove(table, key)
      } else {
        let row = UnsafeRawBufferPointer(rebasing: entry[12 + keySize..<12 + keySize + rowSize])
        try session.transaction!.put(table, key, row)
      }
    }
  }

  // MARK: Parts

  private mutating func encode<Key: OrderedKey, Row: PayloadCodable>(
    _ key: Key, _ row: Row, isOld: Bool
  ) throws {
    if isOld {
      oldKey.reset()
      key.encode(into: &oldKey)
      oldRow.truncate()
      row.encode(into: &oldRow)
    } else {
      try encode(key)
      newRow.truncate()
      row.encode(into: &newRow)
    }
  }

  private mutating func encode<Key: OrderedKey>(_ key: Key) throws {
    newKey.reset()
    key.encode(into: &newKey)
    if newKey.overflowed || newKey.count == 0 {
      throw StoreError(.invalidArgument, "the key of a row must have 1 to \(KeyWriter.limit) bytes")
    }
  }

  /// Reads the row of `newKey` and keeps its bytes in `oldRow`.
  private mutating func load<Row: PayloadCodable>(_ table: Table<LexicalOrder>) throws -> Row? {
    oldRow.truncate()
    let read = session.reading!
    guard let span = try read.value(table, newKey.bytes) else { return nil }
    span.withUnsafeBytes { oldRow.raw($0) }
    var reader = PayloadReader(oldRow.bytes.bytes)
    return try Row(from: &reader)
  }

  private mutating func note(
    _ table: Int, _ key: UnsafeRawBufferPointer, _ row: UnsafeRawBufferPointer?
  ) {
    journalEntries.append(journal.count)
    journal.raw(UInt32(table))
    journal.raw(UInt32(key.count))
    journal.raw(Int32(row?.count ?? -1))
    journal.raw(key)
    if let row { journal.raw(row) }
  }
}
