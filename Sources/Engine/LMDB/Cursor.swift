public import CDaybook

/// A position in a table. It cannot outlive its transaction.
///
/// Each move says whether there is a row; `key` and `value` are that row's.
/// ```swift
/// var cursor = try transaction.cursor(events)
/// while try cursor.next() { total += cursor.value.byteCount }
/// ```
/// Wraps `mdb_cursor_open` and `mdb_cursor_get`. No allocation after it is made.
public struct Cursor<Order: KeyOrder>: ~Copyable, ~Escapable {
  @usableFromInline let handle: OpaquePointer
  @usableFromInline var keyVal = MDB_val()
  @usableFromInline var valueVal = MDB_val()

  @inlinable
  @_lifetime(immortal)
  init(transaction: OpaquePointer, table: Table<Order>) throws(LMDBError) {
    var opened: OpaquePointer?
    try check(mdb_cursor_open(transaction, table.handle, &opened), "mdb_cursor_open")
    // Safety: `mdb_cursor_open` set it, or `check` threw.
    handle = opened.unsafelyUnwrapped
  }

  @inlinable
  deinit { mdb_cursor_close(handle) }

  @inlinable @inline(__always)
  @_lifetime(self: copy self)
  mutating func move(_ operation: MDB_cursor_op) throws(LMDBError) -> Bool {
    var key = keyVal
    var value = MDB_val()
    let code = mdb_cursor_get(handle, &key, &value, operation)
    keyVal = key
    valueVal = value
    if code == 0 { return true }
    if code == MDB_NOTFOUND { return false }
    try fail(code, "mdb_cursor_get")
    return false
  }

  /// Moves to the next row, at first to the first one.
  @inlinable @inline(__always)
  @_lifetime(self: copy self)
  public mutating func next() throws(LMDBError) -> Bool { try move(MDB_NEXT) }

  /// Moves to the row before, at first to the last one.
  @inlinable @inline(__always)
  @_lifetime(self: copy self)
  public mutating func previous() throws(LMDBError) -> Bool { try move(MDB_PREV) }

  /// Moves to the first row.
  @inlinable @inline(__always)
  @_lifetime(self: copy self)
  public mutating func first() throws(LMDBError) -> Bool { try move(MDB_FIRST) }

  /// Moves to the last row.
  @inlinable @inline(__always)
  @_lifetime(self: copy self)
  public mutating func last() throws(LMDBError) -> Bool { try move(MDB_LAST) }

  /// The value of the row; empty before the first move.
  @inlinable public var value: RawSpan {
    @inline(__always)
    @_lifetime(borrow self)
    get {
      // Safety: LMDB's page, which stays while the transaction does and is not changed.
      let bytes = UnsafeRawBufferPointer(start: valueVal.mv_data, count: valueVal.mv_size)
      return _overrideLifetime(RawSpan(_unsafeBytes: bytes), borrowing: self)
    }
  }
}

extension Cursor where Order == IntegerOrder {
  /// Moves to the first row whose key is at least `key`. O(log n).
  @inlinable @inline(__always)
  @_lifetime(self: copy self)
  public mutating func seek(_ key: UInt64) throws(LMDBError) -> Bool {
    var number = key
    let cursor = handle
    let (code, found, value) = withUnsafeMutablePointer(to: &number) { pointer in
      var found = MDB_val(mv_size: 8, mv_data: UnsafeMutableRawPointer(pointer))
      var value = MDB_val()
      let code = mdb_cursor_get(cursor, &found, &value, MDB_SET_RANGE)
      return (code, found, value)
    }
    keyVal = found
    valueVal = value
    if code == 0 { return true }
    if code == MDB_NOTFOUND { return false }
    try fail(code, "mdb_cursor_get")
    return false
  }

  /// Calls `body` with the row and each after it; only after a move that returned true.
  ///
  /// The same as a loop over `next`, `key` and `value`, without noting each row in between. At the
  /// end afterwards.
  @inlinable @inline(__always)
  @_lifetime(self: copy self)
  public mutating func forEach(_ body: (UInt64, UnsafeRawBufferPointer) throws -> Void) throws {
    var key = keyVal
    var value = valueVal
    var code: Int32
    repeat {
      // Safety: of a row LMDB gives both, in pages which stay while the transaction does; 8 bytes
      // of key.
      let start = UnsafeRawPointer(value.mv_data.unsafelyUnwrapped)
      try body(
        key.mv_data.unsafelyUnwrapped.loadUnaligned(as: UInt64.self),
        UnsafeRawBufferPointer(start: start, count: value.mv_size))
      code = mdb_cursor_get(handle, &key, &value, MDB_NEXT)
    } while code == 0
    if code != MDB_NOTFOUND { try fail(code, "mdb_cursor_get") }
  }

  /// The key of the row. Only after a move that returned true.
  @inlinable @inline(__always)
  public var key: UInt64 {
    // Safety: LMDB's page holds the 8 bytes of the key.
    keyVal.mv_data.loadUnaligned(as: UInt64.self)
  }
}

extension Cursor where Order == LexicalOrder {
  /// Moves to the first row whose key is at least `key`. O(log n).
  @inlinable @inline(__always)
  @_lifetime(self: copy self)
  public mutating func seek(_ key: UnsafeRawBufferPointer) throws(LMDBError) -> Bool {
    keyVal = MDB_val(key)
    return try move(MDB_SET_RANGE)
  }

  /// The key of the row. Only after a move that returned true.
  @inlinable public var key: RawSpan {
    @inline(__always)
    @_lifetime(borrow self)
    get {
      // Safety: LMDB's page, which stays while the transaction does and is not changed.
      let bytes = UnsafeRawBufferPointer(start: keyVal.mv_data, count: keyVal.mv_size)
      return _overrideLifetime(RawSpan(_unsafeBytes: bytes), borrowing: self)
    }
  }
}
