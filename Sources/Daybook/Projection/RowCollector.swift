internal import LMDB

/// The rows of a projection that is being built, until they are loaded in the order of their keys.
///
/// Loading sorted rows fills pages to the end and costs less than half of putting them where they
/// belong one by one.
final class RowCollector {
  /// Thrown for what cannot be done on collected rows; then they are built one by one.
  struct Unsuited: Error {}

  /// After so many bytes the rows are to be loaded.
  static let limit = 1 << 26

  private let tables: [Table<LexicalOrder>]
  private let reading: BorrowedTransaction
  /// How many entities there are: most tables get a row of each at the most.
  private let entities: Int
  @exclusivity(unchecked)  // confined to the writer thread, and no access calls out
  private var arena: PayloadWriter
  @exclusivity(unchecked)
  private var collected: [CollectedTable]

  /// Collects rows for `tables`, which are made of the rows of `entities`.
  ///
  /// Takes as much memory at once as those have: growing step by step would copy all of it again and
  /// again, and the system gives only what is used.
  init(
    _ tables: [Table<LexicalOrder>], of entities: Table<LexicalOrder>,
    _ reading: BorrowedTransaction
  ) throws {
    self.tables = tables
    self.reading = reading
    let statistics = try reading.statistics(entities)
    self.entities = min(statistics.rows, Rebuild.step)
    let bytes = statistics.pages * statistics.pageSize
    arena = PayloadWriter(capacity: max(1 << 16, min(bytes, Self.limit)))
    collected = tables.map { _ in CollectedTable() }
  }

  /// Bytes that are collected.
  var count: Int { arena.count }

  /// Adds a row of one entity; that its key is free is seen when the rows are loaded.
  func insert(_ table: Int, _ key: UnsafeRawBufferPointer, _ row: UnsafeRawBufferPointer) throws {
    guard !collected[table].isShared else { throw Unsuited() }
    if collected[table].rows.count == 64 { collected[table].rows.reserveCapacity(entities) }
    collected[table].rows.append(arena.place(key, row))
  }

