internal import LMDB

/// The halves of the operations on rows that need no types: keys and rows are encoded already.
///
/// `newRow` ends with its checksum once it is stored, and digests are of rows without it.
extension Rows {
  @usableFromInline
  mutating func replaceEncoded(
    _ table: Int, _ name: String, hasOld: Bool, hasNew: Bool
  ) throws {
    if hasNew { try checkKey() }
    if let collector {
      guard hasNew else { return }
      return try collector._withUnsafeGuaranteedRef {
        try $0.insert(table, buffers.newKey.bytes, buffers.newRow.bytes)
      }
    }
    Self.check(table, of: tables.count)
    try settle(table)
    let target = tables[table]
    if hasOld, hasNew, buffers.oldKey.bytes.equals(buffers.newKey.bytes) {
      if buffers.oldRow.bytes.equals(buffers.newRow.bytes) { return }
      note(table, buffers.oldKey.bytes, buffers.oldRow.bytes)
      digest.remove(table, buffers.oldKey.bytes, buffers.oldRow.bytes)
      digest.add(table, buffers.newKey.bytes, buffers.newRow.bytes)
      buffers.newRow.seal(target, buffers.newKey.bytes)
      return try transaction.put(target, buffers.newKey.bytes, buffers.newRow.bytes)
    }
    if hasOld {
      if comparesStored { try compareStored(target, name) }
      guard try transaction.remove(target, buffers.oldKey.bytes) else {
        try transaction.borrowed.checkAbsence(target, buffers.oldKey.bytes)
        throw StoreError(.rowMissing, "a row of table \(name) that was to be removed is absent")
      }
      note(table, buffers.oldKey.bytes, buffers.oldRow.bytes)
      digest.remove(table, buffers.oldKey.bytes, buffers.oldRow.bytes)
    }
    if hasNew {
      // Kept only when the row is in: a handler may catch what is thrown, and go on.
      var next = digest
      next.add(table, buffers.newKey.bytes, buffers.newRow.bytes)
      buffers.newRow.seal(target, buffers.newKey.bytes)
      guard try transaction.insert(target, buffers.newKey.bytes, buffers.newRow.bytes) else {
        throw StoreError(
          .rowMissing,
          "a row of table \(name) has a key that is taken; let the key end with the entity's `id`")
      }
      digest = next
      note(table, buffers.newKey.bytes, nil)
    }
  }

  @usableFromInline var isCollecting: Bool { mutating get { collector != nil } }

  /// The collected row of `newKey`, when it is the one of the table that is held.
  @usableFromInline
  mutating func heldRow(_ table: Int) -> AnyHeldRow? {
    // What did not fit is not in the bytes: such a key is refused where its row is read.
    if buffers.newKey.overflowed { return nil }
    return collector?._withUnsafeGuaranteedRef { $0.held(table, buffers.newKey.bytes) }
  }

  /// Notes that a change of a collected row threw halfway.
  @usableFromInline
  mutating func spoil() { collector?._withUnsafeGuaranteedRef { $0.isSpoiled = true } }

  /// Holds the collected row that was loaded last, as its change left it.
  @usableFromInline
  mutating func hold(_ table: Int, _ row: AnyHeldRow) {
    collector?._withUnsafeGuaranteedRef { $0.hold(table, row) }
  }

  /// Reads the row of `newKey` into `oldRow`; false when there is none.
  @usableFromInline
  mutating func loadEncoded(_ table: Int) throws -> Bool {
    try checkKey()
    buffers.oldRow.truncate()
    if let collector {
      return try collector._withUnsafeGuaranteedRef {
        try $0.load(table, buffers.newKey.bytes, into: &buffers.oldRow)
      }
    }
    Self.check(table, of: tables.count)
    return try find(tables[table])
  }

  /// Puts `newRow` under `newKey` in place of `oldRow`, which was loaded.
  @usableFromInline
  mutating func updateEncoded(_ table: Int, hadRow: Bool, hasRow: Bool) throws {
    if hadRow {
      if hasRow, buffers.oldRow.bytes.equals(buffers.newRow.bytes) { return }
      digest.remove(table, buffers.newKey.bytes, buffers.oldRow.bytes)
      note(table, buffers.newKey.bytes, buffers.oldRow.bytes)
    } else if hasRow {
      note(table, buffers.newKey.bytes, nil)
    }
    if hasRow {
      digest.add(table, buffers.newKey.bytes, buffers.newRow.bytes)
      buffers.newRow.seal(tables[table], buffers.newKey.bytes)
      try transaction.put(tables[table], buffers.newKey.bytes, buffers.newRow.bytes)
    } else if hadRow {
      try transaction.remove(tables[table], buffers.newKey.bytes)
    }
  }

  /// Reads the last row whose key begins with `newKey` into `oldKey` and `oldRow`.
  @usableFromInline
  mutating func loadLast(_ table: Int) throws -> Bool {
    if collector != nil { throw RowCollector.Unsuited() }
    hasLooked = true
    try settle(table)
    let read: BorrowedTransaction = transaction.borrowed
    buffers.oldKey.reset()
    buffers.oldRow.truncate()
    var found = false
    // The buffers are fields of this value, which a closure must not hold while it is changed.
    var key: [UInt8] = []
    var row: [UInt8] = []
    Self.check(table, of: tables.count)
    try RowScan.reversed(read, tables[table], prefix: buffers.newKey.bytes) {
      key = [UInt8]($0)
      row = [UInt8]($1)
      found = true
      return false
    }
    key.withUnsafeBytes { buffers.oldKey.raw($0) }
    row.withUnsafeBytes { buffers.oldRow.raw($0) }
    return found
  }

  /// Makes sure that a table is one of those that the projection lists.
  @inline(__always)
  static func check(_ table: Int, of count: Int) {
    if UInt(bitPattern: table) >= UInt(bitPattern: count) { isNotListed(table, count) }
  }

  @inline(never)
  private static func isNotListed(_ table: Int, _ count: Int) -> Never {
    misuse(
      "a projection used a table at place \(table), and its `tables` lists \(count); add the table to `tables`, at its place"
    )
  }

  /// Makes sure that the stored row of `oldKey` is `oldRow`.
  @inline(never)
  private mutating func compareStored(_ table: Table<LexicalOrder>, _ name: String) throws {
    let (key, row) = ([UInt8](buffers.oldKey.bytes), [UInt8](buffers.oldRow.bytes))
    var isSame = true
    _ = try transaction.find(table, buffers.oldKey.bytes) { stored in
      isSame = key.withUnsafeBytes { table.opened(stored, $0)?.elementsEqual(row) } ?? true
    }
    if !isSame {
      throw StoreError(.rowMissing, "a row of table \(name) is not the one that was stored")
    }
  }

  mutating func checkKey() throws {
    if buffers.newKey.overflowed || buffers.newKey.count == 0 {
      throw StoreError(
        .invalidArgument,
        "the key of a row must have 1 to \(KeyWriter.limit) bytes; of long texts take the beginning, such as `prefix(100)`"
      )
    }
  }

  mutating func note(
    _ table: Int, _ key: BorrowedBytes, _ row: BorrowedBytes?
  ) {
    changes?.add(tables[table], key)
    buffers.journal.add(table, key, row)
  }
}
