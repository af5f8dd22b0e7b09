/// What a transaction wrote of the entities that are moved, as far as it counts.
struct MovedSave: Sendable {
  /// Its local number in the store that they leave.
  let transaction: UInt64
  let author: String?
  /// Its place in the canonical order.
  let stamp: Stamp
  /// In the order in which it wrote them.
  var events: [MovedEvent]
}
