internal import Daybook
internal import Interchange

/// One object of a JSON file that stands for a row.
struct JSONRow {
  private let members: [String: JSONValue]
  let position: SourcePosition
  let rawText: String
  /// What became of its members.
  private let use = MemberUse()

  /// - Returns: nil for what is no object.
  init?(_ value: JSONValue, position: SourcePosition) {
    guard let members = value.object else { return nil }
    self.members = members
    self.position = position
    rawText = String(decoding: value.bytes, as: UTF8.self)
  }

  var keys: [String] { members.keys.sorted() }

  func has(_ key: String) -> Bool { members[key] != nil }

  /// A member as text: numbers as they stand, truth as 1 and 0; nil for null and what is nested.
  func text(_ key: String) -> String? {
    let text = peek(key)
    if let member = members[key] {
      var isNull = false
      if case .null = member { isNull = true }
      use.note(text == nil && !isNull ? .nothing : .read, key)
    }
    return text
  }

  /// Says that a member is read as nothing.
  func noteNothing(of key: String) { use.note(.nothing, key) }

  /// As `text`, without counting as read.
  private func peek(_ key: String) -> String? {
    switch members[key] {
    case .string(let text): text
    case .bool(let flag): flag ? "1" : "0"
    case .number(let number): number.text
    default: nil
    }
  }

  /// A member that is a list of texts.
  func texts(_ key: String) -> [String] {
    use.note(.read, key)
    return (members[key]?.array ?? []).compactMap(\.string)
  }

  /// The members without one, as texts, in the order of their names: equal for equal values.
  func content(without key: String) -> [String] {
    members.filter { $0.key != key }.sorted { $0.key < $1.key }
      .map { "\($0.key) \(Self.text($0.value))" }
  }

  /// The value as text; 60 and 60.0 are the same.
  private static func text(_ value: JSONValue) -> String {
    if case .number(let number) = value, let value = Double(number.text) { return "\(value)" }
    return String(decoding: value.bytes, as: UTF8.self)
  }

  /// Takes the members into account, unless the row is in the report whole.
  func count(in pass: inout MemberPass) {
    guard let uses = use.uses else { return }
    for (name, member) in members {
      var text = peek(name) ?? ""
      if case .array(let list) = member, !list.isEmpty { text = "list" }
      if case .object = member { text = "object" }
      pass.add(name, text, uses[name], at: position)
    }
  }

  /// The row as one that cannot be read. It is in the report whole.
  func quarantined(column: String?, _ reason: String) -> QuarantinedRow {
    use.noteWhole()
    return QuarantinedRow(position: position, column: column, reason: reason, rawText: rawText)
  }
}

extension SourceFile {
  /// The file as one JSON value, from text in UTF-8 or UTF-16, each with a mark or without.
  ///
  /// - Throws: `InterchangeError`: `notJSON`, `tooLarge`, `unreadableFile`.
  func json(limit: Int) throws(InterchangeError) -> JSONValue {
    let stored = try bytes(limit: limit)
    if let kind = FileKind(stored), kind != .json {
      throw .wrongKind(kind, name, wanting: "JSON", .notJSON)
    }
    let bytes: [UInt8]
    do throws(InterchangeError) { bytes = try TextBytes.utf8(stored, file: name) } catch {
      throw InterchangeError(
        .notJSON, file: name, "\(name) is no JSON: it holds bytes that are not UTF-16 text.")
    }
    if bytes.allSatisfy(TextBytes.isBlank) { throw .empty(name, .notJSON) }
    do { return try JSONValue(parsing: bytes) } catch {
      throw InterchangeError(
        .notJSON, file: name, "\(name) is no JSON: at byte \(error.offset) \(error.reason).")
    }
  }
}
