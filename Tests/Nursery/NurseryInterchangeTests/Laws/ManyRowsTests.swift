import Daybook
import Foundation
import Interchange
import TestRun
import Testing

/// Rows beside many others, and many rows that only their number tells apart.
@Suite(.tags(.slow)) struct ManyRowsTests {
  /// Feeds every two minutes, newest first.
  private func feeds(_ count: Int, second: String) -> String {
    (0..<count).reversed().map { index in
      let (day, minute) = (index / 720, index % 720 * 2)
      return String(
        format: "Noor,2025-01-%02dT%02d:%02d:%@.000Z,90.0,mL,babyFormula", 1 + day,
        minute / 60, minute % 60, second)
    }.joined(separator: "\n")
  }

  @Test func `new rows beside as many entries of the same days are imported`() async throws {
    let store = try EventStore.family()
    try await store.takeDashboard(feeds: feeds(1_500, second: "00"))
    let report = try await store.takeDashboard(feeds: feeds(1_500, second: "30"))
    #expect(report.counts.imported == 1_500)
    #expect(try store.feeds().count == 3_000)
  }

  @Test func `rows of one baby and instant are found again when some change and some are gone`()
    async throws
  {
    func lines(_ numbers: some Sequence<Int>) -> String {
      numbers.map { "Noor,2025-11-06T18:00:00.000Z,\(Double($0) / 10),mL,babyFormula" }
        .joined(separator: "\n")
    }
    let store = try EventStore.family()
    #expect(try await store.takeDashboard(feeds: lines(0..<1_000)).counts.imported == 1_000)
    #expect(try await store.takeDashboard(feeds: lines((0..<1_000).reversed())).isAllUnchanged)
    let shifted = try await store.takeDashboard(feeds: lines(100..<1_100))
    #expect(shifted.counts.unchanged == 900)
    #expect(shifted.counts.changed == 100)
    // Rows that lie beyond as many as the file has now.
    #expect(try await store.takeDashboard(feeds: lines(1_000..<1_100)).isAllUnchanged)
  }
}
