extension DayCalendar {
  /// The next day that the zone has: it passes over a day that was skipped.
  ///
  /// The last `CivilDay` is followed by itself.
  public func day(after day: CivilDay) -> CivilDay {
    let next = CivilDay(daysSince1970: day.daysSince1970 == .max ? .max : day.daysSince1970 + 1)
    guard next.daysSince1970 < .max, start(of: next) == nil else { return next }
    let second = CivilDay(daysSince1970: next.daysSince1970 + 1)
    return start(of: second) == nil ? next : second
  }

  /// A logical day as a heading: `Oct 21` when days begin at midnight, else the two calendar days
  /// that it is of, `Oct 21 ~ 22` or `Oct 31 ~ Nov 1`; in Korean `10월 21일 ~ 22일`.
  ///
  /// BabyDashboard writes `Oct 21 ~ 22일` in English.
  public func title(
    of day: CivilDay, in language: TextLanguage = .english, style: TitleStyle = .corrected
  ) -> String {
    let first = date(day, language)
    guard boundary.hour != 0 || boundary.minute != 0 else { return first }
    let end = self.day(after: day)
    guard end.month.month == day.month.month else { return "\(first) ~ \(date(end, language))" }
    let isEnglish = language == .english && style == .corrected
    return "\(first) ~ \(end.day)\(isEnglish ? "" : "일")"
  }

  private func date(_ day: CivilDay, _ language: TextLanguage) -> String {
    switch language {
    case .korean: "\(day.month.month)월 \(day.day)일"
    case .english: "\(day.month.shortName) \(day.day)"
    }
  }
}
