public import Foundation

/// Reads the values of options. What cannot be read is told with what the option takes.
public enum Typed {
  /// How many of something; a billion at most, so that sums of counts are numbers too.
  @Sendable public static func count(_ text: String) throws -> Int {
    try number(text, upTo: 1_000_000_000)
  }

  /// How many days: a hundred years at most, because each is a column or a row.
  @Sendable public static func days(_ text: String) throws -> Int { try number(text, upTo: 36_525) }

  private static func number(_ text: String, upTo most: Int) throws -> Int {
    guard let value = Int(text), (1...most).contains(value) else {
      throw BadText("takes a number from 1 to \(most)")
    }
    return value
  }

  /// A position, or the number that something follows from.
  @Sendable public static func number(_ text: String) throws -> UInt64 {
    guard let value = UInt64(text) else { throw BadText("takes a number from 0") }
    return value
  }

  /// Whose transactions are meant: a name, not blanks alone.
  @Sendable public static func author(_ text: String) throws -> String {
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw BadText("takes a name")
    }
    return text
  }

  /// The beginning of an id: not nothing, with which every id begins.
  @Sendable public static func beginning(_ text: String) throws -> String {
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw BadText("takes the first digits of an id")
    }
    return text
  }

  /// One of the values that have words.
  @Sendable public static func choice<Value: CaseIterable & RawRepresentable<String>>(
    _ text: String
  ) throws -> Value {
    if let value = Value(rawValue: text.lowercased()) { return value }
    throw BadText("takes \(Value.allCases.map(\.rawValue).joined(separator: ", "))")
  }

  /// An instant: ISO 8601 with a zone, with or without a fraction.
  @Sendable public static func instant(_ text: String) throws -> Date {
    guard let date = Instant.parse(text) else {
      throw BadText("takes a time such as 2026-01-02T03:04:05Z")
    }
    return date
  }

  /// A time of day.
  @Sendable public static func clock(_ text: String) throws -> ClockTime {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ (1...2).contains($0.utf8.count) }),
      let hour = UInt8(parts[0]), let minute = UInt8(parts[1]), hour < 24, minute < 60
    else { throw BadText("takes a time of day from 00:00 to 23:59") }
    return ClockTime(hour: Int(hour), minute: Int(minute))
  }
}

/// A time of day, such as `07:00`.
public struct ClockTime {
  public let hour: Int
  public let minute: Int

  public init(hour: Int, minute: Int) {
    self.hour = hour
    self.minute = minute
  }
}
