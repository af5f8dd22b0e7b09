/// The collected rows of one table, found by key when entities share them.
struct CollectedTable: ~Copyable {
  var rows = UnsharedArray<CollectedRow>()
  /// Places in `rows` plus one by the hash of the key, 0 for none; the count is a power of two.
  private var places: ContiguousArray<Int32> = []
  /// The place in `rows` that was found last: the next one is mostly the same.
  private(set) var last = 0
  /// The row at `last` as its change left it, until another is looked for.
  var held: AnyHeldRow?

  /// Whether rows are found by key.
  var isShared: Bool { !places.isEmpty }

  func isLast(_ key: BorrowedBytes, _ bytes: BorrowedBytes) -> Bool {
    key.equals(bytes.at(rows[last].key))
  }

  mutating func find(_ key: BorrowedBytes, _ bytes: BorrowedBytes) -> Int? {
    guard isShared else { return nil }
    if isLast(key, bytes) { return last }
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
  mutating func share(_ row: CollectedRow, _ bytes: BorrowedBytes) -> Int {
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
  ///
  /// Returns whether no two of them have the same key.
  mutating func sort(_ bytes: BorrowedBytes) -> Bool {
    places.removeAll()
    if isSorted(bytes) { return true }
    var elements = rows.elements
    elements.sort { $0.precedes($1, bytes) }
    return isSorted(bytes)
  }

  /// Whether each key is greater than the one before it.
  private func isSorted(_ bytes: BorrowedBytes) -> Bool {
    for index in rows.indices.dropFirst() {
      if !rows[index - 1].precedes(rows[index], bytes) { return false }
    }
    return true
  }

  private mutating func put(_ index: Int, _ bytes: BorrowedBytes) {
    var slot =
      Int(truncatingIfNeeded: Digest.hash(of: bytes.at(rows[index].key))) & (places.count - 1)
    while places[slot] != 0 { slot = (slot + 1) & (places.count - 1) }
    places[slot] = Int32(index + 1)
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
  /// The first eight bytes of the key, high byte first: many comparisons need no more.
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

  /// Whether this key comes before the other's.
  @inline(__always)
  func precedes(_ other: CollectedRow, _ bytes: BorrowedBytes) -> Bool {
    if prefix != other.prefix { return prefix < other.prefix }
    return bytes.at(key).precedes(bytes.at(other.key))
  }
}

extension UnsafeRawBufferPointer {
  @inline(__always)
  func at(_ place: Place) -> BorrowedBytes {
    // Safety: places are made where bytes were appended, and none are taken away.
    UnsafeRawBufferPointer(
      start: baseAddress.unsafelyUnwrapped + Int(place.start), count: Int(place.count))
  }
}
