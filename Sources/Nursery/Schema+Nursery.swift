public import Daybook

extension Schema {
  /// Everything the nursery knows, its days beginning as `boundary` says.
  ///
  /// - Throws: `DayBoundaryError` when the system does not know the zone.
  public static func nursery(boundary: DayBoundary) throws(DayBoundaryError) -> Schema {
    Schema()
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
      .projection(CurrentProfiles())
      .projection(try HistoryGroups(boundary: boundary))
      .projection(LastEntries())
      .projection(TagIndex())
      .projection(EntryWords())
  }
}
