import Daybook
import DaybookTesting

/// A transaction as another store, or something that is none, might send it.
struct WrittenMessage {
  /// One event of it.
  struct Event {
    var name = "item.counted"
    var version: UInt64 = 1
    var kind: String? = PantryItem.kind
    var entity = UUID(uuid: (0xA, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
    var payload: [UInt8] = [8, 4]
    /// What a newer version adds.
    var more: [UInt8] = []
  }

  var replica = UUID()
  var sequence: UInt64? = 1
  var time = HybridTime(milliseconds: 0)
  var author: String?
  var context: String?
  var process: String?
  /// What a newer version adds to the header.
  var moreOfHeader: [UInt8] = []
  var events = [Event()]
  /// Nil for that of `time`.
  var wallTime: Date?
  var space: UUID? = UUID()
  /// What a newer version adds.
  var more: [UInt8] = []

  /// One that a clock might have written.
  init(_ clock: TestClock) {
    time = HybridTime(milliseconds: Int64(clock.now.timeIntervalSince1970 * 1000))
  }

  var bytes: [UInt8] {
    var writer = PayloadWriter(capacity: 1024)
    writer.uuid(1, replica)
    writer.message(2) { header in
      header.uint(1, sequence)
      header.fixed(2, time.rawValue)
      header.date(
        3, wallTime ?? Date(timeIntervalSince1970: Double(time.milliseconds) / 1000))
      header.string(4, author)
      header.string(5, context)
      header.string(6, process)
      moreOfHeader.withUnsafeBytes { header.raw($0) }
    }
    for event in events {
      writer.message(3) { writer in
        writer.string(1, event.name)
        writer.uint(2, event.version)
        writer.string(3, event.kind)
        writer.uuid(4, event.entity)
        event.payload.withUnsafeBytes { writer.bytes(5, $0) }
        event.more.withUnsafeBytes { writer.raw($0) }
      }
    }
    writer.uuid(4, space)
    more.withUnsafeBytes { writer.raw($0) }
    return writer.array
  }
}
