internal import LMDB

/// The tables of one projection while a change is taken into them.
///
/// What it does is undone when the update throws.
public struct Rows: ~Copyable {
  /// Owns these rows until its `dissolve`.
  let session: WriteSession
  // Safety: set for the time of an update, during which the slot that owns them is kept.
  private(set) var tables = UnsafeBufferPointer<Table<LexicalOrder>>(start: nil, count: 0)
  var digest = Digest()
  @usableFromInline var oldKey = KeyWriter()
  @usableFromInline var newKey = KeyWriter()
  @usableFromInline var oldRow = PayloadWriter()
  @usableFromInline var newRow = PayloadWriter()
  var journal = RowJournal()
  /// Where rows go while a projection is built; nil when they go into the tables.
  // Safety: `Rebuild` sets it to nil before it lets go of it.
  var collector: Unmanaged<RowCollector>?

  init(session: WriteSession) { self.session = session }

  // MARK: For handlers

  /// Takes out the row that `row` makes of the old version and puts in the one of the new version.
  ///
  /// `row` gives nil for a version that has no row. Equal rows cost nothing. O(log n); no allocation.
  ///
  /// - Throws: as `replace(_:old:new:)`, and what `row` throws.
  @inlinable
  public mutating func replace<State, Key, Row>(
    _ table: ViewTable<Key, Row>, _ change: EntityChange<State>,
    _ row: (Version<State>) throws -> (key: Key, row: Row)?
  ) throws {
    var hasOld = false
    var hasNew = false
    if let old = change.old, let made = try row(old) {
      oldKey.reset()
      made.key.encode(into: &oldKey)
      oldRow.truncate()
      made.row.encode(into: &oldRow)
      hasOld = true
    }
    if let new = change.new, let made = try row(new) {
      newKey.reset()
      made.key.encode(into: &newKey)
      newRow.truncate()
      made.row.encode(into: &newRow)
      hasNew = true
    }
    if hasOld || hasNew {
      try replaceEncoded(table.index, table.name, hasOld: hasOld, hasNew: hasNew)
    }
  }

  /// Takes out the row that a change's old state made and puts in the one for its new state.
  ///
  /// Equal rows cost nothing. O(log n); no allocation.
  ///
  /// - Throws: `StoreError.rowMissing` when `old` is not there or the key of `new` is taken.
  @inlinable
  public mutating func replace<Key, Row>(
    _ table: ViewTable<Key, Row>, old: (key: Key, row: Row)?, new: (key: Key, row: Row)?
  ) throws {
    if let old {
      oldKey.reset()
      old.key.encode(into: &oldKey)
      oldRow.truncate()
      old.row.encode(into: &oldRow)
    }
    if let new {
      newKey.reset()
      new.key.encode(into: &newKey)
      newRow.truncate()
      new.row.encode(into: &newRow)
    }
    try replaceEncoded(table.index, table.name, hasOld: old != nil, hasNew: new != nil)
  }

  /// Changes the row of `key`, which is nil when absent; nil afterwards removes it.
  ///
  /// For rows that several entities share, such as totals. Keep sums in integers: floating-point sums
  /// depend on the order. While a projection is built, the row that was changed last stays in memory as
  /// `body` left it: what is not in its bytes must not matter. O(log n).
  @inlinable
  public mutating func update<Key: OrderedKey, Row: PayloadCodable>(
    _ table: ViewTable<Key, Row>, _ key: Key, _ body: (inout Row?) throws -> Void
  ) throws {
    newKey.reset()
    key.encode(into: &newKey)
    if isCollecting { return try collect(table, body) }
    var row: Row?
    let hadRow = try loadEncoded(table.index)
    if hadRow {
      var reader = PayloadReader(oldRow.bytes.bytes)
      row = try Row(from: &reader)
    }
    try body(&row)
    newRow.truncate()
    row?.encode(into: &newRow)
    try updateEncoded(table.index, hadRow: hadRow, hasRow: row != nil)
  }

  /// Changes a row that is collected; the one of each table that was changed last is held as a value.
  @inlinable
  mutating func collect<Key, Row>(
    _ table: ViewTable<Key, Row>, _ body: (inout Row?) throws -> Void
  ) throws {
    if let held = heldRow(table.index) as? HeldRow<Row> { return try body(&held.row) }
    var row: Row?
    if try loadEncoded(table.index) {
      var reader = PayloadReader(oldRow.bytes.bytes)
      row = try Row(from: &reader)
    }
    try body(&row)
    hold(table.index, HeldRow(row))
  }

  /// The last row whose key begins with the parts that `prefix` writes; nil when there is none.
  ///
  /// Rows that depend on other rows are a trap: only what does not depend on the order of arrival may
  /// follow from it. A projection that uses this is built row by row, several times as slowly.
  @inlinable
  public mutating func last<Key, Row>(
    _ table: ViewTable<Key, Row>, prefix: (inout KeyWriter) -> Void
  ) throws -> (key: Key, row: Row)? {
    newKey.reset()
    prefix(&newKey)
    guard try loadLast(table.index) else { return nil }
    var keys = KeyReader(oldKey.bytes.bytes)
    var values = PayloadReader(oldRow.bytes.bytes)
    return (try Key(from: &keys), try Row(from: &values))
  }

  // MARK: For the engine

  mutating func begin(_ slot: ProjectionSlot, _ digest: Digest) {
    tables = UnsafeBufferPointer(slot.places)
    self.digest = digest
    collector = nil
    journal.clear()
  }

  mutating func begin(_ collector: Unmanaged<RowCollector>) { self.collector = collector }

  /// Puts back every row as it was, last change first.
  mutating func rollBack() throws {
    while let entry = journal.popLast() {
      if let row = entry.row {
        oldRow.truncate()
        oldRow.raw(row)
        oldRow.seal(tables[entry.table], entry.key)
        try session.transaction!.put(tables[entry.table], entry.key, oldRow.bytes)
      } else {
        try session.transaction!.remove(tables[entry.table], entry.key)
      }
    }
  }
}
