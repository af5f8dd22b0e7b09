import LMDB
import Testing

@testable import Daybook

/// The headers of events and entities, in the few bytes that most of them need and in more.
struct StoredHeaderTests {
  private static let entity = PackedUUID(UUID())
  private static let time: UInt64 = 1_700_000_000_000 << 16

  private func bytes(_ record: EventRecord, payload: [UInt8] = [7, 8, 9]) -> [UInt8] {
    var row = [UInt8](repeating: 0xEE, count: record.size + payload.count)
    row.withUnsafeMutableBytes { row in
      payload.withUnsafeBytes {
        record.write(to: row.baseAddress.unsafelyUnwrapped, payload: $0, position: 9)
      }
    }
    return row
  }

  /// Type, transaction, previous, counter, and the bytes of a header with them.
  @Test(
    arguments: [
      (1, 1, 0, 0, 32), (255, 0xFFFF_FFFF, 0, 0, 32), (1, 2, 8, 0, 36), (1, 2, 0, 3, 34),
      (1, 2, 0xFFFF_FFFF, 0xFFFF, 38), (256, 1, 0, 0, 44), (1, 1 << 32, 0, 1, 46),
      (0xFFFF_FFFF, .max, .max, 0xFFFF, 50), (1, 2, 1 << 32, 0, 48),
    ] as [(UInt32, UInt64, UInt64, UInt64, Int)])
  func `an event is read as it was written, in as few bytes as it needs`(
    type: UInt32, transaction: UInt64, previous: UInt64, counter: UInt64, size: Int
  ) throws {
    let time = HybridTime(rawValue: Self.time | counter)
    let row = bytes(
      EventRecord(
        type: type, transaction: transaction, previous: previous, time: time, entity: Self.entity))
    #expect(row.count == size + 3)
    try row.withUnsafeBytes { row in
      let record = try #require(EventRecord(row, position: 9))
      #expect(record.type == type)
      #expect(record.transaction == transaction)
      #expect(record.previous == previous)
      #expect(record.time == time)
      #expect(record.entity == Self.entity)
      #expect(Array(EventRecord.payload(of: row)) == [7, 8, 9])
      #expect(EventRecord(row, position: 8) == nil)
      let start = try #require(row.baseAddress)
      #expect(EventRecord.type(start) == type)
      #expect(EventRecord.transaction(start) == transaction)
      #expect(EventRecord.time(start) == time)
      #expect(PackedUUID(EventRecord.entity(start)) == Self.entity)
    }
  }

  /// Changes the byte that says which fields follow, and lets the checksum fit.
  @Test(arguments: [(1, 3), (2, 1), (4, 11), (7, 17), (8, 60), (128, 60)] as [(UInt8, Int)])
  func `an event that lacks a field it says it has is not read`(fields: UInt8, payload: Int) {
    let record = EventRecord(
      type: 1, transaction: 1, previous: 0, time: HybridTime(rawValue: Self.time),
      entity: Self.entity)
    var row = bytes(record, payload: [UInt8](repeating: 0, count: payload))
    row[4] = fields
    let sum = row.withUnsafeBytes { Checksum.crc32c(9, $0.from(4)) }
    row.withUnsafeMutableBytes { $0.storeBytes(of: sum.littleEndian, as: UInt32.self) }
    #expect(row.withUnsafeBytes { EventRecord($0, position: 9) == nil })
  }

  /// Last position, newest transaction, number of events, the counter, how much later the last
  /// event is, and the bytes of a header with them.
  @Test(
    arguments: [
      (1, 1, 1, 0, 0, 16), (0xFFFF_FFFF, 0xFFFF_FFFF, 255, 0, 0, 16), (9, 2, 2, 0, 5 << 16, 24),
      (9, 2, 1, 3, 0, 18), (9, 2, 1, 0xFFFF, 7, 26), (9, 2, 256, 0, 0, 28),
      (1 << 32, 2, 1, 0, 0, 28), (9, 1 << 32, 1, 0, 0, 28),
      (.max, .max, .max, 0xFFFF, 1 << 40, 38), (9, 0, 3, 0, 0, 16),
    ] as [(UInt64, UInt64, UInt32, UInt64, UInt64, Int)])
  func `an entity is read as it was written, in as few bytes as it needs`(
    position: UInt64, newest: UInt64, events: UInt32, counter: UInt64, later: UInt64, size: Int
  ) throws {
    var record = EntityRecord()
    (record.lastPosition, record.newest, record.eventCount) = (position, newest, events)
    record.created = HybridTime(rawValue: Self.time | counter)
    record.modified = HybridTime(rawValue: Self.time + counter + later)
    for (hasState, isQuarantined) in [(false, false), (true, false), (false, true)] {
      (record.hasState, record.isQuarantined) = (hasState, isQuarantined)
      record.unknownFlags = 0x14
      var writer = PayloadWriter()
      record.encode(into: &writer)
      #expect(writer.count == size && size <= EntityRecord.mostSize)
      let short = UnsafeRawBufferPointer(rebasing: writer.bytes.dropLast())
      #expect(EntityRecord(short) == nil)
      for byte: UInt8 in [1, 2, 3] { writer.raw(byte) }
      #expect(EntityRecord(writer.bytes) == record)
      #expect(Array(EntityRecord.state(of: writer.bytes)) == [1, 2, 3])
    }
  }

  @Test func `an entity without events that count takes the least`() {
    var writer = PayloadWriter()
    EntityRecord().encode(into: &writer)
    #expect(writer.count == EntityRecord.leastSize)
    #expect(EntityRecord(writer.bytes) == EntityRecord())
  }
}
