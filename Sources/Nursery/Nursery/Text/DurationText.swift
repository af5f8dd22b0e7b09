/// Lengths of time as text, such as `2h 30m` and `1m 30s`.
///
/// Parts that are zero are left out, what is smaller than the last part is cut off, and hours go on
/// beyond 24. Less than nothing, and what is not a number, is zero.
public enum DurationText {
  /// Hours and minutes: `2h 30m`, `1h`, `0m`; in Korean `2시간 30분`.
  public static func hoursAndMinutes(
    _ seconds: Double, in language: TextLanguage = .english
  ) -> String {
    let minutes = whole(seconds) / 60
    return text([(minutes / 60, .hour), (minutes % 60, .minute)], language)
  }

  /// Hours, minutes and seconds: `59s`, `1m 30s`, `1h 5s`; in Korean `1분 30초`.
  public static func withSeconds(
    _ seconds: Double, in language: TextLanguage = .english
  ) -> String {
    let seconds = whole(seconds)
    return text(
      [(seconds / 3600, .hour), (seconds / 60 % 60, .minute), (seconds % 60, .second)], language)
  }

  private enum Part: Int { case hour, minute, second }

  private static func text(_ parts: [(Int, Part)], _ language: TextLanguage) -> String {
    var shown = parts.filter { $0.0 != 0 }
    if shown.isEmpty { shown = Array(parts.suffix(1)) }
    let names = language == .korean ? ["시간", "분", "초"] : ["h", "m", "s"]
    return shown.map { "\($0.0)\(names[$0.1.rawValue])" }.joined(separator: " ")
  }

  /// Whole seconds; at most thirty million years, so that nothing overflows.
  private static func whole(_ seconds: Double) -> Int {
    seconds > 0 ? Int(min(seconds, 1e15)) : 0
  }
}
