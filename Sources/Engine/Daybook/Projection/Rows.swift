internal import LMDB

/// The tables of one projection, during one change.
///
/// When the handler throws, what it did to them is undone.
public struct Rows: ~Copyable {
  /// What writes them.
  var transaction: WriteTransaction
  @usableFromInline var buffers: RowBuffers
  // Safety: set for the time of an update, during which the slot that owns them is kept.
  private(set) var tables = UnsafeBufferPointer<Table<LexicalOrder>>(start: nil, count: 0)
  var digest = Digest()
  /// Whether they follow what is appended here, which is refused when a projection cannot take it;
  /// not what arrives, and not a build.
  private(set) var isOfAppend = false
  /// Whether values that no two may have are checked as they are put in, and not at the end of the
  /// draft: nothing has looked at it.
  @usableFromInline private(set) var checksValues = false
  /// Whether they are noted for the end of the draft: something has looked at it.
  @usableFromInline private(set) var notesValues = false
  /// Whether a row that is taken out is to be the stored one, byte for byte: it is taken out to see
  /// whether it is.
  var comparesStored = false
  /// What is checked at the end of the draft; nil while nothing has looked at it.
  var awaited: AwaitedChecks?
  /// The keys that the transaction has changed; nil while nobody waits for some of them.
  var changes: ChangedKeys?
  /// Where rows go while a projection is built; nil when they go into the tables.
  // Safety: `Rebuild` sets it to nil before it lets go of it.
  var collector: Unmanaged<RowCollector>?
  private var keepsCursors = false
  // Safety: as for `tables`.
  private(set) var slot: Unmanaged<ProjectionSlot>?
  /// Whether the row that entities share and that was changed last is held.
  @usableFromInline var holdsShared = false
  /// Whether a handler has looked at rows that others may have put in.
  var hasLooked = false

  init(
    _ transaction: consuming WriteTransaction, _ buffers: consuming RowBuffers, isObserved: Bool
  ) {
    self.transaction = transaction
    self.buffers = buffers
    changes = isObserved ? ChangedKeys() : nil
  }

  // MARK: For handlers

  /// Takes out the row that `row` makes of the old state and puts in the one of the new state.
  ///
  /// Return nil from `row` for a state that has no row. Equal rows cost nothing. O(log n); no
  /// allocation.
  ///
  /// - Throws: as `replace(_:old:new:)`, and what `row` throws.
  @inlinable
  public mutating func replace<State, Key, Row>(
    _ table: ViewTable<Key, Row>, _ change: EntityChange<State>,
    _ row: (Stamped<State>) throws -> (key: Key, row: Row)?
  ) throws {
    var hasOld = false
    var hasNew = false
    if let old = change.old, let made = try row(old) {
      buffers.oldKey.reset()
      made.key.encode(into: &buffers.oldKey)
      buffers.oldRow.truncate()
      made.row.encode(into: &buffers.oldRow)
      hasOld = true
    }
    if let new = change.new, let made = try row(new) {
      buffers.newKey.reset()
      made.key.encode(into: &buffers.newKey)
      buffers.newRow.truncate()
      made.row.encode(into: &buffers.newRow)
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
      buffers.oldKey.reset()
      old.key.encode(into: &buffers.oldKey)
      buffers.oldRow.truncate()
      old.row.encode(into: &buffers.oldRow)
    }
    if let new {
      buffers.newKey.reset()
      new.key.encode(into: &buffers.newKey)
      buffers.newRow.truncate()
      new.row.encode(into: &buffers.newRow)
    }
    try replaceEncoded(table.index, table.name, hasOld: old != nil, hasNew: new != nil)
  }

  /// Changes the row of `key`, which is nil when absent; nil afterwards removes it.
  ///
  /// For rows that several entities share, such as totals. Keep sums in integers: floating-point
  /// sums depend on the order. The row that was changed last may stay in memory as `body` left it,
  /// so don't rely on state that `encode` omits. O(log n); O(1) for the row that was changed last,
  /// while a projection is built or a draft of several events is stored.
  @inlinable
  public mutating func update<Key: OrderedKey, Row: PayloadCodable>(
    _ table: ViewTable<Key, Row>, _ key: Key, _ body: (inout Row?) throws -> Void
  ) throws {
    buffers.newKey.reset()
    key.encode(into: &buffers.newKey)
    if isCollecting { return try collect(table, body) }
    if holdsShared { return try changeHeld(table, body) }
    var row: Row?
    let hadRow = try loadEncoded(table.index)
    if hadRow {
      var reader = PayloadReader(buffers.oldRow.bytes.bytes)
      row = try Row(from: &reader)
    }
    try body(&row)
    buffers.newRow.truncate()
    row?.encode(into: &buffers.newRow)
    try updateEncoded(table.index, hadRow: hadRow, hasRow: row != nil)
  }

