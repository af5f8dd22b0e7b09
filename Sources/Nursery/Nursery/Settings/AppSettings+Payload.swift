public import Daybook

extension AppSettings {
  // Number 15 is that of what a patch clears.
  public mutating func fields(_ field: inout some FieldCoding) throws {
    try field(2, &aiDataSharingEnabled)
    try field(3, &feedReminderEnabled)
    try field(4, &feedReminderHours)
    try field(5, &napWindowAlertEnabled)
    try field(6, &diaperReminderEnabled)
    try field(7, &diaperReminderHours)
    try field(8, &quietHoursStart)
    try field(9, &quietHoursEnd)
    try field(10, &cryInsightsNotifyMe)
    try field(11, &onboardingCompleted)
    try field(12, &preferredUnit)
    try field(13, &timeFormat24Hour)
    try field(14, &preferMediumSheet)
    try field(16, &spotlightIndexingEnabled)
    try field(17, &cryInsightsWeeklyCount)
    try field(18, &cryInsightsWeekStart)
    try field(19, &remindersPaused)
    try field(20, &userGoal)
    try field(21, &celebrationsEnabled)
    try field(22, &analyticsEnabled)
    try field(23, &preferredUnitSymbol)
    try field(24, &dayStartHour)
    try field(25, &dayStartMinute)
  }

  public static let propertyNames: [Int: String] = [
    2: "aiDataSharingEnabled",
    3: "feedReminderEnabled",
    4: "feedReminderHours",
    5: "napWindowAlertEnabled",
    6: "diaperReminderEnabled",
    7: "diaperReminderHours",
    8: "quietHoursStart",
    9: "quietHoursEnd",
    10: "cryInsightsNotifyMe",
    11: "onboardingCompleted",
    12: "preferredUnit",
    13: "timeFormat24Hour",
    14: "preferMediumSheet",
    16: "spotlightIndexingEnabled",
    17: "cryInsightsWeeklyCount",
    18: "cryInsightsWeekStart",
    19: "remindersPaused",
    20: "userGoal",
    21: "celebrationsEnabled",
    22: "analyticsEnabled",
    23: "preferredUnitSymbol",
    24: "dayStartHour",
    25: "dayStartMinute",
  ]
}
