internal import CDaybook

/// How many rows lie on one leaf with a given one, and how much of it they take.
///
/// LMDB does not say which they are. But it leaves no gap between the rows of a page, and there is
/// one between those of different pages: the head of a page.
struct LeafRows {
  /// What the rows up to the given one take of the leaf, with it.
  private(set) var before: Int
  /// The same of all rows behind it, and of the first of them.
  private(set) var behind = 0
  private(set) var first = 0
  /// How many rows are behind it.
  private(set) var countBehind = 0

  /// Leaves the cursor at the row that it was at.
  init?(_ cursor: OpaquePointer, pageSize: Int) {
    guard let row = LeafRow(cursor, MDB_GET_CURRENT) else { return nil }
    var near = NearRows()
    near.add(cursor, MDB_PREV, row, pageSize)
    let ahead = near.starts.count
    guard Self.moveBack(cursor, to: row) else { return nil }
    near.add(cursor, MDB_NEXT, row, pageSize)
    guard Self.moveBack(cursor, to: row) else { return nil }
    let leaf = near.joined(row.start..<row.start + row.count)
    before = row.count + LeafRow.pointer
    for index in 0..<ahead {
      guard leaf.contains(near.starts[index]) else { break }
      before += near.counts[index] + LeafRow.pointer
    }
    for index in ahead..<near.starts.count {
      guard leaf.contains(near.starts[index]) else { break }
      behind += near.counts[index] + LeafRow.pointer
      if countBehind == 0 { first = behind }
      countBehind += 1
    }
  }

  private static func moveBack(_ cursor: OpaquePointer, to row: LeafRow) -> Bool {
    var (key, value) = (row.key, MDB_val())
    return mdb_cursor_get(cursor, &key, &value, MDB_SET) == 0
  }
}

/// Where rows lie that may be on one page. Arrays of numbers: Swift makes those of other types at
/// their first use, which costs as much as a hundred puts.
private struct NearRows {
  var starts: [Int] = []
  var counts: [Int] = []

  /// Adds the rows in one direction, up to the first that lies too far away for the same page.
  mutating func add(
    _ cursor: OpaquePointer, _ move: MDB_cursor_op, _ row: LeafRow, _ pageSize: Int
  ) {
    while let other = LeafRow(cursor, move), row.isNear(other, pageSize: pageSize) {
      starts.append(other.start)
      counts.append(other.count)
    }
  }

  /// What lies around a place without a gap.
  func joined(_ place: Range<Int>) -> Range<Int> {
    var (start, end, isGrowing) = (place.lowerBound, place.upperBound, true)
    while isGrowing {
      isGrowing = false
      for index in starts.indices {
        let (first, last) = (starts[index], starts[index] + counts[index])
        guard first == end || last == start else { continue }
        (start, end) = (min(start, first), max(end, last))
        isGrowing = true
      }
    }
    return start..<end
  }
}
