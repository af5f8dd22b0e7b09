import Daybook
import Foundation

/// One object of a file of check-ins.
struct CheckInRecord {
  /// Why an object is no check-in, to go on after "Record 3 is no check-in:".
  struct Refusal: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
  }

  let id: ID<CheckIn>
  let checkIn: CheckIn
  /// The object in one line.
  let text: String

  init(_ value: JSONValue) throws(Refusal) {
    guard value.object != nil else { throw Refusal("it is no object") }
    guard let id = UUID(uuidString: try Self.text("id", of: value)) else {
      throw Refusal("its “id” is no UUID")
    }
    let date = try Self.text("createdAt", of: value)
    guard let createdAt = Self.date(date) else { throw Refusal("“\(date)” is no date") }
    self.id = ID(id)
    checkIn = CheckIn(
      name: try Self.text("name", of: value), address: try Self.text("address", of: value),
      latitude: try Self.coordinate("latitude", of: value),
      longitude: try Self.coordinate("longitude", of: value),
      category: try Self.category(of: value), createdAt: createdAt)
    text = String(decoding: value.bytes, as: UTF8.self)
  }

  private static func text(_ name: String, of value: JSONValue) throws(Refusal) -> String {
    guard let text = value[name]?.string else { throw Refusal("“\(name)” is no text") }
    return text
  }

  private static func category(of value: JSONValue) throws(Refusal) -> String? {
    switch value["category"] {
    case nil, .null?: return nil
    case .string(let text)?: return text
    default: throw Refusal("“category” is no text")
    }
  }

  private static func coordinate(
    _ name: String, of value: JSONValue
  ) throws(Refusal) -> Coordinate {
    guard case .number(let number)? = value[name], let degrees = number.double else {
      throw Refusal("“\(name)” is no number")
    }
    return Coordinate(degrees, text: number.text)
  }

  /// Whole seconds or a fraction, in any zone; nothing may follow.
  private static func date(_ text: String) -> Date? {
    guard text.range(of: form, options: .regularExpression) != nil else { return nil }
    return [false, true].lazy.compactMap {
      try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: $0))
    }.first
  }

  private static let form =
    #"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$"#
}
