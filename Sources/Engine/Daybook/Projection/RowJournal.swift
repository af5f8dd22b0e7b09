/// What an update has changed, so that it can be undone.
///
/// One entry after the other: where the one before begins, the table, the size of the key, the size
/// of the row (four bytes each), key, row.
struct RowJournal: ~Copyable {
  struct Entry {
    let table: Int
    let key: BorrowedBytes
    /// The row as it was; nil when there was none.
    let row: BorrowedBytes?
  }

  private static let headerSize = 16
  private static let none = UInt32.max
  private var bytes = PayloadWriter()
  private var last = none

  mutating func clear() {
    bytes.truncate()
    last = Self.none
    _checkInvariants()
  }

  /// Notes a row as it was; nil when there was none.
  mutating func add(_ table: Int, _ key: BorrowedBytes, _ row: BorrowedBytes?) {
    let start = bytes.count
    let header = SIMD4<UInt32>(
      last, UInt32(table), UInt32(key.count), row.map { UInt32($0.count) } ?? Self.none)
    // Safety: there is room for the three parts, which are written one after the other.
    let place = bytes.space(Self.headerSize + key.count + (row?.count ?? 0))
    place.storeBytes(of: header, as: SIMD4<UInt32>.self)
    if let source = key.baseAddress {
      (place + Self.headerSize).copyMemory(from: source, byteCount: key.count)
    }
    if let row, let source = row.baseAddress {
      (place + Self.headerSize + key.count).copyMemory(from: source, byteCount: row.count)
    }
    last = UInt32(start)
    _checkInvariants()
  }

  /// Takes off the entry that was added last; its bytes are valid until the next change.
  mutating func popLast() -> Entry? {
    guard last != Self.none else { return nil }
    let entry = bytes.bytes.from(Int(last))
    let header = entry.loadUnaligned(as: SIMD4<UInt32>.self)
    let key = entry.from(Self.headerSize).prefix(Int(header[2]))
    let row = entry.from(Self.headerSize + Int(header[2]))
    last = header[0]
    _checkInvariants()
    return Entry(
      table: Int(header[1]), key: UnsafeRawBufferPointer(rebasing: key),
      row: header[3] == Self.none
        ? nil : UnsafeRawBufferPointer(rebasing: row.prefix(Int(header[3]))))
  }

  /// Checks that each entry ends where the one after it begins, from the last one back to the
  /// first, which begins at 0; each names a key.
  func _checkInvariants() {
    #if DEBUG
    var (place, end, looks) = (last, nil as Int?, 0)
    while place != Self.none, looks < fewToCheck {
      let start = Int(place)
      invariant(
        start + Self.headerSize <= bytes.count,
        "a journal of \(bytes.count) bytes goes on at \(start)"
      )
      let header = bytes.bytes.from(start).loadUnaligned(as: SIMD4<UInt32>.self)
      let size = Int(header[2]) + (header[3] == Self.none ? 0 : Int(header[3]))
      invariant(
        start + Self.headerSize + size <= end ?? bytes.count
          && start + Self.headerSize + size == end ?? (start + Self.headerSize + size),
        "the entry at \(start) of a journal ends elsewhere than the next begins")
      invariant(header[2] > 0, "the entry at \(start) of a journal has no key")
      invariant(header[0] == Self.none ? start == 0 : header[0] < place, "a journal has a circle")
      (place, end, looks) = (header[0], start, looks + 1)
    }
    #endif
  }
}
