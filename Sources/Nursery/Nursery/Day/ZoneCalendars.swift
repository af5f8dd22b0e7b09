internal import Synchronization

/// The calendars of one day boundary in every zone that a baby may have as its own.
///
/// Each zone's is made once and kept, with the days that it has told. Safe to share between
/// threads.
final class ZoneCalendars: Sendable {
  /// That of the store's own zone.
  let own: DayCalendar

  private let others = Mutex<[String: DayCalendar?]>([:])

  init(_ own: DayCalendar) { self.own = own }

  /// The calendar of a zone with the store's hour; nil for the zone of the store, and for one that
  /// this system does not know.
  func other(_ zone: String) -> DayCalendar? {
    if zone == own.boundary.zone { return nil }
    return others.withLock { others in
      if let known = others[zone] { return known }
      let calendar = try? DayCalendar(own.boundary.with(zone: zone))
      others.updateValue(calendar, forKey: zone)
      return calendar
    }
  }

  /// The calendar by which the days of a baby go that lives in `zone`.
  subscript(zone: String?) -> DayCalendar { zone.flatMap(other) ?? own }
}

extension DayBoundary {
  /// The same time of day in another zone.
  ///
  /// - Throws: `DayBoundaryError` when the zone is not known here.
  fileprivate func with(zone: String) throws(DayBoundaryError) -> DayBoundary {
    try DayBoundary(zone: zone, hour: hour, minute: minute)
  }
}
