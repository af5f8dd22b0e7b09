internal import LMDB

/// The rows of a projection that is being built, until they are loaded in the order of their keys.
///
/// Loading sorted rows fills pages to the end and costs less than half of putting them where they
/// belong one by one.
final class RowCollector {
  /// Thrown for what cannot be done on collected rows; then they are built one by one.
  struct Unsuited: Error {}

  /// After so many bytes the rows are to be loaded, usually.
  static let limit = 1 << 26
  /// Bytes of rows of the entity that makes it full: the memory need not grow for them.
  private static let beyond = 1 << 16
  /// Bytes of address space for the places of rows, and for what else a step needs.
  private static let beside = 1 << 25
  /// The entities of one step at the most.
  static let entities = 100_000

  private let tables: [Table<LexicalOrder>]
  // Safety: one for each of `tables`, from `init` to `deinit`.
  private let collected: UnsafeMutablePointer<CollectedTable>
  private let reading: BorrowedTransaction
  /// Whether the tables are as good as empty: what they hold is not looked at.
  private let isFresh: Bool
  private let limit: Int
  /// What the rows change in the digest, when their checksums are behind them already.
  private var sealed: Digest?
  /// Whether a row is another one than changes one after the other would have left: then rows are
  /// to be built one by one.
  // Safety: as for `arena`.
  @exclusivity(unchecked) var isSpoiled = false
  /// How many entities there are: most tables get a row of each at the most.
  private let entities: Int
  // Safety: only `Rebuild`, within the one `WriteScope`, has a collector, and no access calls
  // anybody who does too.
  @exclusivity(unchecked)
  private var arena: PayloadWriter
  @exclusivity(unchecked)
  private var scratch = PayloadWriter()

  /// Collects rows for `tables`, which are made of the rows of `entities`.
  ///
  /// Takes as much memory at once as those have: growing step by step would copy all of it again
  /// and again, and the system gives only what is used.
  ///
  /// - Throws: `LMDBError` with ENOMEM when the address space has no room for it.
  init(
    _ tables: [Table<LexicalOrder>], of entities: Table<LexicalOrder>,
    _ reading: BorrowedTransaction, isFresh: Bool = false, limit: Int = RowCollector.limit
  ) throws {
    self.tables = tables
    self.reading = reading
    self.isFresh = isFresh
    self.limit = limit
    let statistics = try reading.statistics(entities)
    self.entities = min(statistics.rows, Self.entities)
    let bytes = statistics.pages * statistics.pageSize
    let room = min(bytes, limit) + Self.beyond
    try Environment.requireRoom(room + Self.beside)
    arena = PayloadWriter(capacity: room)
    collected = .allocate(capacity: tables.count)
    for index in tables.indices { (collected + index).initialize(to: CollectedTable()) }
  }

  deinit {
    collected.deinitialize(count: tables.count)
    collected.deallocate()
  }

  /// Whether the rows are to be loaded.
  var isFull: Bool { arena.count > limit }

  /// Adds a row of one entity; that its key is free is seen when the rows are loaded.
  func insert(_ table: Int, _ key: BorrowedBytes, _ row: BorrowedBytes) throws {
    Rows.check(table, of: tables.count)
    let table = collected + table
    guard !table.pointee.isShared else { throw Unsuited() }
    if table.pointee.rows.count == 64 { table.pointee.rows.resize(max(entities, 65)) }
    table.pointee.rows.append(arena.place(key, row))
    table.pointee._checkInvariants(of: table.pointee.rows.count - 1, arena.bytes)
    invariant(arena.count <= UInt32.max, "more is collected than places can tell")
  }

  /// The row of a key as its last change left it; nil when another one of the table was changed
  /// since.
  func held(_ table: Int, _ key: BorrowedBytes) -> AnyHeldRow? {
    Rows.check(table, of: tables.count)
    guard let held = collected[table].held, collected[table].isLast(key, arena.bytes) else {
      return nil
    }
    return held
  }

  /// Holds the row that `load` looked for, as its change left it.
  func hold(_ table: Int, _ row: AnyHeldRow) { collected[table].held = row }

