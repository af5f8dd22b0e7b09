internal import Daybook

/// The fields of a payload, those of one number together.
struct StoredFields {
  /// Some values of one field.
  typealias Values = ArraySlice<(number: Int, value: StoredValue)>

  /// Ascending by number.
  private let fields: [(number: Int, value: StoredValue)]

  /// - Throws: `PayloadError` for bytes that are no payload.
  init(of payload: [UInt8]) throws {
    let fields = try StoredValue.fields(of: payload)
    let isAscending = zip(fields, fields.dropFirst()).allSatisfy { $0.number <= $1.number }
    self.fields =
      isAscending
      ? fields
      : fields.enumerated()
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
  var json: [UInt8]? {
    guard let first = fields.first(where: { $0.number == 1 }), case .bytes(let bytes) = first.value
    else { return nil }
    return bytes
  }
}
