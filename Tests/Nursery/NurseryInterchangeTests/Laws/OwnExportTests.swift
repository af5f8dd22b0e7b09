import Daybook
import Foundation
import Interchange
import Nursery
import NurseryInterchange
import TemporaryFolders
import TestRun
import Testing

/// A file that the store itself has exported adds nothing to it.
@Suite(.tags(.slow)) struct OwnExportTests {
  private func household() async throws -> EventStore {
    let store = try EventStore.family()
    let (noor, mina) = (UUID(), UUID())
    let start = try Date("2026-02-01T08:00:00Z", strategy: .iso8601)
    try await store.append { draft in
      for (id, name) in [(noor, "Noor"), (mina, "Mina, \"the\" second")] {
        try draft.append(BabyEvent.created(BabyProfile(name: name, createdAt: start)), to: id)
      }
      for index in 0..<60 {
        let time = start.addingTimeInterval(Double(index / 2) * 1_800.4567)
        let baby = index % 5 == 0 ? nil : index % 3 == 0 ? mina : noor
        var feed = FeedSession(
          baby: baby, start: time, end: time.addingTimeInterval(600),
          amount: index % 4 == 0
            ? nil : Amount(Double(index) + 0.1, unitText: Self.units[index % 5]),
          memo: index % 7 == 0 ? "with a memo" : nil)
        feed.feedType = [.babyFormula, .breastFeed, .solid, nil][index % 4]
        try draft.record(UUID(), feed)
        try draft.record(
          UUID(),
          DiaperChange(baby: baby, time: time, wet: index % 2 == 0, solid: index % 3 == 0))
        try draft.record(UUID(), SleepSession(baby: baby, start: time, end: time))
      }
    }
    return store
  }

  private static let units = ["mL", "fl oz", "oz", "", "ml"]

  @Test func `BD-9: an export adds nothing to the store that wrote it`() async throws {
    let store = try await household()
    let before = try store.digests()
    let files = try BabyDashboardExporter.texts(of: store)
    let report = try await store.takeDashboard(feeds: files.feeds, diapers: files.diapers)
    #expect(report.counts.rows == 120)
    #expect(report.counts.unchanged == 120)
    #expect(try store.feeds().count == 60)
    #expect(try store.diapers().count == 60)
    #expect(try store.babies().count == 2)
    #expect(try store.digests() == before)
    let end = try store.end()
    #expect(
      try await store.takeDashboard(feeds: files.feeds, diapers: files.diapers).isAllUnchanged)
    #expect(try store.end() == end)
    #expect(try BabyDashboardExporter.texts(of: store) == files)
  }

  @Test func `the older app's file adds nothing to the store that wrote it`() async throws {
    let store = try await household()
    let before = try store.digests()
    let files = try BabyDashboardExporter.texts(of: store, era: .swiftData)
    let report = try await store.takeDashboard(feeds: files.feeds, diapers: files.diapers)
    #expect(report.counts.rows == 120)
    #expect(report.counts.unchanged == 120)
    #expect(try store.digests() == before)
  }

  @Test func `the older app's file goes into an empty store and comes out byte for byte`()
    async throws
  {
    let feeds = """
      babyName,timestamp,amountValue,amountUnit
      "Mina, ""the"" second",2026-02-03T08:00:00.457Z,118.29411764705883,ml
      Noor,2026-02-02T08:00:00.000Z,0.0,
      Noor,2026-02-01T08:00:00.000Z,,
      ,2026-02-01T07:00:00.000Z,4.0,oz
      """
    let other = try EventStore.family()
    try await other.takeDashboard(feeds: feeds)
    #expect(try BabyDashboardExporter.texts(of: other, era: .swiftData).feeds == feeds)
    let household = try BabyDashboardExporter.texts(of: try await household(), era: .swiftData)
    let another = try EventStore.family()
    try await another.takeDashboard(feeds: household.feeds, diapers: household.diapers)
    let again = try BabyDashboardExporter.texts(of: another, era: .swiftData)
    // The order of rows of one instant is nobody's.
    #expect(sorted(again.feeds) == sorted(household.feeds))
  }

  @Test(arguments: BabyDashboardEra.allCases)
  func `what was imported from another era comes back as it is, and nothing is said`(
    era: BabyDashboardEra
  ) async throws {
    let store = try EventStore.family()
    try await store.takeDashboard(
      feeds: """
        babyName,timestamp,amountValue,amountUnit
        Noor,2026-10-20T08:00:00.000Z,120.0,ml
        Noor,2026-10-20T09:00:00.000Z,4.0,fl. oz
        Noor,2026-10-20T10:00:00.000Z,4.0,oz
        Noor,2026-10-20T11:00:00.000Z,,
        """)
    let end = try store.end()
    let files = try BabyDashboardExporter.texts(of: store, era: era)
    let report = try await store.takeDashboard(feeds: files.feeds)
    #expect(report.isAllUnchanged)
    #expect(report.warnings.isEmpty && report.cells.isEmpty)
    #expect(try store.end() == end)
  }

  @Test func `what another spelling comes with is still a change`() async throws {
    let store = try EventStore.family()
    let header = "babyName,timestamp,amountValue,amountUnit,feedType\n"
    let row = "Noor,2026-10-20T08:00:00.000Z,"
    try await store.takeDashboard(feeds: header + row + "120.0,ml,babyFormula\n")
    for told in ["9.0,mL,babyFormula", "9.0,mL,solid", "9.0,fl oz,solid"] {
      let report = try await store.takeDashboard(feeds: header + row + told + "\n")
      #expect(report.counts.changed == 1)
    }
    let feed = try #require(try store.feeds().first?.feed)
    #expect(feed.amount == Amount(9, .fluidOunce))
    #expect(feed.feedType == .solid)
  }

  private func sorted(_ text: String) -> [Substring] { text.split(separator: "\n").sorted() }

  @Test func `BD-9: an export of what was imported adds nothing`() async throws {
    let store = try EventStore.family()
    let feeds = (0..<50).map { index in
      String(format: "noor,2026-02-01T08:%02d:00.000Z,90.0,mL,babyFormula", index / 2)
    }
    try await store.takeDashboard(feeds: feeds.joined(separator: "\n"))
    let files = try BabyDashboardExporter.texts(of: store)
    let end = try store.end()
    #expect(try await store.takeDashboard(feeds: files.feeds).isAllUnchanged)
    #expect(try store.end() == end)
  }

  @Test func `an export of entries from Baby Buddy adds nothing`() async throws {
    let folder = try TemporaryFolder()
    let store = try await ImportedCorpus.of(.threeChildren).copy(in: folder)
    let before = (try store.feeds().count, try store.diapers().count, try store.babies())
    let files = try BabyDashboardExporter.texts(of: store)
    let report = try await store.takeDashboard(feeds: files.feeds, diapers: files.diapers)
    #expect(report.counts.imported == 0)
    #expect(report.counts.changed == 0)
    #expect(report.counts.conflicts == 0)
    #expect(try store.feeds().count == before.0)
    #expect(try store.diapers().count == before.1)
    #expect(try store.babies() == before.2)
    #expect(
      try await store.takeDashboard(feeds: files.feeds, diapers: files.diapers).isAllUnchanged)
  }

  @Test func `an export goes into an empty store and comes out byte for byte`() async throws {
    let files = try BabyDashboardExporter.texts(of: try await household())
    let store = try EventStore.family()
    let report = try await store.takeDashboard(feeds: files.feeds, diapers: files.diapers)
    #expect(report.counts.imported == 120)
    let again = try BabyDashboardExporter.texts(of: store)
    let lines = { (text: String) in text.split(separator: "\n").sorted() }
    // A feed without a type is formula, as in the app.
    let told = files.feeds.split(separator: "\n").map { line in
      line.hasSuffix(",") ? "\(line)babyFormula" : String(line)
    }
    #expect(lines(again.feeds) == told.sorted().map { Substring($0) })
    #expect(lines(again.diapers) == lines(files.diapers))
  }
}
