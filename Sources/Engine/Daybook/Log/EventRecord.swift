internal import LMDB

/// One row of the table `events`; its key is the event's position.
///
/// | offset | bytes | content |
/// |---|---|---|
/// | 0 | 4 | CRC-32C of the position and of everything after these four bytes |
/// | 4 | 1 | which of the fields below follow: 1 `previous`, 2 the counter, 4 the high parts |
/// | 5 | 1 | number of the event type in `names`, low 8 bits |
/// | 6 | 6 | time of the stamp, high 48 bits: milliseconds since 1970 |
/// | 12 | 16 | the entity |
/// | 28 | 4 | number of the transaction, low 32 bits |
/// | | 4 | position of the event before this one of the same entity, low 32 bits; 0 without it |
/// | | 2 | low 16 bits of the time, its counter; 0 without it |
/// | | 4, 4, 4 | type from bit 8 on, transaction and `previous` from bit 32 on; 0 without |
/// | … | … | payload |
///
/// Most events are the first of their entity and alone in their millisecond: they have none of the
/// three, and decoding them is five loads and one comparison. The chain of positions is the index
/// of an entity's events: it costs at most eight bytes and no put.
struct EventRecord {
  /// Bytes of the fields that every event has.
  static let leastSize = 32
  private static let hasPrevious: UInt8 = 1
  private static let hasCounter: UInt8 = 2
  private static let isWide: UInt8 = 4

  var type: UInt32
  var transaction: UInt64
  var previous: UInt64
  var time: HybridTime
  var entity: PackedUUID

  /// Reads a header; nil when the checksum does not fit.
  @inline(__always)
  init?(_ bytes: BorrowedBytes, position: UInt64) {
    guard Self.isSound(bytes, position: position) else { return nil }
    let first: UInt64 = bytes.load(4)
    type = UInt32(truncatingIfNeeded: first >> 8 & 0xFF)
    time = HybridTime(rawValue: first & ~0xFFFF)
    entity = PackedUUID(bytes, 12)
    transaction = UInt64(bytes.load(28, as: UInt32.self))
    previous = 0
    if first & 0xFF != 0 { readMore(bytes, UInt8(truncatingIfNeeded: first)) }
  }

  /// The header and the payload of a row.
  ///
  /// - Throws: `StoreError.damaged` when the checksum does not fit.
  @inline(__always)
  static func read(
    _ row: BorrowedBytes, at position: UInt64
  ) throws -> (record: EventRecord, payload: BorrowedBytes) {
    guard let record = EventRecord(row, position: position) else {
      throw StoreError.damaged("the event at position \(position) is damaged")
    }
    return (record, payload(of: row))
  }

  init(type: UInt32, transaction: UInt64, previous: UInt64, time: HybridTime, entity: PackedUUID) {
    self.type = type
    self.transaction = transaction
    self.previous = previous
    self.time = time
    self.entity = entity
  }

  /// Reads the fields that most events do not have.
  private mutating func readMore(_ bytes: BorrowedBytes, _ more: UInt8) {
    var offset = Self.leastSize
    if more & Self.hasPrevious != 0 {
      previous = UInt64(bytes.load(offset, as: UInt32.self))
      offset += 4
    }
    if more & Self.hasCounter != 0 {
      time = HybridTime(rawValue: time.rawValue | UInt64(bytes.load(offset, as: UInt16.self)))
      offset += 2
    }
    guard more & Self.isWide != 0 else { return }
    type |= bytes.load(offset, as: UInt32.self) << 8
    transaction |= UInt64(bytes.load(offset + 4, as: UInt32.self)) << 32
    previous |= UInt64(bytes.load(offset + 8, as: UInt32.self)) << 32
  }

  // MARK: Rows where they are stored

  /// Whether the checksum fits and the fields are all there.
  @inline(__always)
  static func isSound(_ bytes: BorrowedBytes, position: UInt64) -> Bool {
    bytes.count >= leastSize && hasRoom(bytes)
      && Checksum.crc32c(position, bytes.from(4)) == bytes.load(0, as: UInt32.self)
  }

