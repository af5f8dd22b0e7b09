internal import Daybook

/// Makes the message of a transaction that another replica might have written.
///
/// For the fields see the documentation of the stored format.
enum TransactionMaker {
  static func message(
    _ events: [History.Event], at time: HybridTime, replica: UUID
  ) -> [UInt8] {
    var writer = PayloadWriter(capacity: 1024)
    writer.uuid(1, replica)
    writer.message(2) { header in
      header.uint(1, 1)
      header.fixed(2, time.rawValue)
      header.date(3, time.date)
    }
    for event in events {
      writer.message(3) { writer in
        writer.string(1, event.type.name)
        writer.uint(2, UInt64(event.type.version))
        if !event.kind.isEmpty { writer.string(3, event.kind) }
        writer.uuid(4, event.entity)
        event.payload.withUnsafeBytes { writer.bytes(5, $0) }
      }
    }
    writer.uuid(4, replica)
    return writer.array
  }
}
