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
  private var arena = PayloadWriter(capacity: 1 << 16)
  private var collected: [CollectedTable]

  init(_ tables: [Table<LexicalOrder>], _ reading: BorrowedTransaction) {
    self.tables = tables
    self.reading = reading
    collected = tables.map { _ in CollectedTable() }
  }

  /// Bytes that are collected.
  var count: Int { arena.count }

  /// Adds a row of one entity; that its key is free is seen when the rows are loaded.
  func insert(_ table: Int, _ key: UnsafeRawBufferPointer, _ row: UnsafeRawBufferPointer) throws {
    guard !collected[table].isShared else { throw Unsuited() }
    let place = append(key)
    collected[table].rows.append(place.with(row: arena.add(row)))
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
        place.stored = arena.add(bytes)
        place.row = place.stored
      }
      found = collected[table].share(place, arena.bytes)
    }
    guard let found, let range = collected[table].rows[found].row else { return false }
    row.raw(UnsafeRawBufferPointer(rebasing: arena.bytes[range]))
    return true
  }

  /// Puts the row that `load` looked for, or removes it.
  func update(_ table: Int, _ key: UnsafeRawBufferPointer, _ row: UnsafeRawBufferPointer?) {
    guard let found = collected[table].find(key, arena.bytes) else { return }
    let place = collected[table].rows[found]
    guard let row else { return collected[table].rows[found].row = nil }
    if let range = place.row, range.count == row.count, range != place.stored {
      arena.overwrite(range.lowerBound, with: row)
    } else {
      collected[table].rows[found].row = arena.add(row)
    }
  }

  /// Whether no two rows have the same key, here and in the tables. Sorts the rows.
  func isLoadable() throws -> Bool {
    let bytes = arena.bytes
    for (index, table) in tables.enumerated() {
      collected[index].sort(bytes)
      let rows = collected[index].rows
      for (a, b) in zip(rows, rows.dropFirst()) where a.prefix == b.prefix {
        let (first, second) = (bytes[a.key], bytes[b.key])
        if UnsafeRawBufferPointer(rebasing: first).equals(UnsafeRawBufferPointer(rebasing: second))
        {
          return false
        }
      }
      guard try !isEmpty(table) else { continue }
      for row in rows where row.stored == nil {
        let key = UnsafeRawBufferPointer(rebasing: bytes[row.key])
        if try reading.value(table, key) != nil { return false }
      }
    }
    return true
  }

  /// Loads the rows, which are loadable, into the tables. Returns the digest afterwards.
  func load(into transaction: inout WriteTransaction, _ digest: Digest) throws -> Digest {
    var digest = digest
    let bytes = arena.bytes
    for (index, table) in tables.enumerated() {
      let isEmpty = try isEmpty(table)
      for place in collected[index].rows {
        let key = UnsafeRawBufferPointer(rebasing: bytes[place.key])
        if let stored = place.stored {
          digest.remove(index, key, UnsafeRawBufferPointer(rebasing: bytes[stored]))
        }
        guard let range = place.row else {
          if place.stored != nil { try transaction.remove(table, key) }
          continue
        }
        let row = UnsafeRawBufferPointer(rebasing: bytes[range])
        if isEmpty {
          try transaction.append(table, key, row)
        } else {
          try transaction.put(table, key, row)
        }
        digest.add(index, key, row)
      }
    }
    return digest
  }

  private func isEmpty(_ table: Table<LexicalOrder>) throws -> Bool {
    try reading.statistics(table).rows == 0
  }

  private func append(_ key: UnsafeRawBufferPointer) -> CollectedRow {
    CollectedRow(prefix: key.prefixNumber, key: arena.add(key))
  }
}

/// One row that is collected: ranges of the collector's bytes.
struct CollectedRow {
  /// The first eight bytes of the key, high byte first: most comparisons need no more.
  let prefix: UInt64
  let key: Range<Int>
  /// Nil when the row was removed again.
  var row: Range<Int>?
  /// The row as the table holds it, when it does.
  var stored: Range<Int>?

  init(prefix: UInt64, key: Range<Int>) {
    self.prefix = prefix
    self.key = key
  }

  func with(row: Range<Int>) -> CollectedRow {
    var copy = self
    copy.row = row
    return copy
  }
}

/// The collected rows of one table, found by key when entities share them.
struct CollectedTable {
  var rows: ContiguousArray<CollectedRow> = []
  /// Places in `rows` plus one by the hash of the key, 0 for none; the count is a power of two.
  private var places: ContiguousArray<Int32> = []

  /// Whether rows are found by key.
  var isShared: Bool { !places.isEmpty }

  func find(_ key: UnsafeRawBufferPointer, _ bytes: UnsafeRawBufferPointer) -> Int? {
    guard isShared else { return nil }
    let mask = places.count - 1
    var slot = Int(truncatingIfNeeded: Digest.hash(of: key)) & mask
    while places[slot] != 0 {
      let index = Int(places[slot]) - 1
      if key.equals(UnsafeRawBufferPointer(rebasing: bytes[rows[index].key])) {
        return index
      }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// Adds a row that is found by its key. Returns its place.
  mutating func share(_ row: CollectedRow, _ bytes: UnsafeRawBufferPointer) -> Int {
    rows.append(row)
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
      return UnsafeRawBufferPointer(rebasing: bytes[a.key])
        .precedes(UnsafeRawBufferPointer(rebasing: bytes[b.key]))
    }
  }

  private mutating func put(_ index: Int, _ bytes: UnsafeRawBufferPointer) {
    let key = UnsafeRawBufferPointer(rebasing: bytes[rows[index].key])
    var slot = Int(truncatingIfNeeded: Digest.hash(of: key)) & (places.count - 1)
    while places[slot] != 0 { slot = (slot + 1) & (places.count - 1) }
    places[slot] = Int32(index + 1)
  }
}
