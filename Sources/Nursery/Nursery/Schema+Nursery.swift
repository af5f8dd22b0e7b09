public import Daybook

/// Which views of the nursery a store keeps. One that is not asked for costs nothing.
public struct NurseryViews: OptionSet, Sendable {
  public let rawValue: Int

  /// The views whose bits are set.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// `HistoryGroups`: entries by day, with totals.
  public static let history = NurseryViews(rawValue: 1 << 0)
  /// `TagIndex`: entries by tag, and recent tags.
  public static let tags = NurseryViews(rawValue: 1 << 1)
  /// `EntryWords`: search by words.
  public static let words = NurseryViews(rawValue: 1 << 2)

  /// `RunningTimers`: timers that become entries.
  public static let timers = NurseryViews(rawValue: 1 << 3)
  /// `CurrentSettings`: settings, and the values used last.
  public static let settings = NurseryViews(rawValue: 1 << 4)

  /// All of them.
  public static let all: NurseryViews = [.history, .tags, .words, .timers, .settings]
}

extension Schema {
  /// Everything the nursery knows, its days beginning as `boundary` says.
  ///
  /// `CurrentProfiles`, `LastEntries` and `CustomCatalogue` are always there, because operations
  /// read them.
  ///
  /// - Parameters:
  ///   - boundary: where days begin, for `HistoryGroups` and checklists.
  ///   - views: which others are kept.
  /// - Throws: `DayBoundaryError` when the system does not know the zone.
  public static func nursery(
    boundary: DayBoundary, views: NurseryViews = .all
  ) throws(DayBoundaryError) -> Schema {
    var schema = Schema()
      .entity(BabyProfile.self)
      .entity(FeedSession.self)
      .entity(DiaperChange.self)
      .entity(SleepSession.self)
      .entity(PumpingSession.self)
      .entity(ActivitySession.self)
      .entity(BodyMeasurement.self)
      .entity(MedicationDose.self)
      .entity(Note.self)
      .entity(CustomEvent.self)
      .entity(Record<CustomEventType>.self)
      .entity(Record<ChecklistItem>.self)
      .entity(Record<TagDefinition>.self)
      .entity(RunningTimer.self)
      .entity(Record<AppSettings>.self)
      .entity(Record<LastUsedValues>.self)
      .entity(Record<ToldPrediction>.self)
      .projection(CurrentProfiles())
      .projection(LastEntries())
      .projection(try CustomCatalogue(boundary: boundary))
    if views.contains(.timers) { schema = schema.projection(RunningTimers()) }
    if views.contains(.settings) { schema = schema.projection(CurrentSettings()) }
    if views.contains(.history) {
      schema = schema.projection(try HistoryGroups(boundary: boundary))
    }
    if views.contains(.tags) { schema = schema.projection(TagIndex()) }
    if views.contains(.words) { schema = schema.projection(EntryWords()) }
    return schema
  }
}
