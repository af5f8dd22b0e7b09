internal import CDaybook

/// A row as it lies in a leaf: LMDB's header of eight bytes, the key, and the value or where it is.
struct LeafRow {
  let key: MDB_val
  let value: MDB_val

  static let header = 8
  /// What the leaf has of a row apart from the row itself: two bytes that say where it is.
  static let pointer = 2

  /// Moves a cursor; nil when there is no row.
  init?(_ cursor: OpaquePointer, _ move: MDB_cursor_op) {
    var (key, value) = (MDB_val(), MDB_val())
    guard mdb_cursor_get(cursor, &key, &value, move) == 0 else { return nil }
    (self.key, self.value) = (key, value)
  }

  /// Whether the value is in the leaf, and not on pages of its own.
  var isWhole: Bool { value.mv_data == key.mv_data + key.mv_size }

  /// Where it begins.
  var start: Int { Int(bitPattern: key.mv_data) - Self.header }

  /// How many bytes it takes there, without its pointer.
  var count: Int {
    let count = Self.header + key.mv_size + (isWhole ? value.mv_size : MemoryLayout<UInt64>.size)
    return count + count % 2
  }

  /// Whether it can lie on the same page.
  func isNear(_ other: LeafRow, pageSize: Int) -> Bool {
    abs(start - other.start) < pageSize
  }

  /// How many bits the keys begin with in common.
  func sharedBits(_ other: LeafRow) -> Int {
    let count = min(key.mv_size, other.key.mv_size)
    for index in 0..<count {
      // Safety: LMDB's pages, which stay until the transaction changes something.
      let own = key.mv_data.load(fromByteOffset: index, as: UInt8.self)
      let its = other.key.mv_data.load(fromByteOffset: index, as: UInt8.self)
      if own != its { return index * 8 + (own ^ its).leadingZeroBitCount }
    }
    return count * 8
  }
}
