/// The puts and removals of one write transaction, in their order: what a record of the journal
/// holds.
///
/// An operation is the table's seed (4 bytes), its kind (2), the size of its key (2) and of its
/// value (4), key and value. In front of the first is room for the record's header.
@usableFromInline
struct RowRecord: ~Copyable {
  @usableFromInline
  enum Kind: UInt16 {
    case put = 1
    case remove
    /// A new table: its key is the name, its value the flags of `mdb_dbi_open`.
    case makeTable
  }

  /// Magic (4), length of the record (4), interval, sequence, how many records were on disk when it
  /// was written, checksum of the record before, checksum (8 each).
  static let headerSize = 48
  @usableFromInline static let operation = 12
  static let magic: UInt32 = 0x4443_4552  // "RECD"

  // Safety: `capacity` bytes that this owns; every write is compared with it.
  @usableFromInline let base: UnsafeMutableRawPointer
  @usableFromInline let capacity: Int
  @usableFromInline var count: Int
  /// How many there are, and were that came to nothing.
  @usableFromInline var operations = 0
  /// Whether there was more than it has room for: then it holds nothing of use.
  @usableFromInline var isTooLarge = false
  /// Whether a table was emptied: that frees more pages than an interval is to keep.
  var hasEmptied = false
  /// Bytes of the operations that it had no room for, and how many may come before `whenTooLarge`
  /// is asked.
  @usableFromInline var beyond = 0
  @usableFromInline var mostBeyond = 0
  /// Asked how many bytes may be changed beyond what it has room for, of which there are so many
  /// now; with the number of the commit.
  var whenTooLarge: ((_ beyond: Int, _ id: UInt64) throws(LMDBError) -> Int)?

  init(capacity: Int) {
    self.capacity = capacity
    base = .allocate(byteCount: capacity, alignment: 8)
    count = Self.headerSize
  }

  deinit { base.deallocate() }

  /// Whether nothing was changed.
  var isEmpty: Bool { count == Self.headerSize && !isTooLarge && !hasEmptied }

  mutating func removeAll() {
    count = Self.headerSize
    operations = 0
    isTooLarge = false
    hasEmptied = false
    (beyond, mostBeyond) = (0, 0)
  }

  // Safety: whoever changes a table keeps key and value until the call returns, here and below.

  /// Adds an operation, or counts it when there is no room. Returns false when `whenTooLarge` is to
  /// be asked.
  @inlinable @inline(__always)
  mutating func add(
    _ kind: Kind, _ table: UInt32, _ key: UnsafeRawBufferPointer,
    _ value: UnsafeRawBufferPointer
  ) -> Bool {
    let size = Self.operation &+ key.count &+ value.count
    guard !isTooLarge, size <= capacity &- count else {
      isTooLarge = true
      beyond &+= size
      return beyond <= mostBeyond
    }
    let place = base + count
    place.storeBytes(of: table.littleEndian, as: UInt32.self)
    place.storeBytes(of: kind.rawValue.littleEndian, toByteOffset: 4, as: UInt16.self)
    place.storeBytes(
      of: UInt16(truncatingIfNeeded: key.count).littleEndian, toByteOffset: 6, as: UInt16.self)
    place.storeBytes(
      of: UInt32(truncatingIfNeeded: value.count).littleEndian, toByteOffset: 8, as: UInt32.self)
    if let start = key.baseAddress {
      (place + Self.operation).copyMemory(from: start, byteCount: key.count)
    }
    if let start = value.baseAddress {
      (place + (Self.operation &+ key.count)).copyMemory(from: start, byteCount: value.count)
    }
    count &+= size
    operations &+= 1
    return true
  }

  /// Writes the header, and gives the bytes of the record.
  func sealed(_ header: Header) -> UnsafeRawBufferPointer {
    invariant(!isTooLarge && count <= capacity, "a record lacks changes of its transaction")
    let bytes = UnsafeRawBufferPointer(start: base, count: count)
    header.encode(into: base, length: count)
    let sum = Self.sum(bytes)
    base.storeBytes(of: sum.littleEndian, toByteOffset: 40, as: UInt64.self)
    return bytes
  }

