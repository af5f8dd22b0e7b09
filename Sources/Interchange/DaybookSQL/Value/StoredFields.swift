internal import Daybook

/// The fields of a payload, those of one number together: as long as its bytes are lent.
struct StoredFields {
  /// Some values of one field.
  typealias Values = ArraySlice<BorrowedField>

  /// Ascending by number.
  private var fields: [BorrowedField] = []

  /// None; for ``read(_:)``.
  init() {}

  /// - Throws: `PayloadError` for bytes that are no payload.
  init(of payload: BorrowedBytes) throws { try read(payload) }

  /// Reads those of another payload, in the memory of the one before.
  ///
  /// - Throws: `PayloadError` for bytes that are no payload.
  mutating func read(_ payload: BorrowedBytes) throws {
    fields.removeAll(keepingCapacity: true)
    try BorrowedField.read(payload, into: &fields)
    let isAscending = zip(fields, fields.dropFirst()).allSatisfy { $0.number <= $1.number }
    if isAscending { return }
    fields = fields.enumerated()
      .sorted { ($0.element.number, $0.offset) < ($1.element.number, $1.offset) }
      .map(\.element)
  }

  /// Calls `body` with each number and its values in their order.
  func forEach(_ body: (_ number: Int, _ values: Values) throws -> Void) rethrows {
    var start = 0
    while start < fields.count {
      let number = fields[start].number
      var end = start + 1
      while end < fields.count, fields[end].number == number { end += 1 }
      try body(number, fields[start..<end])
      start = end
    }
  }

  /// The text that a `Codable` value was stored as, in the first field 1; nil where there is none.
  var json: BorrowedBytes? {
    guard let first = fields.first(where: { $0.number == 1 }), case .bytes(let bytes) = first.value
    else { return nil }
    return bytes
  }
}
