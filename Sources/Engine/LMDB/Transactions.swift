public import CDaybook

/// A transaction that can be read from: a snapshot, or the one that writes.
public protocol ReadableTransaction: ~Copyable {
  /// `MDB_txn *`. Not for use outside this module.
  var handle: OpaquePointer { get }
}

/// A consistent snapshot; ends when dropped.
///
/// While it is open, pages that it can see are not reused and the map cannot grow: keep it short.
public struct ReadTransaction: ~Copyable, ReadableTransaction {
  public let handle: OpaquePointer
  @usableFromInline let gate: MapGate

  init(handle: OpaquePointer, gate: MapGate) {
    self.handle = handle
    self.gate = gate
  }

  deinit {
    mdb_txn_abort(handle)
    gate.leave()
  }

  /// Ends the snapshot but keeps its reader slot for the next one. Wraps `mdb_txn_reset`.
  public consuming func park() -> ParkedRead {
    let handle = handle
    let gate = gate
    discard self
    mdb_txn_reset(handle)
    gate.stepOut()
    return ParkedRead(handle: handle, gate: gate)
  }
}

extension ReadTransaction {
  /// Keeps the snapshot's pages from being used again, and is not read from any more.
  ///
  /// The map may move meanwhile.
  consuming func pin() -> SnapshotPin {
    let handle = handle
    let gate = gate
    discard self
    gate.stepOut()
    return SnapshotPin(handle, gate)
  }
}

/// The slot and memory of an ended snapshot, ready for the next (`Environment.resume`).
public struct ParkedRead: ~Copyable, @unchecked Sendable {  // one owner, and MDB_NOTLS
  private let handle: OpaquePointer
  private let gate: MapGate

  init(handle: OpaquePointer, gate: MapGate) {
    (self.handle, self.gate) = (handle, gate)
  }

  deinit {
    mdb_txn_abort(handle)
    gate.leaveForGood()
  }

  /// What was parked, with its share of the open file.
  consuming func take() -> OpaquePointer {
    let handle = handle
    discard self
    return handle
  }
}

/// The one transaction that may write; dropping it undoes what it did.
public struct WriteTransaction: ~Copyable, ReadableTransaction {
  public let handle: OpaquePointer
  @usableFromInline let gate: MapGate
  /// The cursors of the tables by their numbers; nil when none are kept.
  // Safety: whoever lent them keeps them longer than the transaction.
  @usableFromInline var cursors: UnsafeMutablePointer<OpaquePointer?>?
  /// What it changes, for the journal; nil when nothing is kept.
  // Safety: the open file keeps it, which the gate holds.
  @usableFromInline let record: UnsafeMutablePointer<RowRecord>?
  /// After how many puts it looks whether a run of rows ends in the middle of a page.
  @usableFromInline var putsUntilLook: UInt32
  /// Whether it is a snapshot, which cannot be written.
  private let isSnapshot: Bool

  init(
    handle: OpaquePointer, gate: MapGate, record: UnsafeMutablePointer<RowRecord>?,
    isSnapshot: Bool = false
  ) {
    (self.handle, self.gate, self.record) = (handle, gate, record)
    self.isSnapshot = isSnapshot
    putsUntilLook = Self.putsUntilLook(handle)
  }

  deinit {
    mdb_txn_abort(handle)
    if isSnapshot { gate.leaveForGood() } else { gate.leaveWriting() }
  }

  /// Makes the changes visible; the journal makes them durable, or without one LMDB. Wraps
  /// `mdb_txn_commit`.
  ///
  /// - Parameters:
  ///   - keepsLock: whether nobody else may write yet when it has succeeded, until
  ///     `MapGate.leaveWriting`.
  ///   - undo: called when it fails, while nobody else can write.
  /// - Throws: `LMDBError`; then nothing of the transaction has happened.
  consuming func commit(
    keepsLock: Bool = false, orElse undo: () throws(LMDBError) -> Void = {}
  ) throws(LMDBError) {
    precondition(!isSnapshot, "a snapshot was to be committed")
    let handle = handle
    let gate = gate
    let environment = mdb_txn_env(handle)
    let id = id
    let flushes = record == nil
    discard self
    let code = mdb_txn_commit(handle)
    defer { if code != 0 || !keepsLock { gate.leaveWriting() } }
    if code == 0 { return RootSeal.write(environment, transaction: id) }
    try undo()
    // LMDB has codes of its own for what it finds before it writes.
    if code < 0 || !flushes { try fail(code, "mdb_txn_commit") }
    try gate.flushing { () throws(LMDBError) in try fail(code, "mdb_txn_commit") }
  }
}

extension ReadableTransaction where Self: ~Copyable {
  /// The number of the snapshot; for the writing transaction, that of its commit.
  ///
  /// Wraps `mdb_txn_id`.
  @inlinable public var id: UInt64 { UInt64(mdb_txn_id(handle)) }

