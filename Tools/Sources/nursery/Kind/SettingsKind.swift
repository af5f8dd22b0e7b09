import Daybook
import DaybookTool
import Nursery

/// What the family's app is set to.
enum SettingsKind: NurseryKind {
  static let word = "settings"
  static let plural = "settings"
  static let initial: Record<AppSettings>? = Record(AppSettings())

  static var fields: [EntryField<Record<AppSettings>>] { reminders + habits + screens }

  static func facts(_ settings: State) -> EntryFacts { EntryFacts(baby: nil, date: .distantPast) }

  /// Those that somebody chose.
  static func words(_ settings: State, _ screen: Screen) -> String {
    let usual = State(AppSettings())
    return fields.filter { $0.json(settings) != $0.json(usual) }
      .map { "\($0.name) \($0.text(settings, screen) ?? "none")" }.joined(separator: ", ")
  }

  static func make(_ baby: UUID, _ time: Date) -> State? { Record(AppSettings()) }

  static func add(_ draft: inout Draft, _ id: UUID, _ settings: State) throws {
    try draft.editSettings { $0 = settings.value }
  }

  static func edit(
    _ draft: inout Draft, _ id: UUID, _ body: (inout State) throws -> Void
  ) throws {
    try draft.editSettings { value in
      var settings = State(value)
      try body(&settings)
      value = settings.value
    }
  }

  static func delete(_ draft: inout Draft, _ id: UUID) throws {
    throw BadText("settings stay; change one: edit ID FIELD=VALUE")
  }

  static func restore(_ draft: inout Draft, _ id: UUID) throws {
    throw BadText("settings are never deleted")
  }

  private static var reminders: [EntryField<State>] {
    [
      .flag("feedReminderEnabled", \.value.feedReminderEnabled, words: []),
      .count("feedReminderHours", \.value.feedReminderHours),
      .flag("diaperReminderEnabled", \.value.diaperReminderEnabled, words: []),
      .count("diaperReminderHours", \.value.diaperReminderHours),
      .flag("napWindowAlertEnabled", \.value.napWindowAlertEnabled, words: []),
      .flag("remindersPaused", \.value.remindersPaused, words: []),
      .date("quietHoursStart", \.value.quietHoursStart),
      .date("quietHoursEnd", \.value.quietHoursEnd),
      .flag("cryInsightsNotifyMe", \.value.cryInsightsNotifyMe, words: []),
      .count("cryInsightsWeeklyCount", \.value.cryInsightsWeeklyCount),
      .date("cryInsightsWeekStart", \.value.cryInsightsWeekStart),
    ]
  }

  private static var habits: [EntryField<State>] {
    [
      .flag("aiDataSharingEnabled", \.value.aiDataSharingEnabled, words: []),
      .flag("analyticsEnabled", \.value.analyticsEnabled, words: []),
      .flag("celebrationsEnabled", \.value.celebrationsEnabled, words: []),
      .flag("onboardingCompleted", \.value.onboardingCompleted, words: []),
      .flag("spotlightIndexingEnabled", \.value.spotlightIndexingEnabled, words: []),
      .text("userGoal", \.value.userGoal, help: ""),
    ]
  }

  private static var screens: [EntryField<State>] {
    [
      .line("preferredUnit", \.value.preferredUnit, help: ""),
      .text("preferredUnitSymbol", \.value.preferredUnitSymbol, help: ""),
      .flag("timeFormat24Hour", \.value.timeFormat24Hour, words: []),
      .flag("preferMediumSheet", \.value.preferMediumSheet, words: []),
      .count("dayStartHour", \.value.dayStartHour),
      .count("dayStartMinute", \.value.dayStartMinute),
    ]
  }
}

extension Field where Screen == NurseryScreen {
  /// A whole number from 0.
  fileprivate static func count(
    _ name: String, _ path: any WritableKeyPath<State, Int> & Sendable
  ) -> Self {
    EntryField(
      name: name, property: name, help: "a number",
      text: { state, _ in "\(state[keyPath: path])" },
      json: { [name: .int($0[keyPath: path])] },
      set: { state, text, _ in
        guard let number = Int(text), (0...10_000).contains(number) else {
          throw BadText("\(name) takes a number from 0, not “\(text)”")
        }
        state[keyPath: path] = number
      })
  }
}
