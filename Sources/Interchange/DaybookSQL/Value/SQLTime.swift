internal import Daybook

/// Times as SQLite's own functions, Datasette, DuckDB and pandas read them: ISO 8601 in UTC with
/// three digits of a second, so that texts are in the order of the times.
///
/// Not by `PlainTime`, whose texts of parts were a sixth of what a mirror took.
enum SQLTime {
  /// Bytes of a text.
  static let length = 24
  /// The times that have a text, from 0000-01-01 to the end of 9999-12-31.
  static let range: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

  /// Writes the text of a time; false, and nothing, for one that has none.
  // Safety: the caller gives `length` bytes, and each part has as many digits as it is given: the
  // years of `range` have four.
  static func write(_ milliseconds: Int64, to bytes: UnsafeMutableRawBufferPointer) -> Bool {
    guard range.contains(milliseconds) else { return false }
    let dayLength: Int64 = 86_400_000
    let (quotient, remainder) = milliseconds.quotientAndRemainder(dividingBy: dayLength)
    let isBefore = remainder < 0
    let rest = isBefore ? remainder + dayLength : remainder
    let (year, month, day) = GregorianDate.parts(
      daysSince1970: isBefore ? quotient - 1 : quotient)
    let second = rest / 1000
    var place = 0
    func put(_ value: Int64, _ digits: Int, _ end: Unicode.Scalar) {
      var value = value
      for digit in stride(from: place + digits - 1, through: place, by: -1) {
        bytes[digit] = 0x30 + UInt8(value % 10)
        value /= 10
      }
      bytes[place + digits] = UInt8(end.value)
      place += digits + 1
    }
    put(year, 4, "-")
    put(month, 2, "-")
    put(day, 2, "T")
    put(second / 3600, 2, ":")
    put(second / 60 % 60, 2, ":")
    put(second % 60, 2, ".")
    put(rest % 1000, 3, "Z")
    return true
  }

  /// From 0000-01-01 to the end of 9999-12-31; nil for other times.
  static func text(milliseconds: Int64) -> String? {
    var text = TextBuffer()
    return text.append(time: milliseconds) ? text.string : nil
  }

  static func text(_ date: Date) -> String? { milliseconds(date).flatMap(text(milliseconds:)) }

  /// Nil for a date that no text has.
  static func milliseconds(_ date: Date) -> Int64? {
    let seconds = date.timeIntervalSince1970
    guard abs(seconds) < 1e12 else { return nil }
    // What was written as milliseconds is off by less than a microsecond.
    return Int64((seconds * 1000 + 0.001).rounded(.down))
  }
}
