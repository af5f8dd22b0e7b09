internal import Daybook
internal import Foundation
internal import Interchange

/// One object of Nuzzle's file.
struct NuzzleRow: Sendable {
  /// Members that only `NuzzleExporter` writes: the app needs a date of birth, a zone and times of
  /// writing, and what stands for them was not told.
  static let assumedBirth = "dateOfBirthIsAssumed"
  static let assumedZone = "timezoneIsAssumed"
  static let assumedTimes = "createdAtIsAssumed"
  static let assumedUpdate = "updatedAtIsAssumed"

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

  /// Texts in an array; what is beside them is told as changed.
  func texts(_ key: String) -> [String] {
    guard let values = member(key, \.array) else { return [] }
    let texts = values.compactMap(\.string)
    if texts.count < values.count { use.note(.changed, key) }
    return texts
  }

  /// Whether a member is there and true.
  func holds(_ key: String) -> Bool {
    var isTrue = false
    take(key, &isTrue)
    return isTrue
  }

  /// The date of something that the row can do without; what is none is read as nothing.
  func dateIfAny(_ key: String) -> Date? {
    do throws(RowRefusal) { return try date(key) } catch {
      use.note(.nothing, key)
      return nil
    }
  }

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

  /// As `date`, of something that was or will soon be: seconds that are ahead of us, counted from
  /// 2001, and were not long ago, counted from 1970, can hardly be the former.
  func moment(_ key: String, now: Date) throws(RowRefusal) -> Date? {
    guard let date = try date(key) else { return nil }
    let other = date.addingTimeInterval(-Date.timeIntervalBetween1970AndReferenceDate)
    guard case .number(let number)? = value[key], date > now,
      other <= now.addingTimeInterval(86_400),
      other >= Self.first
    else { return date }
    func day(_ date: Date) -> String { date.formatted(.iso8601.year().month().day()) }
    throw RowRefusal(
      key,
      "“\(number.text)” is \(day(date)) in seconds since 2001, as Nuzzle counts, and \(day(other)) in "
        + "seconds since 1970; write the time in ISO 8601.")
  }

  /// 2015: no such app was there before.
  private static let first = Date(timeIntervalSince1970: 1_420_070_400)

  /// Says that a member is read as nothing.
  func noteNothing(of key: String) { use.note(.nothing, key) }

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
