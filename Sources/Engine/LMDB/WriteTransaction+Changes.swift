public import CDaybook

extension WriteTransaction {
  /// Opens the table `name`, making it when it is missing. Wraps `mdb_dbi_open` with `MDB_CREATE`.
  public mutating func makeTable<Order>(
    _ name: String, _ order: Order.Type
  ) throws(LMDBError) -> Table<Order> {
    if let table = try table(name, Order.self) { return table }
    // Checksums and records name a table by its seed.
    let seed = Table<Order>(handle: 0, name: name).seed
    if let other = try tableNames().first(where: { Table<Order>(handle: 0, name: $0).seed == seed })
    {
      throw LMDBError(
        code: .incompatible, call: "mdb_dbi_open",
        detail: "the tables \(name) and \(other) have one checksum: choose another name")
    }
    var opened: MDB_dbi = 0
    var flags = Order.flags | UInt32(MDB_CREATE)
    try check(mdb_dbi_open(handle, name, flags, &opened), "mdb_dbi_open")
    let table = Table<Order>(handle: opened, name: name)
    flags = Order.flags.littleEndian
    var name = name
    let noted = name.withUTF8 { name in
      withUnsafeBytes(of: &flags) { flags in
        Result { () throws(LMDBError) in
          try note(.makeTable, table.seed, UnsafeRawBufferPointer(name), flags)
        }
      }
    }
    _ = try noted.get()
    return table
  }

  // Safety: LMDB copies key and value before it returns, here and below; both outlive the call.