  /// Reads a row that entities share; false when there is none.
  func load(
    _ table: Int, _ key: UnsafeRawBufferPointer, into row: inout PayloadWriter
  ) throws -> Bool {
    guard collected[table].isShared || collected[table].rows.isEmpty else { throw Unsuited() }
    var found = collected[table].find(key, arena.bytes)
    if found == nil {
      var place = append(key)
      try reading.value(tables[table], key)?.withUnsafeBytes { bytes in
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

  /// Puts the row that `load` looked for, or removes it.
  func update(_ table: Int, _ key: UnsafeRawBufferPointer, _ row: UnsafeRawBufferPointer?) {
    guard let found = collected[table].find(key, arena.bytes) else { return }
    let place = collected[table].rows[found]
    guard let row else { return collected[table].rows[found].row = .none }
    if place.row.isThere, place.row.count == row.count, place.row != place.stored {
      arena.overwrite(Int(place.row.start), with: row)
    } else {
      collected[table].rows[found].row = arena.place(row)
    }
  }

  /// Whether no two rows have the same key, here and in the tables. Sorts the rows.
  func isLoadable() throws -> Bool {
    let bytes = arena.bytes
    for (index, table) in tables.enumerated() {
      collected[index].sort(bytes)
      let rows = collected[index].rows
      for (a, b) in zip(rows, rows.dropFirst()) where a.prefix == b.prefix {
        if bytes.at(a.key).equals(bytes.at(b.key)) { return false }
      }
      guard try !isEmpty(table) else { continue }
      for row in rows where !row.stored.isThere {
        if try reading.value(table, bytes.at(row.key)) != nil { return false }
      }
    }
    return true
  }

  /// Loads the rows, which are loadable, into the tables. Returns the digest afterwards.
  func load(into transaction: inout WriteTransaction, _ digest: Digest) throws -> Digest {
    var digest = digest
    for (index, table) in tables.enumerated() {
      if try isEmpty(table) {
        try append(index, to: &transaction, &digest)
      } else {
        try put(index, into: &transaction, &digest)
      }
    }
    return digest
  }

  private func append(
    _ index: Int, to transaction: inout WriteTransaction, _ digest: inout Digest
  ) throws(LMDBError) {
    let bytes = arena.bytes
    for place in collected[index].rows where place.row.isThere {
      let (key, row) = (bytes.at(place.key), bytes.at(place.row))
      try transaction.append(tables[index], key, row)
      digest.add(index, key, row)
    }
  }

  private func put(
    _ index: Int, into transaction: inout WriteTransaction, _ digest: inout Digest
  ) throws {
    let bytes = arena.bytes
    for place in collected[index].rows {
      let key = bytes.at(place.key)
      if place.stored.isThere { digest.remove(index, key, bytes.at(place.stored)) }
      if place.row.isThere {
        let row = bytes.at(place.row)
        try transaction.put(tables[index], key, row)
        digest.add(index, key, row)
      } else if place.stored.isThere {
        try transaction.remove(tables[index], key)
      }
    }
  }

  private func isEmpty(_ table: Table<LexicalOrder>) throws -> Bool {
    try reading.statistics(table).rows == 0
  }

  private func append(_ key: UnsafeRawBufferPointer) -> CollectedRow {
    CollectedRow(prefix: key.prefixNumber, key: arena.place(key))
  }
}

/// Where bytes are in those of the collector, which are fewer than four GiB.
struct Place: Equatable {
  /// Nowhere.
  static let none = Place(start: 0, count: .max)

  let start: UInt32
  let count: UInt32

  var isThere: Bool { count != .max }
}

/// One row that is collected.
struct CollectedRow {
  /// The first eight bytes of the key, high byte first: most comparisons need no more.
  let prefix: UInt64
  let key: Place
  /// Nowhere when the row was removed again.
  var row = Place.none
  /// The row as the table holds it, when it does.
  var stored = Place.none

  init(prefix: UInt64, key: Place) {
    self.prefix = prefix
    self.key = key
  }
}

extension PayloadWriter {
  /// Appends key and row of one entity and returns where they are.
  fileprivate mutating func place(
    _ key: UnsafeRawBufferPointer, _ row: UnsafeRawBufferPointer
  ) -> CollectedRow {
    let start = count
    // Safety: there is room for both, one after the other.
    let space = UnsafeMutableRawBufferPointer(
      start: space(key.count + row.count), count: key.count + row.count)
    space.copyMemory(from: key)
    UnsafeMutableRawBufferPointer(rebasing: space[key.count...]).copyMemory(from: row)
    var place = CollectedRow(
      prefix: key.prefixNumber, key: Place(start: UInt32(start), count: UInt32(key.count)))
    place.row = Place(start: UInt32(start + key.count), count: UInt32(row.count))
    return place
  }

  /// Appends bytes and returns where they are.
  fileprivate mutating func place(_ bytes: UnsafeRawBufferPointer) -> Place {
    let start = count
    raw(bytes)
    return Place(start: UInt32(start), count: UInt32(bytes.count))
  }
}

extension UnsafeRawBufferPointer {
  @inline(__always)
  fileprivate func at(_ place: Place) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: self[Int(place.start)..<Int(place.start) + Int(place.count)])
  }
}

/// The collected rows of one table, found by key when entities share them.
struct CollectedTable {
  var rows: ContiguousArray<CollectedRow> = []
  /// Places in `rows` plus one by the hash of the key, 0 for none; the count is a power of two.
  private var places: ContiguousArray<Int32> = []
  /// The place in `rows` that was found last: the next one is mostly the same.
  private var last = 0

  /// Whether rows are found by key.
  var isShared: Bool { !places.isEmpty }

  mutating func find(_ key: UnsafeRawBufferPointer, _ bytes: UnsafeRawBufferPointer) -> Int? {
    guard isShared else { return nil }
    if key.equals(bytes.at(rows[last].key)) { return last }
    let mask = places.count - 1
    var slot = Int(truncatingIfNeeded: Digest.hash(of: key)) & mask
    while places[slot] != 0 {
      let index = Int(places[slot]) - 1
      if key.equals(bytes.at(rows[index].key)) {
        last = index
        return index
      }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// Adds a row that is found by its key. Returns its place.
  mutating func share(_ row: CollectedRow, _ bytes: UnsafeRawBufferPointer) -> Int {
    rows.append(row)
    last = rows.count - 1
    if rows.count * 2 > places.count {
      places = ContiguousArray(repeating: 0, count: max(64, places.count * 2))
      for index in rows.indices { put(index, bytes) }
    } else {
      put(rows.count - 1, bytes)
    }
    return rows.count - 1
  }

  /// Brings the rows into the order of their keys; they are not found by key afterwards.
  mutating func sort(_ bytes: UnsafeRawBufferPointer) {
    places.removeAll()
    rows.sort { a, b in
      if a.prefix != b.prefix { return a.prefix < b.prefix }
      return bytes.at(a.key).precedes(bytes.at(b.key))
    }
  }

  private mutating func put(_ index: Int, _ bytes: UnsafeRawBufferPointer) {
    var slot =
      Int(truncatingIfNeeded: Digest.hash(of: bytes.at(rows[index].key))) & (places.count - 1)
    while places[slot] != 0 { slot = (slot + 1) & (places.count - 1) }
    places[slot] = Int32(index + 1)
  }
}
