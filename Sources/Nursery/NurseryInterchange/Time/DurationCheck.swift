internal import Foundation

/// Compares the end of an entry with its duration, where both are told.
struct DurationCheck {
  let start: Date
  let end: Date
  /// The duration in seconds.
  let told: Double
  /// By how much a form that tells whole seconds or minutes may be off.
  let tolerance: Double
  /// Whether the time may be shorter than from start to end, because there are pauses in it.
  let mayPause: Bool

  /// The words of a doubt, such as `lasts 60 minutes by its end and 10 by its duration`; nil when
  /// both tell the same, and for an end before the start, which has a warning.
  var doubt: String? {
    let span = end.timeIntervalSince(start)
    guard span >= 0, (told - span).magnitude > tolerance, told > span || !mayPause else {
      return nil
    }
    return Self.words(span, by: "its end", told, by: "its duration")
  }

  /// The words of a doubt about two lengths of time in seconds, each by what tells it.
  static func words(_ one: Double, by first: String, _ other: Double, by second: String) -> String {
    "lasts \(minutes(one)) minutes by \(first) and \(minutes(other)) by \(second)"
  }

  /// Whole minutes, or one decimal.
  private static func minutes(_ seconds: Double) -> String {
    let tenths = (seconds / 6).rounded()
    return tenths.truncatingRemainder(dividingBy: 10) == 0
      ? "\(Int(tenths / 10))" : "\(tenths / 10)"
  }
}