  /// Reads a row that entities share; false when there is none.
  func load(
    _ table: Int, _ key: BorrowedBytes, into row: inout PayloadWriter
  ) throws -> Bool {
    Rows.check(table, of: tables.count)
    settle(table)
    guard collected[table].isShared || collected[table].rows.isEmpty else { throw Unsuited() }
    var found = collected[table].find(key, arena.bytes)
    if found == nil {
      var place = append(key)
      if !isFresh, let bytes = try reading.row(tables[table], key) {
        place.stored = arena.place(bytes)
        place.row = place.stored
      }
      found = collected[table].share(place, arena.bytes)
    }
    guard let found, case let place = collected[table].rows[found].row, place.isThere
    else { return false }
    row.raw(arena.bytes.at(place))
    return true
  }

  /// Puts the row that is held in the place of the one before, or removes that.
  private func settle(_ table: Int) {
    guard let held = collected[table].held.take() else { return }
    let last = collected[table].last
    let place = collected[table].rows[last]
    scratch.truncate()
    defer { collected[table]._checkInvariants(of: last, arena.bytes) }
    guard held.encode(into: &scratch) else { return collected[table].rows[last].row = .none }
    if place.row.isThere, place.row.count == scratch.count, place.row != place.stored {
      arena.overwrite(Int(place.row.start), with: scratch.bytes)
    } else {
      collected[table].rows[last].row = arena.place(scratch.bytes)
    }
  }

  /// Whether no two rows have the same key, here and in the tables. Sorts the rows.
  func isLoadable() throws -> Bool {
    if isSpoiled { return false }
    for table in tables.indices { settle(table) }
    let bytes = arena.bytes
    for (index, table) in tables.enumerated() {
      guard collected[index].sort(bytes) else { return false }
      guard try !isEmpty(table, reading) else { continue }
      for row in collected[index].rows.indices {
        let row = collected[index].rows[row]
        if !row.stored.isThere, try reading.value(table, bytes.at(row.key)) != nil { return false }
      }
    }
    return true
  }

  /// Puts the checksums behind the rows, which are loadable, so that loading them is less work.
  ///
  /// `check` is called now and then, and throws to end it.
  func seal(_ check: () throws -> Void) throws {
    let bytes = arena.bytes
    var digest = Digest()
    for (index, table) in tables.enumerated() {
      for place in collected[index].rows.indices {
        if place & 255 == 255 { try check() }
        let place = collected[index].rows[place]
        let key = bytes.at(place.key)
        if place.stored.isThere { digest.remove(index, key, bytes.at(place.stored)) }
        guard place.row.isThere else { continue }
        digest.add(index, key, bytes.at(place.row))
        _ = arena.seal(bytes.at(place.row), at: place, table, key)
      }
    }
    sealed = digest
  }

  /// Loads the rows, which are loadable, into the tables. Returns the digest afterwards.
  ///
  /// - Throws: `Waiting.Interruption` when somebody waits.
  func load(
    into transaction: inout WriteTransaction, _ digest: Digest, waiting: Waiting?
  ) throws -> Digest {
    var digest = digest
    for (index, table) in tables.enumerated() {
      if try isEmpty(table, transaction.borrowed) {
        try append(index, to: &transaction, &digest, waiting)
      } else {
        try put(index, into: &transaction, &digest, waiting)
      }
    }
    if let sealed { digest.add(sealed) }
    return digest
  }

  /// Gives the memory of the rows back, which are loaded: the pages that hold them now need it.
  func clear() {
    for index in tables.indices { collected[index] = CollectedTable() }
    arena = PayloadWriter()
  }

  /// Sums up the rows, where they are not loaded, and forgets those that no later entity changes.
  ///
  /// Returns whether that made room for many more.
  func release(into digest: inout Digest) -> Bool {
    var kept = PayloadWriter(capacity: limit / 2)
    for table in tables.indices {
      settle(table)
      if collected[table].isShared {
        collected[table].move(from: arena.bytes) { kept.place($0) }
      } else {
        sum(table, into: &digest)
        collected[table].rows.removeAll()
      }
    }
    arena = kept
    for table in tables.indices { collected[table]._checkInvariants(arena.bytes) }
    return arena.count <= limit / 2
  }

  /// Sums up the rows that are left, where they are not loaded.
  func sum(into digest: inout Digest) {
    for table in tables.indices {
      settle(table)
      sum(table, into: &digest)
    }
  }

