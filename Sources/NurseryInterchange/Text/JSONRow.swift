internal import Daybook
internal import Interchange

/// One object of a JSON file that stands for a row.
struct JSONRow {
  private let members: [String: JSONValue]
  let position: SourcePosition
  let rawText: String

  /// - Returns: nil for what is no object.
  init?(_ value: JSONValue, position: SourcePosition) {
    guard let members = value.object else { return nil }
    self.members = members
    self.position = position
    rawText = String(decoding: value.bytes, as: UTF8.self)
  }

  var keys: [String] { members.keys.sorted() }

  /// A member as text: numbers as they stand, truth as 1 and 0; nil for null and what is nested.
  func text(_ key: String) -> String? {
    switch members[key] {
    case .string(let text): text
    case .bool(let flag): flag ? "1" : "0"
    case .number(let number): number.text
    default: nil
    }
  }

  /// A member that is a list of texts.
  func texts(_ key: String) -> [String] {
    (members[key]?.array ?? []).compactMap(\.string)
  }
}
