internal import LMDB

/// Rows that entities share, of which one of each projection is held while a draft of several
/// events is stored.
extension Rows {
  /// Changes the row of `newKey`, which is held afterwards.
  @inlinable
  mutating func changeHeld<Key, Row>(
    _ table: ViewTable<Key, Row>, _ body: (inout Row?) throws -> Void
  ) throws {
    let shared = try sharedRow(table.index)
    let held: HeldRow<Row>
    if let known = shared.value as? HeldRow<Row> {
      held = known
    } else {
      held = HeldRow(nil)
      if shared.isThere {
        var reader = PayloadReader(shared.row.bytes.bytes)
        held.row = try Row(from: &reader)
      }
    }
    // Who throws has changed a part of it.
    shared.value = nil
    try body(&held.row)
    buffers.newRow.truncate()
    let hasRow = held.encode(into: &buffers.newRow)
    note(shared, hasRow: hasRow)
    shared.value = held
  }

  /// The row of `newKey`, as it is held or stored.
  @usableFromInline
  mutating func sharedRow(_ table: Int) throws -> SharedRow {
    guard let slot else { preconditionFailure("rows are changed outside of a projection") }
    let shared = slot._withUnsafeGuaranteedRef { $0.shared }
    // What did not fit is not in the bytes.
    try checkKey()
    if shared.isOf(table, buffers.newKey.bytes) { return shared }
    try slot._withUnsafeGuaranteedRef { try settle($0) }
    Self.check(table, of: tables.count)
    buffers.oldRow.truncate()
    let isThere = try find(tables[table])
    swap(&shared.row, &buffers.oldRow)
    shared.table = table
    shared.key.truncate()
    shared.key.raw(buffers.newKey.bytes)
    (shared.isThere, shared.isStored) = (isThere, isThere)
    (shared.isChanged, shared.isHeld) = (false, true)
    return shared
  }

  /// Takes `newRow` for the held row.
  @usableFromInline
  mutating func note(_ shared: SharedRow, hasRow: Bool) {
    let key = shared.key.bytes
    if shared.isThere {
      if hasRow, shared.row.bytes.equals(buffers.newRow.bytes) { return }
      digest.remove(shared.table, key, shared.row.bytes)
      note(shared.table, key, shared.row.bytes)
    } else if hasRow {
      note(shared.table, key, nil)
    } else {
      return
    }
    if hasRow { digest.add(shared.table, key, buffers.newRow.bytes) }
    swap(&shared.row, &buffers.newRow)
    shared.isThere = hasRow
    shared.isChanged = true
  }

  /// Stores the held row of a table, which is about to be used in another way.
  @inline(__always)
  mutating func settle(_ table: Int) throws {
    guard holdsShared, let slot else { return }
    try slot._withUnsafeGuaranteedRef {
      if $0.shared.isHeld, $0.shared.table == table { try settle($0) }
    }
  }

  /// Stores the held row of a projection, whose digest has it already.
  mutating func settle(_ slot: ProjectionSlot) throws {
    let shared = slot.shared
    guard shared.isHeld else { return }
    (shared.isHeld, shared.value) = (false, nil)
    guard shared.isChanged else { return }
    let table = slot.places[shared.table]
    if shared.isThere {
      shared.row.seal(table, shared.key.bytes)
      try transaction.put(table, shared.key.bytes, shared.row.bytes)
    } else if shared.isStored {
      try transaction.remove(table, shared.key.bytes)
    }
  }
}
