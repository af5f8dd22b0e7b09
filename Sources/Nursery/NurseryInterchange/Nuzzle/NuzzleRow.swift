internal import Daybook
internal import Foundation
internal import Interchange

/// One object of Nuzzle's file.
struct NuzzleRow: Sendable {
  /// A member that only `NuzzleExporter` writes: the app needs a date of birth, and none is known.
  static let assumedBirth = "dateOfBirthIsAssumed"

  private let value: JSONValue
  let position: SourcePosition
  /// What became of its members.
  let use = MemberUse()

  init(_ value: JSONValue, position: SourcePosition) {
    self.value = value
    self.position = position
  }

  var rawText: String { String(decoding: value.bytes, as: UTF8.self) }

  /// A member as a value; nil for none, and for one that is of another sort, which is told.
  private func member<Value>(_ key: String, _ read: (JSONValue) -> Value?) -> Value? {
    guard let member = value[key] else { return nil }
    let found = read(member)
    if case .null = member {
      use.note(.read, key)
    } else {
      use.note(found == nil ? .nothing : .read, key)
    }
    return found
  }

  func text(_ key: String) -> String? { member(key, \.string) }

  func number(_ key: String) -> Double? { member(key, \.double) }

  /// Whole minutes; what is beside them is told as changed, and what no form can hold as nothing.
  func minutes(_ key: String) -> Int? {
    guard let number = number(key) else { return nil }
    guard let whole = Int(exactly: number.rounded(.towardZero)) else {
      use.note(.nothing, key)
      return nil
    }
    if Double(whole) != number { use.note(.changed, key) }
    return whole
  }

  func take(_ key: String, _ property: inout Bool) {
    property = member(key, \.bool) ?? property
  }

  func take(_ key: String, _ property: inout Int) {
    property = member(key, \.int).map { Int(clamping: $0) } ?? property
  }

  /// Takes the members into account, unless the row is in the report whole.
  func count(in pass: inout MemberPass) {
    guard let uses = use.uses else { return }
    for (name, member) in value.object ?? [:] {
      let text: String =
        switch member {
        case .null: ""
        case .string(let text): text
        default: String(decoding: member.bytes, as: UTF8.self)
        }
      pass.add(name, text, uses[name], at: position)
    }
  }

  func id(_ key: String) throws(RowRefusal) -> UUID {
    guard let id = text(key).flatMap(UUID.init(uuidString:)) else {
      throw RowRefusal(key, "“\(text(key) ?? "")” is not a UUID.")
    }
    return id
  }

  /// A date in ISO 8601, or in seconds since 2001; nil when there is none.
  func date(_ key: String) throws(RowRefusal) -> Date? {
    use.note(.read, key)
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
