import LMDB

@testable import Daybook

/// Law: a row of which only the content is wrong is read or refused, and what is read can be
/// written and reads as the same.
///
/// The first byte chooses the record, the rest is the row; its checksum is made to fit.
enum RecordFuzz {
  private static let readers: [@Sendable (UnsafeRawBufferPointer) throws -> Void] = [
    { _ = EventRecord($0, position: 0) },
    { _ = TransactionRecord($0, number: 0) },
    { _ = EntityRecord(baseline: $0) },
    { _ = Names.decode($0, number: 0) },
    { _ = Summary($0, key: 0) },
    { _ = try ConsumerRecord($0) },
    { try again(LogCounters($0), LogCounters.init) { $0.encode(into: &$1) } },
    { try again(ProjectionDefinition($0), ProjectionDefinition.init) { $0.encode(into: &$1) } },
    { _ = try KindDefinition($0) },
    { _ = QuarantineKey($0) },
    { _ = EntityKey($0) },
  ]

  static func run(_ bytes: UnsafeRawBufferPointer) {
    guard let first = bytes.first else { return }
    var row = [UInt8](bytes.dropFirst())
    if row.count >= 4 {
      let sum = row.withUnsafeBytes { Checksum.crc32c(0, $0.from(4)) }
      withUnsafeBytes(of: sum.littleEndian) { row.replaceSubrange(0..<4, with: $0) }
    }
    row.withUnsafeBytes { row in try? readers[Int(first) % readers.count](row) }
  }

  private static func again<Record: Equatable>(
    _ record: Record, _ read: (UnsafeRawBufferPointer) throws -> Record,
    _ write: (Record, inout PayloadWriter) -> Void
  ) throws {
    var writer = PayloadWriter()
    write(record, &writer)
    law((try? read(writer.bytes)) == record, "a \(Record.self) written again reads otherwise")
  }
}
