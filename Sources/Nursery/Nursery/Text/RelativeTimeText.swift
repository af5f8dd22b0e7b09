public import Daybook

/// How long ago something was, as the apps say it.
public enum RelativeTimeText {
  /// BabyDashboard's text: `Just now` before a minute has passed and for what is still to come,
  /// then `2h 30m ago`; in Korean `방금 전`, `2시간 30분 전`.
  public static func ago(
    _ date: Date, now: Date, in language: TextLanguage = .english
  ) -> String {
    let seconds = now.timeIntervalSince(date)
    guard seconds >= 60 else { return justNow(language) }
    return ago(DurationText.hoursAndMinutes(seconds, in: language), language)
  }

  /// Nuzzle's text: `Just now` before a minute has passed, then whole minutes, hours or days, such
  /// as `59m ago`, `23h ago`, `2d ago`.
  public static func coarse(
    _ date: Date, now: Date, in language: TextLanguage = .english
  ) -> String {
    let seconds = now.timeIntervalSince(date)
    guard seconds >= 60 else { return justNow(language) }
    guard seconds >= 86_400 else {
      // The smaller part is cut off, as a whole hour has none.
      let unit = seconds < 3600 ? 60.0 : 3600
      let rounded = (seconds / unit).rounded(.down) * unit
      return ago(DurationText.hoursAndMinutes(rounded, in: language), language)
    }
    let days = Int(min(seconds / 86_400, 1e15))
    return ago(language == .korean ? "\(days)일" : "\(days)d", language)
  }

  /// How long a feed took: `in 15m`; in Korean `15분간`.
  public static func took(_ seconds: Double, in language: TextLanguage = .english) -> String {
    let duration = DurationText.hoursAndMinutes(seconds, in: language)
    return language == .korean ? "\(duration)간" : "in \(duration)"
  }

  private static func justNow(_ language: TextLanguage) -> String {
    language == .korean ? "방금 전" : "Just now"
  }

  private static func ago(_ duration: String, _ language: TextLanguage) -> String {
    language == .korean ? "\(duration) 전" : "\(duration) ago"
  }
}