  /// What a record says of itself.
  struct Header: Equatable {
    let interval: UInt64
    /// Goes up by one with each record.
    let sequence: UInt64
    /// How many records were on disk for certain when it was written.
    let flushed: UInt64
    /// The checksum of the record before.
    let chain: UInt64

    fileprivate func encode(into bytes: UnsafeMutableRawPointer, length: Int) {
      bytes.storeBytes(of: RowRecord.magic.littleEndian, as: UInt32.self)
      bytes.storeBytes(
        of: UInt32(truncatingIfNeeded: length).littleEndian, toByteOffset: 4, as: UInt32.self)
      for (index, number) in [interval, sequence, flushed, chain].enumerated() {
        bytes.storeBytes(of: number.littleEndian, toByteOffset: 8 + index * 8, as: UInt64.self)
      }
    }
  }

  /// The checksum of a record: of its header up to there, and of its operations.
  ///
  /// Not CRC-32C. Rows end with their own, so a record in which a stale row stands in the place of
  /// another of the same length would have the same CRC-32C.
  static func sum(_ record: UnsafeRawBufferPointer) -> UInt64 {
    let header = UnsafeRawBufferPointer(rebasing: record[..<40])
    let operations = UnsafeRawBufferPointer(rebasing: record[Self.headerSize...])
    return Checksum.wide(operations, seed: Checksum.wide(header, seed: 0))
  }
}

/// A record as it stands in an area of the journal.
struct StoredRecord {
  let header: RowRecord.Header
  let sum: UInt64
  /// From its header to its last operation.
  let bytes: UnsafeRawBufferPointer

  /// nil when no whole record begins at `offset`.
  // Safety: the record refers to `area`, which the caller keeps as long.
  init?(_ area: UnsafeRawBufferPointer, at offset: Int) {
    guard offset + RowRecord.headerSize <= area.count,
      area.loadUnaligned(fromByteOffset: offset, as: UInt32.self) == RowRecord.magic
    else { return nil }
    let length = Int(area.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self))
    guard length >= RowRecord.headerSize, length <= area.count - offset else { return nil }
    bytes = UnsafeRawBufferPointer(rebasing: area[offset..<offset + length])
    sum = bytes.loadUnaligned(fromByteOffset: 40, as: UInt64.self)
    guard sum == RowRecord.sum(bytes) else { return nil }
    let numbers = bytes
    func number(_ offset: Int) -> UInt64 {
      numbers.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }
    header = RowRecord.Header(
      interval: number(8), sequence: number(16), flushed: number(24), chain: number(32))
  }

  /// Calls `body` with each operation.
  ///
  /// - Throws: `LMDBError` `corrupted` when they make no sense, which the checksum leaves to
  ///   nobody but another version.
  func eachOperation(
    _ body: (
      _ kind: RowRecord.Kind, _ table: UInt32, _ key: UnsafeRawBufferPointer,
      _ value: UnsafeRawBufferPointer
    ) throws(LMDBError) -> Void
  ) throws(LMDBError) {
    var offset = RowRecord.headerSize
    while offset < bytes.count {
      guard offset + RowRecord.operation <= bytes.count else { throw Self.unknown }
      let table = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
      let kind = bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt16.self)
      let key = Int(bytes.loadUnaligned(fromByteOffset: offset + 6, as: UInt16.self))
      let value = Int(bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt32.self))
      let start = offset + RowRecord.operation
      guard let kind = RowRecord.Kind(rawValue: kind), key + value <= bytes.count - start else {
        throw Self.unknown
      }
      try body(
        kind, table, UnsafeRawBufferPointer(rebasing: bytes[start..<start + key]),
        UnsafeRawBufferPointer(rebasing: bytes[start + key..<start + key + value]))
      offset = start + key + value
    }
  }

  private static var unknown: LMDBError {
    LMDBError(code: .corrupted, call: "pread", detail: "the journal holds an unknown operation")
  }
}