  /// The payload of a sound row.
  @inline(__always)
  static func payload(of row: BorrowedBytes) -> BorrowedBytes { row.from(size(more: row[4])) }

  static func type(_ row: UnsafeRawPointer) -> UInt32 {
    let header = header(row)
    return header[4] & isWide == 0 ? UInt32(header[5]) : whole(header).type
  }

  static func transaction(_ row: UnsafeRawPointer) -> UInt64 {
    let header = header(row)
    return header[4] & isWide == 0
      ? UInt64(header.load(28, as: UInt32.self)) : whole(header).transaction
  }

  static func time(_ row: UnsafeRawPointer) -> HybridTime {
    let header = header(row)
    return header[4] & hasCounter == 0
      ? HybridTime(rawValue: header.load(4) & ~0xFFFF) : whole(header).time
  }

  static func entity(_ row: UnsafeRawPointer) -> UUID { header(row).loadUUID(12) }

  // Safety: a sound row has as many bytes as its fields need.
  private static func header(_ row: UnsafeRawPointer) -> BorrowedBytes {
    let more = row.load(fromByteOffset: 4, as: UInt8.self)
    return UnsafeRawBufferPointer(start: row, count: size(more: more))
  }

  /// The fields of a sound row.
  private static func whole(_ header: BorrowedBytes) -> EventRecord {
    var record = EventRecord(
      type: UInt32(header[5]), transaction: UInt64(header.load(28, as: UInt32.self)), previous: 0,
      time: HybridTime(rawValue: header.load(4) & ~0xFFFF), entity: PackedUUID(header, 12))
    record.readMore(header, header[4])
    return record
  }

  /// Bytes of a header with these fields.
  @inline(__always)
  private static func size(more: UInt8) -> Int {
    leastSize + Int(more & hasPrevious) * 4 + Int(more & hasCounter) + Int(more & isWide) * 3
  }

  /// Whether a row has the fields that it says it has, and none that are not known.
  @inline(__always)
  private static func hasRoom(_ row: BorrowedBytes) -> Bool {
    let more = row[4]
    return more == 0 || more < 8 && row.count >= size(more: more)
  }

  // MARK: Writing

  /// Bytes of its header.
  var size: Int { Self.size(more: more) }

  private var more: UInt8 {
    let isWide = type > 0xFF || (transaction | previous) > UInt64(UInt32.max)
    return (previous == 0 ? 0 : Self.hasPrevious)
      | (time.rawValue & 0xFFFF == 0 ? 0 : Self.hasCounter) | (isWide ? Self.isWide : 0)
  }

  /// Writes header, payload and checksum to `page`, which has room for them.
  func write(to page: UnsafeMutableRawPointer, payload: BorrowedBytes, position: UInt64) {
    let more = more
    page.store(time.rawValue & ~0xFFFF | UInt64(type & 0xFF) << 8 | UInt64(more), 4)
    page.store(entity, 12)
    page.store(UInt32(truncatingIfNeeded: transaction), 28)
    if more != 0 { writeMore(to: page, more) }
    let size = Self.size(more: more)
    if let source = payload.baseAddress {
      (page + size).copyMemory(from: source, byteCount: payload.count)
    }
    let rest = UnsafeRawBufferPointer(start: page + 4, count: size - 4 + payload.count)
    page.store(Checksum.crc32c(position, rest), 0)
  }

  private func writeMore(to page: UnsafeMutableRawPointer, _ more: UInt8) {
    var offset = Self.leastSize
    if more & Self.hasPrevious != 0 {
      page.store(UInt32(truncatingIfNeeded: previous), offset)
      offset += 4
    }
    if more & Self.hasCounter != 0 {
      page.store(UInt16(truncatingIfNeeded: time.rawValue), offset)
      offset += 2
    }
    guard more & Self.isWide != 0 else { return }
    page.store(type >> 8, offset)
    page.store(UInt32(truncatingIfNeeded: transaction >> 32), offset + 4)
    page.store(UInt32(truncatingIfNeeded: previous >> 32), offset + 8)
  }
}
