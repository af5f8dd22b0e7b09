import Daybook
import Interchange
import TemporaryFolders
import TestRun
import Testing

@Suite(.tags(.slow)) struct ImportBatchTests {
  private func sizes(_ store: EventStore) throws -> [Int] {
    try store.read { reader in
      try reader.transactions().map { try reader.message(of: $0.number)?.count ?? 0 }
    }
  }

  @Test func `entries that are too large together are written in several transactions`()
    async throws
  {
    let name = String(repeating: "long ", count: 600)
    let children = (1...1_200).map { "\($0),\(name),,2026-01-01" }
    let folder = try TemporaryFolder([
      "child.csv": "id,first_name,last_name,birth_date\n" + children.joined(separator: "\n")
    ])
    let store = try EventStore.family()
    try await store.take(folder.babyBuddy())
    // Each child and its row, and that the import began and ended.
    #expect(try store.statistics().events == 2 * 1_200 + 2)
    let sizes = try sizes(store)
    #expect(sizes.count > 3)
    #expect(sizes.allSatisfy { $0 <= 1 << 20 })
  }

  @Test(arguments: [[130, 250], [250, 130], [250, 250, 250], [120, 5, 240]])
  func `large rows after others fit in transactions of their own`(kilobytes: [Int]) async throws {
    let notes = kilobytes.enumerated().map { index, size in
      "\(index + 1),1,2026-02-01 0\(index):00:00,\(String(repeating: "n", count: size * 1_000))"
    }
    let folder = try TemporaryFolder([
      "child.csv": "id,first_name,last_name,birth_date\n1,Ada,,2026-01-01",
      "note.csv": "id,child_id,time,note\n" + notes.joined(separator: "\n"),
    ])
    let store = try EventStore.family()
    let report = try await store.take(folder.babyBuddy())
    #expect(report.counts.imported == kilobytes.count + 1)
    #expect(try sizes(store).allSatisfy { $0 <= 1 << 20 })
  }

  @Test func `many rows at one instant are written`() async throws {
    let lines = (0..<3_000).map {
      "Noor,2025-11-06T18:00:00.000Z,\(Double($0) / 10),mL,babyFormula"
    }
    let store = try EventStore.family()
    let report = try await store.takeDashboard(feeds: lines.joined(separator: "\n"))
    #expect(report.counts.imported == 3_000)
    #expect(try store.feeds().count == 3_000)
    let again = try await store.takeDashboard(feeds: lines.reversed().joined(separator: "\n"))
    #expect(again.isAllUnchanged)
  }
}
