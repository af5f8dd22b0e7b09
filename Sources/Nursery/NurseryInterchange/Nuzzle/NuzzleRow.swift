internal import Daybook
internal import Foundation
internal import Interchange

/// One object of Nuzzle's file.
struct NuzzleRow: Sendable {
  /// A member that only `NuzzleExporter` writes: the app needs a date of birth, and none is known.
  static let assumedBirth = "dateOfBirthIsAssumed"

  private let value: JSONValue
  let position: SourcePosition

  init(_ value: JSONValue, position: SourcePosition) {
    self.value = value
    self.position = position
  }

  var rawText: String { String(decoding: value.bytes, as: UTF8.self) }

  func text(_ key: String) -> String? { value[key]?.string }

  func number(_ key: String) -> Double? { value[key]?.double }

  func take(_ key: String, _ property: inout Bool) { property = value[key]?.bool ?? property }

  func take(_ key: String, _ property: inout Int) {
    property = value[key]?.int.map { Int(clamping: $0) } ?? property
  }

  func id(_ key: String) throws(RowRefusal) -> UUID {
    guard let id = text(key).flatMap(UUID.init(uuidString:)) else {
      throw RowRefusal(key, "“\(text(key) ?? "")” is not a UUID.")
    }
    return id
  }

  /// A date in ISO 8601, or in seconds since 2001; nil when there is none.
  func date(_ key: String) throws(RowRefusal) -> Date? {
    switch value[key] {
    case nil, .null?: return nil
    case .number(let number)?:
      if let seconds = number.double { return Date(timeIntervalSinceReferenceDate: seconds) }
    case .string(let text)?: if let date = InstantText.parse(text) { return date }
    default: break
    }
    throw RowRefusal(key, "The value is neither a date in ISO 8601 nor seconds since 2001.")
  }
}
