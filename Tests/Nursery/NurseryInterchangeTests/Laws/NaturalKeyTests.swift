import Daybook
import Foundation
import Nursery
import NurseryInterchange
import Testing

@testable import Interchange

/// Rows without identifiers are told apart by what nobody edits.
struct NaturalKeyTests {
  private static let header = "babyName,timestamp,amountValue,amountUnit,feedType\n"

  private func text(_ rows: [String]) -> String { Self.header + rows.joined(separator: "\n") }

  @Test func `pairs at one instant with and without an amount keep their total`() async throws {
    let rows = (0..<40).flatMap { index in
      let time = String(format: "2026-02-01T%02d:%02d:00.000Z", index / 4, index % 4 * 15)
      return ["Noor,\(time),100.0,mL,babyFormula", "Noor,\(time),,,babyFormula"]
    }
    let store = try EventStore.family()
    let orders = [rows, rows.reversed(), rows.sorted(), rows]
    for (index, order) in orders.enumerated() {
      let report = try await store.takeDashboard(feeds: text(order))
      #expect(report.counts.rows == 80)
      #expect(report.counts.imported == (index == 0 ? 80 : 0))
      #expect(try store.feeds().count == 80)
      #expect(try store.fed() == 4_000)
    }
  }

  @Test func `rows one millisecond apart are different rows`() async throws {
    let rows = (0..<200).map { index in
      String(format: "Noor,2026-02-01T08:00:00.%03dZ,10.0,mL,babyFormula", index)
    }
    let store = try EventStore.family()
    #expect(try await store.takeDashboard(feeds: text(rows)).counts.imported == 200)
    #expect(try store.feeds().count == 200)
    #expect(try await store.takeDashboard(feeds: text(rows.reversed())).isAllUnchanged)
    #expect(try BabyDashboardExporter.texts(of: store).feeds == text(rows.reversed()))
  }

