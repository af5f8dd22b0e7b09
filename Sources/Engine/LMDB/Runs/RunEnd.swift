internal import CDaybook

/// The end of a run, in the middle of a leaf: rows come one after the other in the order of their
/// keys, and rows of another run are behind them.
///
/// LMDB fills a leaf when rows come behind its last one. When they come before others it cuts the
/// full leaf in two halves, and the first half stays as it is: so a third of the pages of such a
/// table is empty. Therefore the rows behind a run get a leaf of their own, once. From then on the
/// run ends where its leaf does.
///
/// Each row stays what it is, so nothing is noted for the journal; what is done again from there
/// has the same rows on other pages.
struct RunEnd {
  /// The bits that neighbours in a run have in common more than the last row has with the one
  /// behind it. Of keys in no order, one in 65,536 looks so.
  private static let closerBits = 16

  private let cursor: OpaquePointer
  private let pageSize: Int
  private let rows: LeafRows

  /// Gives the rows behind the one that the cursor is at a leaf of their own, if that row ends a
  /// run.
  ///
  /// - Throws: `LMDBError`; then LMDB does not commit the transaction.
  static func settle(_ cursor: OpaquePointer) throws(LMDBError) { try RunEnd(cursor)?.cut() }

  /// Looks at the row that the cursor is at; nil when there is nothing to do.
  ///
  /// There is when the leaf is three quarters full: cut in two, it leaves no more empty than LMDB
  /// would. And when the run has the greater part of it: LMDB cuts the others so that it gets it.
  private init?(_ cursor: OpaquePointer) {
    var statistics = MDB_stat()
    guard mdb_stat(mdb_cursor_txn(cursor), mdb_cursor_dbi(cursor), &statistics) == 0 else {
      return nil
    }
    let pageSize = Int(statistics.ms_psize)
    guard Self.isAtEnd(cursor, pageSize), let rows = LeafRows(cursor, pageSize: pageSize),
      rows.countBehind > 0
    else { return nil }
    (self.cursor, self.rows, self.pageSize) = (cursor, rows, pageSize)
    let room = pageSize - Self.head
    guard
      rows.before + rows.behind >= room / 4 * 3,
      rows.before + rows.first + Self.widest(pageSize) > room
    else { return nil }
  }

  /// Whether the row is one of a run, and the row behind it, near enough for the same page, is not.
  ///
  /// Nearly every row is found out here.
  private static func isAtEnd(_ cursor: OpaquePointer, _ pageSize: Int) -> Bool {
    guard let row = LeafRow(cursor, MDB_GET_CURRENT), let next = LeafRow(cursor, MDB_NEXT),
      LeafRow(cursor, MDB_PREV) != nil, row.isNear(next, pageSize: pageSize),
      let last = LeafRow(cursor, MDB_PREV),
      last.sharedBits(row) >= row.sharedBits(next) + closerBits
    else { return false }
    return LeafRow(cursor, MDB_NEXT) != nil
  }

  // MARK: Cutting

  /// The bytes before the rows of a page.
  private static let head = 16
  private static let longestKey = 511

  /// What the greatest row that LMDB keeps within a leaf takes of it.
  private static func widest(_ pageSize: Int) -> Int { (pageSize - head) / 2 & ~1 }

  /// LMDB begins a new leaf with the last row of a full one and the row that comes behind it. So
  /// the first row of those behind the run is left alone there, and a filler is put behind it that
  /// does not fit.
  ///
  /// A row that is taken out lets LMDB fill up a leaf that is less than a quarter full from the one
  /// before it. So the first row is made wide while the filler goes; a change of a row's length
  /// moves no others.
  private func cut() throws(LMDBError) {
    guard let behind = TakenRows(cursor, rows.countBehind) else { return }
    let first = behind.key(0)
    // No key is between them, but the next row may have the filler's, also on the next leaf.
    let filler = first + [0]
    if filler.count > Self.longestKey { return }
    if behind.count > 1, behind.key(1) == filler { return }
    for index in 1..<behind.count { try remove(behind.key(index)) }
    let wide = Self.widest(pageSize) - LeafRow.header - LeafRow.pointer - filler.count
    let code = put(filler, [UInt8](repeating: 0, count: wide), MDB_NOOVERWRITE)
    if code == MDB_KEYEXIST, behind.count == 1 { return }
    try check(code, "mdb_cursor_put")
    try check(put(first, [UInt8](repeating: 0, count: pageSize / 4)), "mdb_cursor_put")
    try remove(filler)
    for index in 0..<behind.count {
      try check(put(behind.key(index), behind.value(index)), "mdb_cursor_put")
    }
  }

  private func put(_ key: [UInt8], _ value: [UInt8], _ flags: Int32 = 0) -> Int32 {
    // Safety: LMDB copies key and value before it returns.
    key.withUnsafeBytes { key in
      value.withUnsafeBytes { value in
        var (key, value) = (MDB_val(key), MDB_val(value))
        return mdb_cursor_put(cursor, &key, &value, UInt32(flags))
      }
    }
  }

  private func remove(_ key: [UInt8]) throws(LMDBError) {
    // Safety: LMDB reads the key during the call only.
    let code = key.withUnsafeBytes { key in
      var key = MDB_val(key)
      return mdb_del(mdb_cursor_txn(cursor), mdb_cursor_dbi(cursor), &key, nil)
    }
    try check(code, "mdb_del")
  }
}

/// Copies of rows. One array for the bytes of all, as for `NearRows`.
private struct TakenRows {
  private var bytes: [UInt8] = []
  private var ends = [0]

  /// Takes the rows behind the one that the cursor is at; nil when one has pages of its own.
  init?(_ cursor: OpaquePointer, _ count: Int) {
    for _ in 0..<count {
      guard let row = LeafRow(cursor, MDB_NEXT), row.isWhole else { return nil }
      take(row.key)
      take(row.value)
    }
  }

  private mutating func take(_ part: MDB_val) {
    // Safety: LMDB's page, which stays until the transaction changes something.
    bytes += UnsafeRawBufferPointer(start: part.mv_data, count: part.mv_size)
    ends.append(bytes.count)
  }

  var count: Int { ends.count / 2 }
  func key(_ index: Int) -> [UInt8] { part(index * 2) }
  func value(_ index: Int) -> [UInt8] { part(index * 2 + 1) }
  private func part(_ index: Int) -> [UInt8] { [UInt8](bytes[ends[index]..<ends[index + 1]]) }
}
