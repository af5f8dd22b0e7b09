import Daybook
import Testing

/// Identifiers that sort by time.
struct TimeOrderedTests {
  /// The example of RFC 9562, appendix A.6, whose time is 2022-02-22 14:22:22 at -5 hours.
  @Test func `the layout is that of the standard`() throws {
    let date = Date(timeIntervalSince1970: 1_645_557_742)
    let text = UUID.timeOrdered(at: date).uuidString
    #expect(text.hasPrefix("017F22E2-79B0-7"))
    #expect("89AB".contains(try #require(text.dropFirst(19).first)))
  }

  @Test func `later ones sort after earlier ones, and all differ`() {
    let start = Date(timeIntervalSince1970: 1_700_000_000)
    let made = (0..<1000).map { UUID.timeOrdered(at: start + Double($0) / 100) }
    #expect(made == made.sorted { $0.uuidString < $1.uuidString })
    #expect(Set((0..<1000).map { _ in UUID.timeOrdered(at: start) }).count == 1000)
  }

  @Test(arguments: [-1e300, -1, 1e300, Double.nan])
  func `a date that does not fit makes one all the same`(seconds: Double) {
    let text = UUID.timeOrdered(at: Date(timeIntervalSince1970: seconds)).uuidString
    #expect(text.dropFirst(14).first == "7")
  }
}
