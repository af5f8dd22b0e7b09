import Testing

@testable import Daybook

/// What a block's row says of its names.
struct SummaryTests {
  @Test func `a number that no store reaches stands for all instead of taking memory`() {
    var summary = Summary()
    for number in [7, Summary.noAuthor, Summary.remote] { summary.insert(number) }
    #expect(summary.contains(7) && !summary.contains(8))
    summary.insert(Summary.greatest)
    #expect(!summary.contains(8))
    summary.insert(0xFFFF_FF00)
    #expect(Array(summary.numbers) == [Summary.anything])
    #expect(summary.contains(8))
  }
}
