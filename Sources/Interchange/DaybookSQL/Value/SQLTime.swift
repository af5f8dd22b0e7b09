internal import Daybook
internal import Foundation
internal import Interchange

/// Times as SQLite's own functions, Datasette, DuckDB and pandas read them: ISO 8601 in UTC with
/// three digits of a second, so that texts are in the order of the times.
enum SQLTime {
  /// Bytes of a text.
  private static let length = 24

  /// From 0000-01-01 to the end of 9999-12-31; nil for other times.
  static func text(milliseconds: Int64) -> String? {
    guard (-62_167_219_200_000...253_402_300_799_999).contains(milliseconds) else { return nil }
    let dayLength: Int64 = 86_400_000
    let (quotient, remainder) = milliseconds.quotientAndRemainder(dividingBy: dayLength)
    let isBefore = remainder < 0
    let rest = isBefore ? remainder + dayLength : remainder
    let (year, month, day) = PlainTime.civil(isBefore ? quotient - 1 : quotient)
    let second = rest / 1000
    // Each part with its digits and what follows it.
    let parts: [(value: Int64, digits: Int, end: Unicode.Scalar)] = [
      (year, 4, "-"), (month, 2, "-"), (day, 2, "T"), (second / 3600, 2, ":"),
      (second / 60 % 60, 2, ":"), (second % 60, 2, "."), (rest % 1000, 3, "Z"),
    ]
    return String(unsafeUninitializedCapacity: length) { bytes in
      var place = 0
      for part in parts {
        var value = part.value
        for digit in stride(from: place + part.digits - 1, through: place, by: -1) {
          bytes[digit] = 0x30 + UInt8(value % 10)
          value /= 10
        }
        place += part.digits
        bytes[place] = UInt8(part.end.value)
        place += 1
      }
      return place
    }
  }

  static func text(_ date: Date) -> String? {
    let seconds = date.timeIntervalSince1970
    guard abs(seconds) < 1e12 else { return nil }
    // What was written as milliseconds is off by less than a microsecond.
    return text(milliseconds: Int64((seconds * 1000 + 0.001).rounded(.down)))
  }

  static func text(_ time: HybridTime) -> String? { text(milliseconds: time.milliseconds) }
}
