import Daybook
import Foundation

/// Sizes, counts and lengths of time for people.
public enum Measures {
  /// Bytes with a unit, such as `1.9 MB`.
  public static func bytes(_ count: Int) -> String {
    guard count >= 1000 else { return "\(count) B" }
    var value = Double(count)
    var unit = "B"
    for next in ["kB", "MB", "GB", "TB", "PB"] where value >= 999.95 {
      (value, unit) = (value / 1000, next)
    }
    return String(format: "%.1f ", value) + unit
  }

  /// A count with its noun, such as `1 feed` and `12 feeds`.
  public static func count(_ count: Int, _ one: String, _ many: String? = nil) -> String {
    count.counted(one, many)
  }

  /// The verb after a count: `is` after one, else `are`.
  public static func verb(_ count: Int) -> String { count == 1 ? "is" : "are" }

  /// A length of time in its two greatest units, such as `2 h 30 min`; of less than a minute in
  /// seconds.
  public static func span(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds.magnitude < 1e12 else { return "more than 30,000 years" }
    let total = Int(seconds.rounded(.towardZero))
    let (days, hours, minutes) = (total / 86_400, total / 3600 % 24, total / 60 % 60)
    switch total.magnitude {
    case 0..<60: return "\(total) s"
    case 60..<3600: return "\(minutes) min"
    case 3600..<86_400: return minutes == 0 ? "\(hours) h" : "\(hours) h \(abs(minutes)) min"
    default: return hours == 0 ? "\(days) d" : "\(days) d \(abs(hours)) h"
    }
  }
}
