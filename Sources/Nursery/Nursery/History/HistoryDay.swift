public import Daybook

/// One logical day of the history.
public struct HistoryDay: Identifiable, Equatable, Codable, Sendable {
  /// The civil label.
  public let day: CivilDay
  /// The instant at which the day begins; of a day that the zone left out, its noon in UTC.
  public let start: Date
  /// The day's entries, newest first; those of a filter when one was given.
  public let entries: [Entry]
  /// The whole day by baby, whatever entries are shown.
  public let totals: [BabyDayTotals]

  /// The month that the day is listed in.
  public var month: CivilMonth { day.month }
  public var id: CivilDay { day }

  /// An entry with its identifier.
  public struct Entry: Identifiable, Equatable, Codable, Sendable {
    /// The entity.
    public let id: UUID
    /// What it shows.
    public let entry: HistoryEntry

    /// Puts both together.
    public init(id: UUID, entry: HistoryEntry) {
      self.id = id
      self.entry = entry
    }
  }

  /// Makes a day of its parts.
  public init(day: CivilDay, start: Date, entries: [Entry], totals: [BabyDayTotals]) {
    self.day = day
    self.start = start
    self.entries = entries
    self.totals = totals
  }
}

/// What one baby had on one logical day.
public struct BabyDayTotals: Identifiable, Hashable, Codable, Sendable {
  /// The day.
  public let day: CivilDay
  /// The baby; nil for entries without one.
  public let baby: UUID?
  /// The sums.
  public let totals: DayTotals

  public var id: DayBabyKey { DayBabyKey(day: day, baby: baby) }

  /// Makes them of their parts.
  public init(day: CivilDay, baby: UUID?, totals: DayTotals) {
    self.day = day
    self.baby = baby
    self.totals = totals
  }
}