  /// Notes a change for the journal, before it is made: key and value may lie in pages that it
  /// moves. Returns what `takeBack` needs when nothing comes of it.
  @inlinable @inline(__always)
  borrowing func note(
    _ kind: RowRecord.Kind, _ table: UInt32, _ key: UnsafeRawBufferPointer,
    _ value: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0)
  ) throws(LMDBError) -> Int {
    guard let record else { return 0 }
    let before = record.pointee.count
    if !record.pointee.add(kind, table, key, value) { try outgrow() }
    return before
  }

  /// Tells the journal that the transaction grows large, before it does: pages of such a one are
  /// written before its commit.
  @usableFromInline @inline(never)
  borrowing func outgrow() throws(LMDBError) {
    guard let record else { return }
    let ask = record.pointee.whenTooLarge
    record.pointee.mostBeyond = try ask?(record.pointee.beyond, id) ?? .max
  }

  @inlinable @inline(__always)
  borrowing func note(
    _ kind: RowRecord.Kind, _ table: UInt32, _ key: UInt64,
    _ value: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0)
  ) throws(LMDBError) -> Int {
    var number = key
    return try withUnsafeBytes(of: &number) { (key) throws(LMDBError) in
      try note(kind, table, key, value)
    }
  }

  @inlinable @inline(__always)
  borrowing func takeBack(to before: Int) { record?.pointee.count = before }

  @inlinable @inline(__always)
  borrowing func checkPut(_ code: Int32, _ before: Int) throws(LMDBError) {
    if code == 0 { return }
    takeBack(to: before)
    try fail(code, "mdb_put")
  }

  /// Puts a row by the table's cursor, or by a search from the root when there is none.
  @inlinable @inline(__always)
  borrowing func store(
    _ cursor: OpaquePointer?, _ table: UInt32, _ key: inout MDB_val, _ value: inout MDB_val,
    _ flags: Int32
  ) -> Int32 {
    if let cursor { return mdb_cursor_put(cursor, &key, &value, UInt32(flags)) }
    return mdb_put(handle, table, &key, &value, UInt32(flags))
  }

  /// Puts `value` under `key`, replacing what was there. Wraps `mdb_put`.
  @inlinable @inline(__always)
  public mutating func put(
    _ table: Table<IntegerOrder>, _ key: UInt64, _ value: UnsafeRawBufferPointer
  ) throws(LMDBError) {
    let cursor = try cursor(table.handle)
    let before = try note(.put, table.seed, key, value)
    var number = key
    let code = withUnsafeMutablePointer(to: &number) { pointer in
      var key = MDB_val(mv_size: 8, mv_data: UnsafeMutableRawPointer(pointer))
      var value = MDB_val(value)
      return store(cursor, table.handle, &key, &value, 0)
    }
    try checkPut(code, before)
  }

  /// Puts `value` under `key`, which must be greater than every key of the table.
  ///
  /// Fills pages to the end and costs half of a plain put. Wraps `mdb_put` with `MDB_APPEND`.
  ///
  /// - Throws: `MDB_KEYEXIST` when the key is not the greatest.
  @inlinable @inline(__always)
  public mutating func append(
    _ table: Table<IntegerOrder>, _ key: UInt64, _ value: UnsafeRawBufferPointer
  ) throws(LMDBError) {
    let cursor = try cursor(table.handle)
    let before = try note(.put, table.seed, key, value)
    var number = key
    let code = withUnsafeMutablePointer(to: &number) { pointer in
      var key = MDB_val(mv_size: 8, mv_data: UnsafeMutableRawPointer(pointer))
      var value = MDB_val(value)
      return store(cursor, table.handle, &key, &value, MDB_APPEND)
    }
    try checkPut(code, before)
  }

  /// Appends a row of `count` bytes that `fill` writes straight into the page.
  ///
  /// `fill` must write every byte. Wraps `mdb_put` with `MDB_APPEND` and `MDB_RESERVE`.
  ///
  /// - Throws: `MDB_KEYEXIST` when the key is not the greatest.
  @inlinable @inline(__always)
  public mutating func append(
    _ table: Table<IntegerOrder>, _ key: UInt64, count: Int,
    _ fill: (UnsafeMutableRawPointer) -> Void
  ) throws(LMDBError) {
    let cursor = try cursor(table.handle)
    var number = key
    var value = MDB_val(mv_size: count, mv_data: nil)
    let code = withUnsafeMutablePointer(to: &number) { pointer in
      var key = MDB_val(mv_size: 8, mv_data: UnsafeMutableRawPointer(pointer))
      return store(cursor, table.handle, &key, &value, MDB_APPEND | MDB_RESERVE)
    }
    let page = value.mv_data
    try check(code, "mdb_put")
    guard let page else { return }
    fill(page)
    _ = try note(.put, table.seed, key, UnsafeRawBufferPointer(start: page, count: count))
  }

  /// Puts `value` under `key`, replacing what was there. Wraps `mdb_put`.
  @inlinable @inline(__always)
  public mutating func put(
    _ table: Table<LexicalOrder>, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer
  ) throws(LMDBError) {
    let cursor = try cursor(table.handle)
    let before = try note(.put, table.seed, key, value)
    var name = MDB_val(key)
    var row = MDB_val(value)
    try checkPut(storeAnywhere(cursor, table.handle, &name, &row, 0), before)
  }

  /// Calls `body` with the value of `key`, near the last change of the table; false when there is
  /// none.
  ///
  /// Wraps `mdb_cursor_get` with `MDB_SET`, or `mdb_get` when no cursors are kept.
  @inlinable @inline(__always)
  public mutating func find(
    _ table: Table<LexicalOrder>, _ key: UnsafeRawBufferPointer,
    _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(LMDBError) -> Bool {
    var name = MDB_val(key)
    var value = MDB_val()
    let code =
      if let cursor = try cursor(table.handle) {
        mdb_cursor_get(cursor, &name, &value, MDB_SET)
      } else {
        mdb_get(handle, table.handle, &name, &value)
      }
    if code == MDB_NOTFOUND { return false }
    try check(code, "mdb_get")
    body(UnsafeRawBufferPointer(start: value.mv_data, count: value.mv_size))
    return true
  }

  /// Calls `body` with the rows on both sides of where an absent key would be; false, and nothing
  /// done, when no cursors are kept.
  ///
  /// Wraps `mdb_cursor_get` with `MDB_SET_RANGE` and `MDB_PREV`, or `MDB_LAST` at the end.
  @inlinable
  public mutating func eachNeighbour(
    _ table: Table<LexicalOrder>, _ key: UnsafeRawBufferPointer,
    _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, _ isAfter: Bool)
      throws -> Void
  ) throws -> Bool {
    guard let cursor = try cursor(table.handle) else { return false }
    var name = MDB_val(key)
    var value = MDB_val()
    var code = mdb_cursor_get(cursor, &name, &value, MDB_SET_RANGE)
    let isAtRow = code == 0
    if isAtRow {
      try body(
        UnsafeRawBufferPointer(start: name.mv_data, count: name.mv_size),
        UnsafeRawBufferPointer(start: value.mv_data, count: value.mv_size), true)
    } else if code != MDB_NOTFOUND {
      try check(code, "mdb_cursor_get")
    }
    code = mdb_cursor_get(cursor, &name, &value, isAtRow ? MDB_PREV : MDB_LAST)
    if code == MDB_NOTFOUND { return true }
    try check(code, "mdb_cursor_get")
    try body(
      UnsafeRawBufferPointer(start: name.mv_data, count: name.mv_size),
      UnsafeRawBufferPointer(start: value.mv_data, count: value.mv_size), false)
    return true
  }

  /// Puts a new row; false, and nothing changed, when the key is there already.
  ///
  /// Wraps `mdb_put` with `MDB_NOOVERWRITE`.
  @inlinable @inline(__always)
  public mutating func insert(
    _ table: Table<LexicalOrder>, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer
  ) throws(LMDBError) -> Bool {
    let cursor = try cursor(table.handle)
    let before = try note(.put, table.seed, key, value)
    var name = MDB_val(key)
    var row = MDB_val(value)
    let code = storeAnywhere(cursor, table.handle, &name, &row, MDB_NOOVERWRITE)
    if code == MDB_KEYEXIST {
      takeBack(to: before)
      return false
    }
    try checkPut(code, before)
    return true
  }

  /// Puts a row whose key must be greater than every key of the table.
  ///
  /// Wraps `mdb_put` with `MDB_APPEND`.
  ///
  /// - Throws: `MDB_KEYEXIST` when the key is not the greatest.
  @inlinable @inline(__always)
  public mutating func append(
    _ table: Table<LexicalOrder>, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer
  ) throws(LMDBError) {
    let cursor = try cursor(table.handle)
    let before = try note(.put, table.seed, key, value)
    var name = MDB_val(key)
    var row = MDB_val(value)
    let code = store(cursor, table.handle, &name, &row, MDB_APPEND)
    try checkPut(code, before)
  }

  /// Removes `key`; false when it was not there. Wraps `mdb_del`.
  @inlinable @inline(__always)
  @discardableResult
  public mutating func remove(
    _ table: Table<LexicalOrder>, _ key: UnsafeRawBufferPointer
  ) throws(LMDBError) -> Bool {
    let before = try note(.remove, table.seed, key)
    var name = MDB_val(key)
    let code = mdb_del(handle, table.handle, &name, nil)
    if code != 0 { takeBack(to: before) }
    if code == MDB_NOTFOUND { return false }
    try check(code, "mdb_del")
    return true
  }

  /// Removes `key`; false when it was not there. Wraps `mdb_del`.
  @discardableResult
  public mutating func remove(
    _ table: Table<IntegerOrder>, _ key: UInt64
  ) throws(LMDBError) -> Bool {
    let before = try note(.remove, table.seed, key)
    var number = key
    let code = withUnsafeMutablePointer(to: &number) { pointer in
      var key = MDB_val(mv_size: 8, mv_data: UnsafeMutableRawPointer(pointer))
      return mdb_del(handle, table.handle, &key, nil)
    }
    if code != 0 { takeBack(to: before) }
    if code == MDB_NOTFOUND { return false }
    try check(code, "mdb_del")
    return true
  }

  /// Removes every row; the table stays. O(pages). Wraps `mdb_drop`.
  public mutating func removeAll<Order>(_ table: Table<Order>) throws(LMDBError) {
    record?.pointee.hasEmptied = true
    try check(mdb_drop(handle, table.handle, 0), "mdb_drop")
  }
}
