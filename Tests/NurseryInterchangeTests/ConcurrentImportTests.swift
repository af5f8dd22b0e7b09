import Daybook
import Foundation
import Interchange
import Nursery
import Testing

/// Imports that run at the same time in one process.
@Suite struct ConcurrentImportTests {
  private func open() throws -> EventStore {
    try EventStore.temporary(
      schema: .nursery(boundary: DayBoundary(zone: "America/New_York", hour: 0, minute: 0)))
  }

  private func events(_ store: EventStore) throws -> Int { try store.statistics().events }

  @Test func `of four imports at once each row is written by one`() async throws {
    let export = try CorpusFolder.threeChildren.read()
    let alone = try open()
    let expected = try await BabyBuddyImporter.run(export, into: alone).imported
    let store = try open()
    let reports = try await withThrowingTaskGroup(of: ImportReport.self) { group in
      for _ in 0..<4 { group.addTask { try await BabyBuddyImporter.run(export, into: store) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(reports.reduce(0) { $0 + $1.imported } == expected)
    #expect(reports.allSatisfy { $0.imported + $0.unchanged == expected && $0.refined == 0 })
    #expect(try events(store) == events(alone))
    #expect(try store.verify().ok)
  }

  @Test func `of two imports of one file of BabyDashboard each row is written by one`()
    async throws
  {
    let text = (0..<1_500).map {
      "Noor,2025-11-06T18:\($0 / 60 % 60 + 10):\($0 % 60 + 10).000Z,9,ml"
    }
    let rows = try BabyDashboardCSV.feeds(
      from: Array(text.joined(separator: "\n").utf8), file: "feeds.csv")
    let store = try open()
    let reports = try await withThrowingTaskGroup(of: ImportReport.self) { group in
      for _ in 0..<2 {
        group.addTask {
          try await BabyDashboardImporter.run(feeds: rows, diapers: nil, into: store)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(reports.reduce(0) { $0 + $1.imported } == rows.rows.count)
    #expect(try events(store) == rows.rows.count + 1)
  }

  @Test func `an import with another zone at the same time is refused, and not amended`()
    async throws
  {
    let store = try open()
    let first = try CorpusFolder.threeChildren.read()
    let second = try BabyBuddyFolder.read(
      directory: CorpusFolder.threeChildren.directory, zone: "UTC", volume: .millilitre,
      now: CorpusFolder.now)
    let results = await withTaskGroup(of: Result<ImportReport, any Error>.self) { group in
      for export in [first, second] {
        group.addTask {
          do { return .success(try await BabyBuddyImporter.run(export, into: store)) } catch {
            return .failure(error)
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    let refused = results.compactMap { result -> InterchangeError.Code? in
      if case .failure(let error) = result { (error as? InterchangeError)?.code } else { nil }
    }
    #expect(refused == [.zoneDiffers])
    #expect(results.count { (try? $0.get().refined) == 0 } == 1)
  }

  @Test func `what others write meanwhile does not stop an import`() async throws {
    let export = try CorpusFolder.threeChildren.read()
    let store = try open()
    let appending = Task {
      while !Task.isCancelled {
        try await store.append(durability: .bulk) { draft in
          try draft.append(
            DiaperEvent.recorded(DiaperChange(baby: nil, time: Date(timeIntervalSince1970: 0))),
            to: UUID())
        }
      }
    }
    let report = try await BabyBuddyImporter.run(export, into: store)
    appending.cancel()
    _ = await appending.result
    #expect(report.imported > 1_000 && report.unchanged == 0)
  }
}