  /// Changes a row that is collected; the one of each table that was changed last is held as a
  /// value.
  @inlinable
  mutating func collect<Key, Row>(
    _ table: ViewTable<Key, Row>, _ body: (inout Row?) throws -> Void
  ) throws {
    if let held = heldRow(table.index) as? HeldRow<Row> {
      do { return try body(&held.row) } catch {
        // Half of it is changed, and the handler may go on.
        spoil()
        throw error
      }
    }
    var row: Row?
    if try loadEncoded(table.index) {
      var reader = PayloadReader(buffers.oldRow.bytes.bytes)
      row = try Row(from: &reader)
    }
    try body(&row)
    hold(table.index, HeldRow(row))
  }

  /// The last row whose key begins with the parts that `prefix` writes; nil when there is none.
  ///
  /// Rows that depend on other rows are a trap: only what does not depend on the order of arrival
  /// may follow from it. A projection that uses this is built row by row, several times as slowly.
  @inlinable
  public mutating func last<Key, Row>(
    _ table: ViewTable<Key, Row>, prefix: (inout KeyWriter) -> Void
  ) throws -> (key: Key, row: Row)? {
    buffers.newKey.reset()
    prefix(&buffers.newKey)
    guard try loadLast(table.index) else { return nil }
    var keys = KeyReader(buffers.oldKey.bytes.bytes)
    var values = PayloadReader(buffers.oldRow.bytes.bytes)
    return (try Key(from: &keys), try Row(from: &values))
  }

  // MARK: For the engine

  /// Follows what is appended here, or what arrives.
  mutating func follow(isOfAppend: Bool) {
    self.isOfAppend = isOfAppend
    notesValues = isOfAppend && awaited != nil
    checksValues = isOfAppend && !notesValues
  }

  mutating func begin(_ slot: ProjectionSlot, _ digest: Digest) {
    tables = UnsafeBufferPointer(slot.places)
    self.slot = Unmanaged.passUnretained(slot)
    self.digest = digest
    collector = nil
    buffers.journal.clear()
  }

  mutating func begin(_ collector: Unmanaged<RowCollector>) { self.collector = collector }

  /// Puts back every row as it was, last change first.
  mutating func rollBack() throws {
    while let entry = buffers.journal.popLast() {
      let isHeld =
        slot?._withUnsafeGuaranteedRef { $0.shared.isOf(entry.table, entry.key) } ?? false
      if isHeld {
        slot?._withUnsafeGuaranteedRef { $0.shared.restore(entry.row) }
      } else if let row = entry.row {
        buffers.oldRow.truncate()
        buffers.oldRow.raw(row)
        buffers.oldRow.seal(tables[entry.table], entry.key)
        try transaction.put(tables[entry.table], entry.key, buffers.oldRow.bytes)
      } else {
        try transaction.remove(tables[entry.table], entry.key)
      }
    }
  }

  /// Keeps a cursor for each table to the end of the LMDB transaction.
  mutating func keepCursors() {
    if keepsCursors { return }
    transaction.keepCursors(in: buffers.cursors)
    keepsCursors = true
  }
}

/// Memory that rows are encoded into, kept from one transaction to the next.
@usableFromInline
struct RowBuffers: ~Copyable {
  @usableFromInline var oldKey = KeyWriter()
  @usableFromInline var newKey = KeyWriter()
  @usableFromInline var oldRow = PayloadWriter()
  @usableFromInline var newRow = PayloadWriter()
  /// For rows of the log and of entities.
  @usableFromInline var scratch = PayloadWriter(capacity: 4096)
  var journal = RowJournal()

  /// Lent to transactions that change many rows.
  let cursors: TableCursors

  init(_ environment: borrowing Environment) {
    cursors = TableCursors(tables: environment.maximumTables)
  }
}
