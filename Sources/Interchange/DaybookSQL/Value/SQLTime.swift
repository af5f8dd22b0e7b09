#if SQL
internal import Daybook
internal import Foundation
internal import Interchange

/// Times as SQLite's own functions, Datasette, DuckDB and pandas read them: ISO 8601 in UTC with
/// three digits of a second, so that texts are in the order of the times.
enum SQLTime {
  /// From 0000-01-01 to the end of 9999-12-31; nil for other times.
  static func text(milliseconds: Int64) -> String? {
    guard (-62_167_219_200_000...253_402_300_799_999).contains(milliseconds) else { return nil }
    return PlainTime.text(milliseconds, perSecond: 1000)
  }

  static func text(_ date: Date) -> String? {
    let seconds = date.timeIntervalSince1970
    guard abs(seconds) < 1e12 else { return nil }
    // What was written as milliseconds is off by less than a microsecond.
    return text(milliseconds: Int64((seconds * 1000 + 0.001).rounded(.down)))
  }

  static func text(_ time: HybridTime) -> String? { text(milliseconds: time.milliseconds) }
}
#endif