  /// Opens the table `name`; nil when it does not exist. Wraps `mdb_dbi_open`.
  ///
  /// No other transaction of the process may open a table before this one has ended.
  public borrowing func table<Order>(
    _ name: String, _ order: Order.Type
  ) throws(LMDBError) -> Table<Order>? {
    var opened: MDB_dbi = 0
    let code = mdb_dbi_open(handle, name, Order.flags, &opened)
    if code == MDB_NOTFOUND { return nil }
    try check(code, "mdb_dbi_open")
    return Table(handle: opened, name: name)
  }

  /// LMDB's own table, in which the other ones are rows: the key is the name, the value has 48
  /// bytes. It may have rows of other lengths besides, which every commit writes without another
  /// page, because it writes this table anyway. Wraps `mdb_dbi_open` without a name.
  ///
  /// No other transaction of the process may open a table before this one has ended.
  public borrowing func mainTable() throws(LMDBError) -> Table<LexicalOrder> {
    var opened: MDB_dbi = 0
    try check(mdb_dbi_open(handle, nil, 0, &opened), "mdb_dbi_open")
    return .main
  }

  /// The names of all tables, in the order of their bytes.
  public borrowing func tableNames() throws(LMDBError) -> [String] {
    var cursor = try cursor(Table.main)
    var names: [String] = []
    while try cursor.next() {
      guard cursor.value.byteCount == TableHeader.size else { continue }
      names.append(cursor.key.withUnsafeBytes { String(decoding: $0, as: UTF8.self) })
    }
    return names
  }

  /// The name of a table; nil when there is none. Looks through all of them: for messages.
  public borrowing func name<Order>(of table: Table<Order>) throws(LMDBError) -> String? {
    try tableNames().first { Table<Order>(handle: table.handle, name: $0) == table }
  }

  /// How many pages of the file hold nothing and will be used again. O(r) for the r commits that
  /// freed them.
  public borrowing func freePages() throws(LMDBError) -> Int {
    // LMDB's table 0: of each commit the pages that it freed, after how many they are.
    var cursor = try cursor(Table<IntegerOrder>(handle: 0, name: ""))
    var count = 0
    while try cursor.next() {
      count += cursor.value.withUnsafeBytes {
        $0.count < 8 ? 0 : Int(clamping: $0.loadUnaligned(as: UInt64.self))
      }
    }
    return count
  }

  /// Rows and pages of a table, in O(1). Wraps `mdb_stat`.
  public borrowing func statistics<Order>(
    _ table: Table<Order>
  ) throws(LMDBError) -> TableStatistics {
    var statistics = MDB_stat()
    try check(mdb_stat(handle, table.handle, &statistics), "mdb_stat")
    let pages =
      statistics.ms_branch_pages + statistics.ms_leaf_pages + statistics.ms_overflow_pages
    return TableStatistics(
      rows: statistics.ms_entries, pages: pages, pageSize: Int(statistics.ms_psize))
  }

  /// The value of `key`; nil when there is none. O(log n). Wraps `mdb_get`.
  ///
  /// The span is the page itself: it ends with the transaction or its next change.
  @inlinable @inline(__always)
  @_lifetime(borrow self)
  public borrowing func value(
    _ table: Table<IntegerOrder>, _ key: UInt64
  ) throws(LMDBError) -> RawSpan? {
    var number = key
    var value = MDB_val()
    let code = withUnsafeMutablePointer(to: &number) { pointer in
      var key = MDB_val(mv_size: 8, mv_data: UnsafeMutableRawPointer(pointer))
      return mdb_get(handle, table.handle, &key, &value)
    }
    // Safety: copied out before the span is made, or `value` would move to the heap.
    let bytes = UnsafeRawBufferPointer(start: value.mv_data, count: value.mv_size)
    if code == MDB_NOTFOUND { return nil }
    try check(code, "mdb_get")
    return _overrideLifetime(RawSpan(_unsafeBytes: bytes), borrowing: self)
  }

  /// The value of `key`; nil when there is none. O(log n). Wraps `mdb_get`.
  ///
  /// The span is the page itself: it ends with the transaction or its next change.
  @inlinable @inline(__always)
  @_lifetime(borrow self)
  public borrowing func value(
    _ table: Table<LexicalOrder>, _ key: UnsafeRawBufferPointer
  ) throws(LMDBError) -> RawSpan? {
    var name = MDB_val(key)
    var value = MDB_val()
    let code = mdb_get(handle, table.handle, &name, &value)
    // Safety: copied out before the span is made, or `value` would move to the heap.
    let bytes = UnsafeRawBufferPointer(start: value.mv_data, count: value.mv_size)
    if code == MDB_NOTFOUND { return nil }
    try check(code, "mdb_get")
    return _overrideLifetime(RawSpan(_unsafeBytes: bytes), borrowing: self)
  }

  /// A cursor before the first row of `table`.
  @inlinable @inline(__always)
  @_lifetime(borrow self)
  public borrowing func cursor<Order>(
    _ table: Table<Order>
  ) throws(LMDBError) -> Cursor<Order> {
    try _overrideLifetime(Cursor(transaction: handle, table: table), borrowing: self)
  }
}
