internal import Daybook

/// Times in UTC as ISO 8601 writes them, by integer arithmetic.
///
/// A mirror in SQLite writes its own, digit by digit into bytes: these texts were a sixth of what
/// it took.
package enum PlainTime {
  /// A date of the years 0 to 9999, to the millisecond: 2026-11-22T09:30:00.123Z; any other as its
  /// number of milliseconds since 1970.
  static func text(_ date: Date) -> String {
    let seconds = date.timeIntervalSince1970
    guard seconds.isFinite, abs(seconds) < 1e15 else { return "\(seconds)" }
    return text(milliseconds: Int64((seconds * 1000).rounded(.down)))
  }

  static func text(milliseconds: Int64) -> String {
    // From 0000-01-01 to the end of 9999-12-31.
    guard (-62_167_219_200_000...253_402_300_799_999).contains(milliseconds) else {
      return "\(milliseconds)"
    }
    return text(milliseconds, perSecond: 1000)
  }

  /// The time so many parts of a second after 1970, with as many digits of a fraction as the parts
  /// have: none for whole seconds, three for thousandths.
  package static func text(_ parts: Int64, perSecond: Int64) -> String {
    let (seconds, fraction) = divided(parts, perSecond)
    let (days, second) = divided(seconds, 86_400)
    let (year, month, day) = GregorianDate.parts(daysSince1970: days)
    let date =
      "\(year < 0 ? "-" : "")\(year.magnitude.padded(4))-\(month.padded(2))-\(day.padded(2))"
    let time =
      "\((second / 3600).padded(2)):\((second / 60 % 60).padded(2)):\((second % 60).padded(2))"
    let digits = String(perSecond).utf8.count - 1
    return "\(date)T\(time)\(digits > 0 ? "." + fraction.padded(digits) : "")Z"
  }

  /// Division that rounds down.
  private static func divided(_ value: Int64, _ by: Int64) -> (Int64, rest: Int64) {
    let (quotient, rest) = value.quotientAndRemainder(dividingBy: by)
    return rest < 0 ? (quotient - 1, rest + by) : (quotient, rest)
  }
}
