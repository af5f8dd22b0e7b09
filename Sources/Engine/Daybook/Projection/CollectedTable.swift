/// The collected rows of one table, found by key when entities share them.
struct CollectedTable: ~Copyable {
  var rows = UnsharedArray<CollectedRow>()
  /// Finds a place in `rows` by the hash of its key.
  private var places = PlaceTable()
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
    let hash = Digest.hash(of: key)
    guard let index = places.find(hash, where: { key.equals(bytes.at(rows[$0].key)) }) else {
      return nil
    }
    last = index
    _checkInvariants(of: index, bytes)
    return index
  }

  /// Adds a row that is found by its key. Returns its place.
  mutating func share(_ row: CollectedRow, _ bytes: BorrowedBytes) -> Int {
    rows.append(row)
    last = rows.count - 1
    // Safety: no row is added while they are looked at.
    let elements = rows.elements
    places.add(upTo: elements.count) { Digest.hash(of: bytes.at(elements[$0].key)) }
    _checkInvariants(bytes)
    return last
  }

  /// Moves the rows, which stay in their places, to where `put` puts bytes; who has these checks
  /// the invariants.
  mutating func move(from bytes: BorrowedBytes, _ put: (BorrowedBytes) -> Place) {
    for index in rows.indices {
      let row = rows[index]
      var moved = CollectedRow(prefix: row.prefix, key: put(bytes.at(row.key)))
      if row.row.isThere { moved.row = put(bytes.at(row.row)) }
      rows[index] = moved
    }
  }

  /// Brings the rows into the order of their keys; they are not found by key afterwards.
  ///
  /// Returns whether no two of them have the same key.
  mutating func sort(_ bytes: BorrowedBytes) -> Bool {
    places.removeAll()
    _checkInvariants(bytes)
    if isSorted(bytes) { return true }
    var elements = rows.elements
    elements.sort { $0.precedes($1, bytes) }
    _checkInvariants(bytes)
    return isSorted(bytes)
  }

  /// Whether each key is greater than the one before it.
  private func isSorted(_ bytes: BorrowedBytes) -> Bool {
    for index in rows.indices.dropFirst() {
      if !rows[index - 1].precedes(rows[index], bytes) { return false }
    }
    return true
  }

  /// Checks that every row lies within the collected bytes and begins its key with the number that
  /// stands for it; and where rows are found by key, that all are, and the last one among them.
  func _checkInvariants(_ bytes: BorrowedBytes) {
    #if DEBUG
    if isShared {
      invariant(places.count == rows.count, "\(places.count) of \(rows.count) rows are found")
      invariant(last < rows.count, "row \(last) of \(rows.count) is the last one")
    }
    let changed = rows.count <= fewToCheck || !isShared ? 0 : rows.count - 1
    for index in changed..<rows.count { _checkInvariants(of: index, bytes) }
    #endif
  }

  /// The same of one row, which was added or changed.
  @inline(__always)
  func _checkInvariants(
    of index: @autoclosure () -> Int, _ bytes: @autoclosure () -> BorrowedBytes
  ) {
    #if DEBUG
    let (index, bytes) = (index(), bytes())
    let row = rows[index]
    for place in [row.key, row.row, row.stored] where place.isThere {
      invariant(
        Int(place.start) + Int(place.count) <= bytes.count,
        "row \(index) ends after the \(bytes.count) bytes that are collected")
    }
    invariant(row.key.isThere && row.key.count > 0, "row \(index) has no key")
    invariant(
      row.prefix == bytes.at(row.key).prefixNumber, "row \(index) has another key's number")
    #endif
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
