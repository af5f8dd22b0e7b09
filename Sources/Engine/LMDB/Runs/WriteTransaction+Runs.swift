public import CDaybook

extension WriteTransaction {
  /// After so many puts it is looked whether the row ends a run. A run that is put right stays so,
  /// and a look costs as much as a put. A prime, because events put rows into some tables by turns.
  private static let putsBetweenLooks: UInt32 = 97

  /// After how many puts a transaction looks first. Most have few: of 97 in a row each has another
  /// number, and those with a small one are far from each other.
  static func putsUntilLook(_ handle: OpaquePointer) -> UInt32 {
    let turn = UInt32(truncatingIfNeeded: mdb_txn_id(handle)) % putsBetweenLooks
    return turn * 60 % putsBetweenLooks + 1
  }

  /// As `store`, in a table whose rows come in any order; now and then it also looks at the page.
  @inlinable @inline(__always)
  mutating func storeAnywhere(
    _ cursor: OpaquePointer?, _ table: UInt32, _ key: inout MDB_val, _ value: inout MDB_val,
    _ flags: Int32
  ) -> Int32 {
    putsUntilLook &-= 1
    if putsUntilLook == 0 { return storeAndLook(table, &key, &value, flags) }
    return store(cursor, table, &key, &value, flags)
  }

  /// Puts a row with a cursor of its own, and gives the rows behind it a leaf if it ends a run.
  ///
  /// A row at the end of a full run costs more to put with a kept cursor, which finds only places
  /// before the last row of its leaf without a search from the root: of a thousand events at once a
  /// fortieth. Their pages are a seventh fewer.
  @usableFromInline @inline(never)
  mutating func storeAndLook(
    _ table: UInt32, _ key: inout MDB_val, _ value: inout MDB_val, _ flags: Int32
  ) -> Int32 {
    putsUntilLook = Self.putsBetweenLooks
    var opened: OpaquePointer?
    if case let code = mdb_cursor_open(handle, table, &opened), code != 0 { return code }
    // Safety: `mdb_cursor_open` set it.
    let cursor = opened.unsafelyUnwrapped
    defer { mdb_cursor_close(cursor) }
    let code = mdb_cursor_put(cursor, &key, &value, UInt32(flags))
    if code != 0 { return code }
    do throws(LMDBError) { try RunEnd.settle(cursor) } catch { return error.code.rawValue }
    return 0
  }
}
