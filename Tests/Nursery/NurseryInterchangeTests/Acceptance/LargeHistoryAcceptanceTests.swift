import Daybook
import Interchange
import Nursery
import NurseryInterchange
import TestRun
import Testing

/// BD-10: a history of 13,140 feeds and 21,900 diaper changes.
@Suite(.tags(.slow)) struct LargeHistoryAcceptanceTests {
  private static let feeds = 13_140
  private static let diapers = 21_900

  private func store() throws -> EventStore {
    try EventStore.temporary(
      schema: .nursery(boundary: DayBoundary(zone: "Europe/Amsterdam")).importing())
  }

  /// The two files of the app.
  private func files() -> (feeds: String, diapers: String) {
    let start = Date(timeIntervalSinceReferenceDate: 700_000_000)
    let feeds: [BabyDashboardFeed] = (0..<Self.feeds).map { number in
      let time = start.addingTimeInterval(Double(number) * 4_800)
      return BabyDashboardFeed(
        babyName: Self.name(number), start: time, amount: 90, unit: "mL", feedType: "babyFormula")
    }
    let diapers: [BabyDashboardDiaper] = (0..<Self.diapers).map { number in
      let time = start.addingTimeInterval(Double(number) * 2_880)
      return BabyDashboardDiaper(
        babyName: Self.name(number), time: time, type: number % 3 == 0 ? "poo" : "pee")
    }
    return (BabyDashboardCSV.text(feeds: feeds), BabyDashboardCSV.text(diapers: diapers))
  }

  private static func name(_ number: Int) -> String { number % 2 == 0 ? "Mina" : "Noor" }

  @Test func `BD-10: a large history is imported, grouped and exported`() async throws {
    let clock = ContinuousClock()
    let (feeds, diapers) = files()
    let store = try store()
    var days: [HistoryDay] = []
    var exported = (feeds: "", diapers: "")
    let importing = try await clock.measure {
      let report = try await store.takeDashboard(feeds: feeds, diapers: diapers)
      #expect(report.counts.quarantined == 0)
    }
    let grouping = try clock.measure {
      days = try store.read { try $0.view(HistoryGroups.self).days(limit: .max) }
    }
    let exporting = try clock.measure { exported = try BabyDashboardExporter.texts(of: store) }
    let appending = try await clock.measure {
      try await store.append { try $0.record(UUID(), DiaperChange(time: .now)) }
    }
    print("BD-10: import \(importing), group \(grouping), export \(exporting), add \(appending)")
    let totals = days.flatMap(\.totals).reduce(DayTotals()) { $0 + $1.totals }
    #expect(days.reduce(0) { $0 + $1.entries.count } == Self.feeds + Self.diapers)
    #expect(totals.feedCount == Self.feeds)
    #expect(totals.diaperCount == Self.diapers)
    #expect(totals.feedNanolitres == Self.feeds * 90_000_000)
    #expect(lines(exported.feeds) == lines(feeds))
    #expect(lines(exported.diapers) == lines(diapers))
  }

  /// The app exports the newest first, the files here begin with the oldest.
  private func lines(_ text: String) -> Set<Substring> { Set(text.split(separator: "\n")) }
}
