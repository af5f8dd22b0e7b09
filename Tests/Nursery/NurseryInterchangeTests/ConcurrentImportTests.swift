import Daybook
import Interchange
import Nursery
import NurseryInterchange
import TestRun
import Testing

/// Imports that run at the same time in one process.
@Suite(.tags(.slow)) struct ConcurrentImportTests {
  private func open() throws -> EventStore { try .family(zone: "America/New_York") }

  /// Events of entries and their rows; the marks of the imports themselves do not count.
  private func events(_ store: EventStore) throws -> Int {
    let marks = try store.read { reader in
      try ["import.batch.began", "import.batch.completed"].reduce(0) {
        $0 + (try reader.events(of: ImportBatch.self, named: $1).count)
      }
    }
    return try store.statistics().events - marks
  }

  @Test func `of four imports at once each row is written by one`() async throws {
    let source = try CorpusFolder.threeChildren.source()
    let imported = try await ImportedCorpus.of(.threeChildren)
    let (alone, expected) = (imported.store, imported.report.counts.imported)
    let store = try open()
    let reports = try await withThrowingTaskGroup(of: ImportReport.self) { group in
      for _ in 0..<4 { group.addTask { try await Import(source).run(into: store) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(reports.reduce(0) { $0 + $1.counts.imported } == expected)
    for counts in reports.map(\.counts) {
      #expect(counts.imported + counts.unchanged == expected && counts.changed == 0)
    }
    #expect(try events(store) == events(alone))
    #expect(try await store.verify().ok)
  }

  @Test func `of two imports of one file of BabyDashboard each row is written by one`()
    async throws
  {
    let lines = (0..<1_500).map {
      "Noor,2025-11-06T18:\($0 / 50 + 10):\($0 % 50 + 10).000Z,9,ml"
    }
    let source = try BabyDashboardFiles(feeds: lines.joined(separator: "\n"))
    let store = try open()
    let reports = try await withThrowingTaskGroup(of: ImportReport.self) { group in
      for _ in 0..<2 { group.addTask { try await Import(source).run(into: store) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(reports.reduce(0) { $0 + $1.counts.imported } == lines.count)
    // A feed and its row each, and the baby and its row.
    #expect(try events(store) == 2 * lines.count + 2)
  }

  @Test func `an import with another zone at the same time is refused, and changes nothing`()
    async throws
  {
    let store = try open()
    let sources = [
      try CorpusFolder.threeChildren.source(), try CorpusFolder.threeChildren.source(zone: "UTC"),
    ]
    // Both have looked before one writes.
    let works = sources.map { Import($0) }
    let plans = try works.map { try $0.plan(in: store) }
    let results = await withTaskGroup(of: Result<ImportReport, any Error>.self) { group in
      for (work, plan) in zip(works, plans) {
        group.addTask {
          do { return .success(try await work.commit(plan, to: store)) } catch {
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
    #expect(results.count { (try? $0.get().counts.changed) == 0 } == 1)
  }

  @Test(arguments: [nil, 700])
  func `an import whose rows another one has written meanwhile writes nothing`(
    rows: Int?
  ) async throws {
    let store = try open()
    let source: any ImportSource =
      if let rows {
        try BabyDashboardFiles(
          feeds: (0..<rows).map { "Noor,2025-11-06T18:\($0 / 50 + 10):\($0 % 50 + 10).000Z,9,ml" }
            .joined(separator: "\n"))
      } else { try CorpusFolder.threeChildren.source() }
    let work = Import(source)
    // Both have looked before one writes.
    let plans = [try work.plan(in: store), try work.plan(in: store)]
    let first = try await work.commit(plans[0], to: store)
    let end = try store.end()
    let second = try await work.commit(plans[1], to: store)
    #expect(try store.end() == end)
    #expect(second.counts.unchanged == first.counts.imported)
    #expect(second.counts.imported + second.counts.changed + second.counts.conflicts == 0)
  }

  @Test func `what others write meanwhile does not stop an import`() async throws {
    let source = try CorpusFolder.threeChildren.source()
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
    let report = try await Import(source).run(into: store)
    appending.cancel()
    _ = await appending.result
    #expect(report.counts.imported > 1_000 && report.counts.unchanged == 0)
  }
}