  private func sum(_ table: Int, into digest: inout Digest) {
    let bytes = arena.bytes
    for row in collected[table].rows.elements where row.row.isThere {
      digest.add(table, bytes.at(row.key), bytes.at(row.row))
    }
  }

  private func append(
    _ index: Int, to transaction: inout WriteTransaction, _ digest: inout Digest,
    _ waiting: Waiting?
  ) throws {
    let bytes = arena.bytes
    var last: CollectedRow?
    for place in collected[index].rows.indices {
      if place & 255 == 255 { try waiting?.makeRoom() }
      let place = collected[index].rows[place]
      guard place.row.isThere else { continue }
      invariant(last?.precedes(place, bytes) ?? true, "rows are loaded out of their order")
      last = place
      let key = bytes.at(place.key)
      try transaction.append(tables[index], key, row(at: place, index, key, &digest))
    }
  }

  private func put(
    _ index: Int, into transaction: inout WriteTransaction, _ digest: inout Digest,
    _ waiting: Waiting?
  ) throws {
    let bytes = arena.bytes
    for place in collected[index].rows.indices {
      if place & 255 == 255 { try waiting?.makeRoom() }
      let place = collected[index].rows[place]
      let key = bytes.at(place.key)
      if sealed == nil, place.stored.isThere {
        digest.remove(index, key, bytes.at(place.stored))
      }
      if place.row.isThere {
        try transaction.put(tables[index], key, row(at: place, index, key, &digest))
      } else if place.stored.isThere {
        try transaction.remove(tables[index], key)
      }
    }
  }

  /// A row with its checksum.
  @inline(__always)
  private func row(
    at place: CollectedRow, _ index: Int, _ key: BorrowedBytes, _ digest: inout Digest
  ) -> BorrowedBytes {
    let row = arena.bytes.at(place.row)
    if sealed != nil {
      return UnsafeRawBufferPointer(start: row.baseAddress, count: row.count + RowSeal.size)
    }
    digest.add(index, key, row)
    return arena.seal(row, at: place, tables[index], key)
  }

  private func isEmpty(
    _ table: Table<LexicalOrder>, _ transaction: BorrowedTransaction
  ) throws -> Bool {
    try transaction.statistics(table).rows == 0
  }

  private func append(_ key: BorrowedBytes) -> CollectedRow {
    CollectedRow(prefix: key.prefixNumber, key: arena.place(key))
  }
}

extension PayloadWriter {
  /// Appends key and row of one entity, with room for the checksum, and returns where they are.
  @inline(__always)
  fileprivate mutating func place(
    _ key: BorrowedBytes, _ row: BorrowedBytes
  ) -> CollectedRow {
    let start = UInt32(count)
    let keyCount = UInt32(key.count)
    // Safety: there is room for both, one after the other.
    let space = space(key.count &+ row.count &+ RowSeal.size)
    if let source = key.baseAddress { space.copyMemory(from: source, byteCount: key.count) }
    if let source = row.baseAddress {
      (space + key.count).copyMemory(from: source, byteCount: row.count)
    }
    var place = CollectedRow(
      prefix: key.prefixNumber, key: Place(start: start, count: keyCount))
    place.row = Place(start: start + keyCount, count: UInt32(row.count))
    return place
  }

  /// Appends bytes, with room for a checksum, and returns where they are.
  fileprivate mutating func place(_ bytes: BorrowedBytes) -> Place {
    let start = count
    raw(bytes)
    _ = space(RowSeal.size)
    return Place(start: UInt32(start), count: UInt32(bytes.count))
  }

  /// Puts the checksum of a row behind it. Returns both.
  @inline(__always)
  fileprivate func seal(
    _ row: BorrowedBytes, at place: CollectedRow, _ table: Table<LexicalOrder>,
    _ key: BorrowedBytes
  ) -> BorrowedBytes {
    let end = Int(place.row.start) + row.count
    invariant(end + RowSeal.size <= count, "a row has no room for its checksum")
    // Safety: every row was placed with room for it.
    base.store(Checksum.crc32c(after: table.seed, key, row), end)
    return UnsafeRawBufferPointer(start: row.baseAddress, count: row.count + RowSeal.size)
  }
}
