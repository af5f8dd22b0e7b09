import DaybookTesting
import Foundation
import Testing

@testable import DaybookSQL

/// Times as a mirror has them.
struct SQLTimeTests {
  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
      (951_825_600_000, "2000-02-29T12:00:00.000Z"),
      (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
      (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
    ] as [(Int64, String)])
  func `a time is in ISO 8601`(_ milliseconds: Int64, _ text: String) {
    #expect(SQLTime.text(milliseconds: milliseconds) == text)
  }

  @Test func `a time is read back as it was, to the millisecond`() throws {
    var random = SeededGenerator(seed: 1)
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    for _ in 0..<500 {
      let milliseconds = Int64.random(in: 0...4_102_444_800_000, using: &random)
      let text = try #require(SQLTime.text(milliseconds: milliseconds))
      let read = try style.parse(text).timeIntervalSince1970 * 1000
      #expect(abs(read - Double(milliseconds)) < 0.5, "\(text)")
    }
  }

  @Test func `what has no four digits of a year is no time`() {
    #expect(SQLTime.text(milliseconds: 253_402_300_800_000) == nil)
    #expect(SQLTime.text(Date(timeIntervalSince1970: .nan)) == nil)
    #expect(SQLTime.text(Date(timeIntervalSince1970: .infinity)) == nil)
  }
}