  @Test func `a pee and a poo at one instant are two entries`() async throws {
    let rows = [
      "babyName,timestamp,diaperType", "Noor,2026-02-01T08:00:00.000Z,pee",
      "Noor,2026-02-01T08:00:00.000Z,poo", "Noor,2026-02-01T08:00:00.000Z,pee",
    ]
    let store = try EventStore.family()
    #expect(
      try await store.takeDashboard(diapers: rows.joined(separator: "\n")).counts.imported == 3)
    #expect(try store.diapers().count { $0.diaper.wet } == 2)
  }

  @Test func `a pee in a file is not the poo that was logged in the app at that instant`()
    async throws
  {
    let store = try EventStore.family()
    let time = Date(timeIntervalSinceReferenceDate: 784_148_400)
    try await store.append { try $0.record(UUID(), DiaperChange(time: time, solid: true)) }
    func row(_ type: String) -> String {
      "babyName,timestamp,diaperType\n,2025-11-06T19:00:00.000Z,\(type)"
    }
    #expect(try await store.takeDashboard(diapers: row("pee")).counts.imported == 1)
    #expect(try await store.takeDashboard(diapers: row("poo")).isAllUnchanged)
    #expect(try store.diapers().count == 2)
  }

  @Test func `an amount for a feed that was logged in the app is stored once`() async throws {
    let store = try EventStore.family()
    let (noor, feed) = (UUID(), UUID())
    let start = try Date("2026-02-01T08:00:00Z", strategy: .iso8601)
    try await store.append { draft in
      try draft.append(BabyEvent.created(BabyProfile(name: "Noor", createdAt: start)), to: noor)
      try draft.record(feed, FeedSession(baby: noor, start: start, end: start))
    }
    let file = text(["noor,2026-02-01T08:00:00.000Z,90.0,mL,babyFormula"])
    let first = try await store.takeDashboard(feeds: file)
    #expect(first.counts.changed == 1)
    #expect(first.counts.imported == 0)
    #expect(try store.feeds().map(\.id) == [feed])
    #expect(try store.fed() == 90)
    let end = try store.end()
    #expect(try await store.takeDashboard(feeds: file).isAllUnchanged)
    #expect(try store.end() == end)
  }

  @Test func `the plan says the same of a feed that was logged in the app`() async throws {
    let store = try EventStore.family()
    let start = try Date("2026-02-01T08:00:00Z", strategy: .iso8601)
    try await store.append { draft in
      try draft.record(UUID(), FeedSession(start: start, end: start))
    }
    let work = Import(try BabyDashboardFiles(feeds: text([",2026-02-01T08:00:00.000Z,90.0,mL,"])))
    let plan = try work.plan(in: store)
    var report = try await work.commit(plan, to: store)
    report = report.taking(plan.report.seconds)
    #expect(report == plan.report)
  }

  @Test func `a baby is as old as its earliest row, whatever its place`() async throws {
    let store = try EventStore.family()
    try await store.takeDashboard(
      feeds: text([
        "Noor,2026-02-03T08:00:00.000Z,90.0,mL,babyFormula",
        "Noor,2026-02-01T08:00:00.000Z,90.0,mL,babyFormula",
        "Noor,2026-02-02T08:00:00.000Z,90.0,mL,babyFormula",
      ]),
      diapers: "babyName,timestamp,diaperType\nNoor,2026-01-31T08:00:00.000Z,pee")
    let created = try store.read {
      try $0.view(CurrentProfiles.self).all().map(\.profile.createdAt)
    }
    #expect(created == [try Date("2026-01-31T08:00:00Z", strategy: .iso8601)])
  }

  @Test func `a child is as old as its earliest entry in any table`() async throws {
    let files = try BabyBuddyFiles()
    files.write(feeds: [60, 70])
    files.write(
      "sleep.csv", "id,child_id,start,end,nap",
      [
        "1,1,2026-01-02 20:00:00,2026-01-03 06:00:00,0",
        "2,2,2026-01-05 20:00:00,2026-01-05 21:00:00,1",
      ])
    let store = try EventStore.family()
    try await store.take(files.source())
    let created = try store.read { reader in
      try reader.view(CurrentProfiles.self).all().map { $0.profile.createdAt.formatted(.iso8601) }
    }
    #expect(created == ["2026-01-02T20:00:00Z", "2026-01-05T20:00:00Z"])
  }

  @Test(arguments: ["nan", "abc", "inf", "-nan", "1,5,", "0x1p3000"])
  func `what is no number is no amount, and is said`(cell: String) async throws {
    let store = try EventStore.family()
    let report = try await store.takeDashboard(
      feeds: text(["Noor,2026-02-01T08:00:00.000Z,\"\(cell)\",mL,babyFormula"]))
    #expect(report.counts.imported == 1)
    #expect(report.count(of: .unreadableAmount) == 1)
    #expect(report.warnings.flatMap(\.samples).map(\.record) == [2])
    #expect(try store.feeds().map(\.feed.amount) == [nil])
    let texts = try store.read { reader in
      try reader.entities(of: ImportedRow.self).map { try reader.importedText(of: $0.id.rawValue) }
    }
    #expect(texts.contains { $0?.contains(cell) == true })
  }

  @Test(arguments: ["nan", "abc", "inf", "1.2.3"])
  func `a row of Baby Buddy whose amount is no number is quarantined`(cell: String) async throws {
    let files = try BabyBuddyFiles()
    files.write(feeds: [60])
    files.files["feeding.csv"]? +=
      "2,1,2026-02-02 08:00:00,2026-02-02 08:10:00,formula,bottle,\(cell)"
    let store = try EventStore.family()
    let report = try await store.take(files.source())
    #expect(report.counts.quarantined == 1)
    #expect(report.quarantined.map(\.column) == ["amount"])
    #expect(try store.feeds().count == 1)
  }
}

extension ImportReport {
  /// The report as if it had taken another time.
  fileprivate func taking(_ seconds: Double) -> ImportReport {
    var copy = self
    copy.seconds = seconds
    return copy
  }
}
