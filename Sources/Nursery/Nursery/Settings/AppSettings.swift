public import Daybook

/// What the family's app is set to: one entity, whose identifier is fixed.
///
/// Nuzzle's settings with its defaults, and BabyDashboard's unit and beginning of the day. Only
/// fields that were changed are stored: two devices that change different ones both keep their
/// change, and a default of a newer version reaches everybody who never set the field.
public struct AppSettings: RecordValue, Hashable {
  public static let recordName = "settings"
  /// The identifier of the one entity.
  public static let entityID = UUID(name: "settings", in: namespace)
  public static let initial: AppSettings? = AppSettings()

  /// Source: made at random, once.
  private static let namespace = UUID(
    uuid: (108, 109, 242, 186, 31, 132, 64, 194, 175, 97, 180, 115, 125, 85, 226, 106))

  // MARK: Nuzzle

  /// Whether data may be given to services that predict.
  public var aiDataSharingEnabled = true
  /// Whether a feed that is due is announced.
  public var feedReminderEnabled = true
  /// Hours after a feed.
  public var feedReminderHours = 3
  /// Whether a good time for a nap is announced.
  public var napWindowAlertEnabled = true
  /// Whether a diaper change that is due is announced.
  public var diaperReminderEnabled = true
  /// Hours after a diaper change.
  public var diaperReminderHours = 2
  /// When announcements stop; the time of day counts.
  public var quietHoursStart: Date?
  /// When they go on.
  public var quietHoursEnd: Date?
  /// Whether news about crying is announced.
  public var cryInsightsNotifyMe = false
  /// Whether the introduction was seen.
  public var onboardingCompleted = false
  /// Nuzzle's unit of volumes: `ml` or `oz`, which is fluid ounces there.
  public var preferredUnit = "ml"
  /// Whether hours are counted to 24.
  public var timeFormat24Hour = false
  /// Whether sheets open half.
  public var preferMediumSheet = true
  /// Whether the system's search finds entries.
  public var spotlightIndexingEnabled = true
  /// How often crying was looked into in the week.
  public var cryInsightsWeeklyCount = 0
  /// When that week began.
  public var cryInsightsWeekStart: Date?
  /// Whether every reminder waits.
  public var remindersPaused = false
  /// What the family hopes for, in its words.
  public var userGoal: String?
  /// Whether successes are celebrated.
  public var celebrationsEnabled = true
  /// Whether use is counted.
  public var analyticsEnabled = true

  // MARK: BabyDashboard

  /// The symbol of BabyDashboard's unit of volumes; nil when nobody chose: see `volumeUnit`.
  public var preferredUnitSymbol: String?
  /// The hour at which a day begins, from 0 to 23.
  public var dayStartHour = 7
  /// The minute of that hour.
  public var dayStartMinute = 0

  /// The defaults.
  public init() {}
}

extension AppSettings {
  /// BabyDashboard's unit of volumes: fluid ounces when `fl oz` was chosen, exactly so; millilitres
  /// when anything else was; where nobody chose, what the country uses.
  public func volumeUnit(inUnitedStates: Bool) -> VolumeUnit {
    guard let preferredUnitSymbol else { return inUnitedStates ? .fluidOunce : .millilitre }
    return preferredUnitSymbol == VolumeUnit.fluidOunce.symbol ? .fluidOunce : .millilitre
  }

  /// Where days begin in a zone.
  ///
  /// - Throws: `DayBoundaryError` for a zone that is not known here, or a time that is none.
  public func dayBoundary(zone: String) throws(DayBoundaryError) -> DayBoundary {
    try DayBoundary(zone: zone, hour: dayStartHour, minute: dayStartMinute)
  }
}

extension AppSettings {
  /// Every time that is set.
  var times: [Date] { [quietHoursStart, quietHoursEnd, cryInsightsWeekStart].compactMap(\.self) }
}
