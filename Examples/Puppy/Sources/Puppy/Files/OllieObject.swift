import Daybook
import Foundation
import Interchange

/// An object of one of Ollie's files, and what was odd when it was read.
///
/// What is missing or cannot be read is nil. Only what makes the object what it is must be there;
/// the rest stays in the text of the row.
struct OllieObject {
  /// Why an object cannot be kept.
  struct Refusal: Error {
    let column: String?
    let reason: String
  }

  private let value: JSONValue
  private let zone: TimeZone
  private(set) var warnings: [ImportWarning] = []
  /// How exactly times were told, by the number of the field.
  private(set) var times: [TimeReading] = []

  init(_ value: JSONValue, zone: TimeZone) throws(Refusal) {
    guard value.object != nil else { throw Refusal(column: nil, reason: "It is no JSON object.") }
    self.value = value
    self.zone = zone
  }

  mutating func warn(_ warning: ImportWarning) {
    if !warnings.contains(warning) { warnings.append(warning) }
  }

  private mutating func read<Value>(_ name: String, _ body: (JSONValue) -> Value?) -> Value? {
    guard let member = value[name], member != .null else { return nil }
    let read = body(member)
    if read == nil { warn(.unreadableField) }
    return read
  }

  mutating func text(_ name: String) -> String? { read(name, \.string) }
  mutating func flag(_ name: String) -> Bool? { read(name, \.bool) }
  mutating func number(_ name: String) -> Double? { read(name, \.double) }
  mutating func whole(_ name: String) -> Int? { read(name, \.int).flatMap { Int(exactly: $0) } }
  mutating func id(_ name: String) -> UUID? {
    read(name) { $0.string.flatMap(UUID.init(uuidString:)) }
  }

  /// A time into the field of that number.
  mutating func time(_ name: String, field: Int) -> Date? {
    let zone = zone
    guard let time = read(name, { $0.string.flatMap { OllieTime($0, zone: zone) } }) else {
      return nil
    }
    if time.step > 0 { times.append(TimeReading(field: field, step: time.step)) }
    if time.isLocal { warn(.zoneAssumed) }
    return time.date
  }

  /// Something without which the object is nothing.
  func required<Value>(_ found: Value?, _ name: String) throws(Refusal) -> Value {
    if let found { return found }
    guard let told = value[name] else {
      throw Refusal(column: name, reason: "There is no “\(name)”.")
    }
    let text = told.string ?? String(decoding: told.bytes, as: UTF8.self)
    throw Refusal(column: name, reason: "“\(text)” cannot be read as “\(name)”.")
  }
}

extension ImportWarning {
  /// A member has a value of another sort; it stays in the row's text.
  static let unreadableField = ImportWarning(rawValue: "unreadableField")
  /// A time has no zone; it was read in that of the device.
  static let zoneAssumed = ImportWarning(rawValue: "zoneAssumed")
}
