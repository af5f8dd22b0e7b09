import Daybook
import Foundation
import Interchange
import Nursery
import Testing

/// A store into which one of the sets was imported.
struct BabyBuddyTruthStore {
  /// The fraction of a second that every time of the sets has, because their clock had it. The
  /// export cuts it off.
  static let cut = 0.916016

  let store: EventStore
  private let babies: [String: UUID]

  /// The store of a set, whose days begin at midnight in `zone`.
  init(_ folder: CorpusFolder, zone: String) async throws {
    let imported = try await ImportedCorpus.of(folder, zone: zone)
    let report = imported.report
    store = imported.store
    #expect(report.counts.imported == report.counts.rows)
    let profiles = try store.read { try $0.view(CurrentProfiles.self).all() }
    babies = Dictionary(
      uniqueKeysWithValues: profiles.compactMap { known in
        known.profile.source.map { ($0.id, known.id) }
      })
  }

  /// The baby of a child's identifier there.
  func baby(_ child: String) throws -> UUID { try #require(babies[child]) }

  /// Every day from the first to the last that has anything.
  func days() throws -> [CivilDay] {
    let days = try store.read { try $0.view(HistoryGroups.self).totals().map(\.day) }
    let (first, last) = (try #require(days.first), try #require(days.last))
    return (first.daysSince1970...last.daysSince1970).map { CivilDay(daysSince1970: $0) }
  }

  /// The seconds that a baby slept on each day, with what the export has cut off.
  ///
  /// A sleep that goes on after midnight began a fraction of a second later than told, and ended
  /// as much later: the fraction belongs to the day on which it ended.
  func sleptSeconds(_ baby: UUID, zone: String) throws -> [String: Double] {
    var seconds: [String: Double] = [:]
    for row in try store.read({ try $0.view(HistoryGroups.self).totals() })
    where row.baby == baby { seconds["\(row.day)"] = row.totals[.sleep].seconds }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: zone))
    for sleep in try store.read({ try $0.entities(of: SleepSession.self) }).map(\.state)
    where sleep.baby == baby {
      let end = try #require(sleep.end)
      seconds["\(day(sleep.start, calendar))", default: 0] -= Self.cut
      seconds["\(day(end, calendar))", default: 0] += Self.cut
    }
    return seconds
  }

  private func day(_ date: Date, _ calendar: Calendar) -> String {
    let parts = calendar.dateComponents([.year, .month, .day], from: date)
    return String(format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
  }
}
