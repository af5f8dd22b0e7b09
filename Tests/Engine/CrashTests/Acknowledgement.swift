import Daybook

/// A line in which the killed process said that an append had returned.
struct Acknowledgement {
  let transaction: UInt64
  let entity: UUID
  let value: Int64

  /// Reads `ack TRANSACTION ENTITY VALUE`; nil for other lines.
  init?(_ line: String) {
    let parts = line.split(separator: " ")
    guard parts.count == 4, parts[0] == "ack", let transaction = UInt64(parts[1]),
      let entity = UUID(uuidString: String(parts[2])), let value = Int64(parts[3])
    else { return nil }
    self.transaction = transaction
    self.entity = entity
    self.value = value
  }
}
