internal import LMDB

/// One row of the table `events`; its key is the event's position.
///
/// | offset | bytes | content |
/// |---|---|---|
/// | 0 | 4 | CRC-32C of the position and of everything after these four bytes |
/// | 4 | 4 | number of the event type in `names` |
/// | 8 | 8 | number of the transaction |
/// | 16 | 8 | position of the event before this one of the same entity, 0 for none |
/// | 24 | 8 | time of the stamp |
/// | 32 | 16 | the entity |
/// | 48 | … | payload |
///
/// The chain of positions is the index of an entity's events: it costs eight bytes and no put.
struct EventRecord {
  static let headerSize = 48

  var type: UInt32
  var transaction: UInt64
  var previous: UInt64
  var time: HybridTime
  var entity: PackedUUID

  /// Reads a header; nil when the checksum does not fit.
  @inline(__always)
  init?(_ bytes: BorrowedBytes, position: UInt64) {
    guard Self.isSound(bytes, position: position) else { return nil }
    type = bytes.load(4)
    transaction = bytes.load(8)
    previous = bytes.load(16)
    time = HybridTime(rawValue: bytes.load(24))
    entity = PackedUUID(bytes, 32)
  }

  // MARK: Rows where they are stored

  /// Whether the checksum fits.
  @inline(__always)
  static func isSound(_ bytes: BorrowedBytes, position: UInt64) -> Bool {
    bytes.count >= headerSize
      && Checksum.crc32c(position, bytes.from(4)) == bytes.load(0, as: UInt32.self)
  }

  static func type(_ row: UnsafeRawPointer) -> UInt32 { header(row).load(4) }
  static func transaction(_ row: UnsafeRawPointer) -> UInt64 { header(row).load(8) }
  static func time(_ row: UnsafeRawPointer) -> HybridTime {
    HybridTime(rawValue: header(row).load(24))
  }
  static func entity(_ row: UnsafeRawPointer) -> UUID { header(row).loadUUID(32) }

  // Safety: a sound row has a header.
  private static func header(_ row: UnsafeRawPointer) -> BorrowedBytes {
    UnsafeRawBufferPointer(start: row, count: headerSize)
  }

  init(type: UInt32, transaction: UInt64, previous: UInt64, time: HybridTime, entity: PackedUUID) {
    self.type = type
    self.transaction = transaction
    self.previous = previous
    self.time = time
    self.entity = entity
  }

  /// Writes header, payload and checksum to `page`, which has room for them.
  func write(to page: UnsafeMutableRawPointer, payload: BorrowedBytes, position: UInt64) {
    page.store(type, 4)
    page.store(transaction, 8)
    page.store(previous, 16)
    page.store(time.rawValue, 24)
    page.store(entity, 32)
    if let source = payload.baseAddress {
      (page + Self.headerSize).copyMemory(from: source, byteCount: payload.count)
    }
    let rest = UnsafeRawBufferPointer(start: page + 4, count: Self.headerSize - 4 + payload.count)
    page.store(Checksum.crc32c(position, rest), 0)
  }
}
