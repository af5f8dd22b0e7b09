import Daybook
import Nursery

/// Everything that the nursery's three projections say, row by row, in order.
struct NurseryRows {
  struct Profile: Equatable {
    let createdAt: Date
    let id: UUID
    let profile: BabyProfile
  }

  struct Entry: Equatable {
    let day: CivilDay
    let date: Date
    let created: UInt64
    let id: UUID
    let entry: HistoryEntry
  }

  struct Totals: Equatable {
    let day: CivilDay
    let baby: UUID?
    var totals: DayTotals
  }

  struct Last: Equatable {
    let baby: UUID?
    let start: Date
    let end: Date?
    let created: UInt64
    let id: UUID
    var amount: Amount?
    var modified: UInt64?
  }

  /// A day as the history shows it, newest first.
  struct Day: Equatable {
    let day: CivilDay
    let entries: [UUID]
    let totals: [DayTotals]
  }

  /// What is asked for one baby.
  struct Latest: Equatable {
    let baby: UUID?
    let feed: UUID?
    let amount: Amount?
    let diaper: UUID?
    let finished: UUID?
    let running: [UUID]
  }

  var profiles: [Profile] = []
  var entries: [Entry] = []
  var totals: [Totals] = []
  var feeds: [Last] = []
  var amounts: [Last] = []
  var diapers: [Last] = []
  var running: [Last] = []
  var days: [Day] = []
  var latest: [Latest] = []

  /// The first row that differs, for people; nil when all are equal.
  func difference(from expected: NurseryRows) -> String? {
    let differences = [
      Self.difference("profiles", profiles, expected.profiles),
      Self.difference("entries", entries, expected.entries),
      Self.difference("totals", totals, expected.totals),
      Self.difference("feeds", feeds, expected.feeds),
      Self.difference("amounts", amounts, expected.amounts),
      Self.difference("diapers", diapers, expected.diapers),
      Self.difference("running", running, expected.running),
      Self.difference("days", days, expected.days),
      Self.difference("latest", latest, expected.latest),
    ]
    return differences.lazy.compactMap(\.self).first
  }

  private static func difference<Row: Equatable>(
    _ name: String, _ rows: [Row], _ expected: [Row]
  ) -> String? {
    for (place, (row, other)) in zip(rows, expected).enumerated() where row != other {
      return "\(name), row \(place): \(row), expected \(other)"
    }
    return rows.count == expected.count
      ? nil : "\(name): \(rows.count) rows, expected \(expected.count)"
  }
}
