import Daybook
import Foundation
import Interchange
import Nursery
import NurseryInterchange
import Testing

/// What an import costs grows with its rows, whatever the store holds and however alike they are.
@Suite struct ManyRowsTests {
  /// Feeds every two minutes, newest first.
  private func feeds(_ count: Int, second: String) -> String {
    (0..<count).reversed().map { index in
      let (day, minute) = (index / 720, index % 720 * 2)
      return String(
        format: "Noor,2025-%02d-%02dT%02d:%02d:%@.000Z,90.0,mL,babyFormula", 1 + day / 28,
        1 + day % 28, minute / 60, minute % 60, second)
    }.joined(separator: "\n")
  }

  @Test(.timeLimit(.minutes(1)))
  func `new rows beside as many entries of the same days are imported`() async throws {
    let store = try EventStore.family()
    try await store.takeDashboard(feeds: feeds(3_000, second: "00"))
    let report = try await store.takeDashboard(feeds: feeds(3_000, second: "30"))
    #expect(report.counts.imported == 3_000)
    #expect(try store.feeds().count == 6_000)
  }

  @Test(.timeLimit(.minutes(1)))
  func `ten thousand rows of one baby and instant are imported, changed and shuffled`()
    async throws
  {
    func lines(_ numbers: some Sequence<Int>) -> String {
      numbers.map { "Noor,2025-11-06T18:00:00.000Z,\($0),mL,babyFormula" }
        .joined(separator: "\n")
    }
    let store = try EventStore.family()
    let first = try await store.takeDashboard(feeds: lines(0..<10_000))
    #expect(first.counts.imported == 10_000)
    #expect(try await store.takeDashboard(feeds: lines((0..<10_000).reversed())).isAllUnchanged)
    let shifted = try await store.takeDashboard(feeds: lines(500..<10_500))
    #expect(shifted.counts.unchanged == 9_500)
    #expect(shifted.counts.changed == 500)
    // Rows that lie beyond as many as the file has now.
    #expect(try await store.takeDashboard(feeds: lines(10_000..<10_500)).isAllUnchanged)
  }
}
