import Daybook
import Foundation
import Nursery

/// What the views say of the family at the end of its log.
struct Family {
  private static let dayCount = 3
  private static let entriesPerDay = 6

  private let calendar: DayCalendar
  private let zone: TimeZone
  private let babies: [CurrentProfile]
  private let days: [HistoryDay]
  /// The last feed, the last feed with an amount and the last diaper change of each baby.
  private let last: [HistoryEntry]

  init(_ store: EventStore) throws {
    (calendar, zone, babies, days, last) = try store.read { reader in
      let history = try reader.view(HistoryGroups.self)
      let boundary = history.projection.boundary
      let babies = try reader.view(CurrentProfiles.self).all()
      let lastEntries = try reader.view(LastEntries.self)
      var last: [HistoryEntry] = []
      for baby in babies {
        let feed = try lastEntries.lastFeed(of: baby.id)
        let amount = try lastEntries.lastAmount(of: baby.id)?.feed
        for id in [feed, amount == feed ? nil : amount].compactMap(\.self) {
          if let feed = try reader.entity(FeedSession.self, id) { last.append(.feed(feed)) }
        }
        if let id = try lastEntries.lastDiaper(of: baby.id),
          let diaper = try reader.entity(DiaperChange.self, id)
        {
          last.append(.diaper(diaper))
        }
      }
      return (
        try DayCalendar(boundary), TimeZone(identifier: boundary.zone) ?? .gmt, babies,
        try history.days(limit: Self.dayCount), last
      )
    }
  }

  /// The babies, the last days with their totals and newest entries, and the last entries.
  var text: String {
    var profiles = DemoTable(["name", "a feed every", "since"])
    for baby in babies {
      let term = DurationText.hoursAndMinutes(baby.profile.feedTerm)
      let since = calendar.day(of: baby.profile.createdAt)
      profiles.rows.append([baby.profile.name, term, since.description])
    }
    let start = calendar.boundary.text.suffix(5)
    return """
      Times in \(calendar.boundary.zone); a day begins at \(start).

      The babies:
      \(profiles)
      The last \(days.count) days:
      \(days.map(text).joined(separator: "\n"))
      The last entries:
      \(table(last, withDay: true))
      """
  }

  private func text(_ day: HistoryDay) -> String {
    let entries = day.entries.prefix(Self.entriesPerDay).map(\.entry)
    let more = day.entries.count - entries.count
    let totals = day.summary(of: babies).header(in: .millilitre).joined(separator: "; ")
    return """
      \(calendar.title(of: day.day)): \(totals)
      \(table(entries, withDay: false))\(more > 0 ? "and \(more) more\n" : "")
      """
  }

  private func table(_ entries: [HistoryEntry], withDay: Bool) -> DemoTable {
    var table = DemoTable(["time", "baby", "what", "memo"])
    for entry in entries {
      let clock = ClockText.hoursAndMinutes(of: entry.date, in: zone)
      let day = withDay ? "\(calendar.title(of: calendar.day(of: entry.date))), " : ""
      let name = babies.first { $0.id == entry.baby }?.profile.name ?? DaySummary.unknownName
      table.rows.append(["\(day)\(clock)", name, words(entry), entry.memo ?? ""])
    }
    return table
  }

  private func words(_ entry: HistoryEntry) -> String {
    switch entry {
    case .feed(let feed):
      let length = feed.durationSeconds.map { DurationText.hoursAndMinutes($0) }
      let amount = feed.amount.map { AmountText.text($0, in: .millilitre) }
      return [
        "feed: \(FeedText.content(feed.content) ?? "unknown")", amount, length ?? "in progress",
      ]
      .compactMap(\.self).joined(separator: ", ")
    case .diaper(let diaper):
      let parts = [diaper.wet ? "wet" : nil, diaper.solid ? "solid" : nil].compactMap(\.self)
      return "diaper: \(parts.isEmpty ? "dry" : parts.joined(separator: " and "))"
        + (diaper.color.map { ", \($0)" } ?? "")
    default: return entry.kind.name
    }
  }
}
