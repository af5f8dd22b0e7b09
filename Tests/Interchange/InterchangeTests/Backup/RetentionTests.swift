import Daybook
import DaybookTesting
import Foundation
import Testing

@testable import Interchange

/// Which backups a policy keeps.
struct RetentionTests {
  private let zone = TimeZone(identifier: "Europe/Amsterdam") ?? .gmt

  private func date(_ text: String) throws -> Date {
    try Date.ISO8601FormatStyle(includingFractionalSeconds: false).parse(text)
  }

  private func kept(_ policy: String, _ times: [String]) throws -> [String] {
    let dates = try times.map(date)
    return try RetentionPolicy(policy).kept(dates, zone: zone).sorted().map { times[$0] }
  }

  @Test func `the newest of each of the last days is kept`() throws {
    let times = [
      "2026-03-01T08:00:00Z", "2026-03-01T20:00:00Z", "2026-03-02T08:00:00Z",
      "2026-03-04T08:00:00Z", "2026-03-04T09:00:00Z",
    ]
    #expect(try kept("1d", times) == ["2026-03-04T09:00:00Z"])
    #expect(try kept("2d", times) == ["2026-03-02T08:00:00Z", "2026-03-04T09:00:00Z"])
    #expect(try kept("3d", times).first == "2026-03-01T20:00:00Z")
    #expect(try kept("9d", times).count == 3)
  }

  @Test func `days begin in the zone, also when the clocks change`() throws {
    // Midnight in Amsterdam is 23:00 UTC before, and 22:00 UTC after 29 March 2026.
    let winter = ["2026-03-28T22:59:59Z", "2026-03-28T23:00:00Z"]
    let summer = ["2026-03-29T21:59:59Z", "2026-03-29T22:00:00Z"]
    #expect(try kept("4d", winter).count == 2 && kept("4d", summer).count == 2)
    #expect(try kept("4d", ["2026-03-28T23:00:00Z", "2026-03-29T21:59:59Z"]).count == 1)
  }

  @Test func `weeks begin on Monday and months on their first`() throws {
    #expect(try kept("4w", ["2026-11-15T12:00:00Z", "2026-11-16T12:00:00Z"]).count == 2)
    #expect(try kept("4w", ["2026-11-16T12:00:00Z", "2026-11-22T12:00:00Z"]).count == 1)
    // One week in two years.
    #expect(try kept("4w", ["2026-12-31T12:00:00Z", "2027-01-01T12:00:00Z"]).count == 1)
    #expect(try kept("2m", ["2025-11-30T12:00:00Z", "2026-11-30T12:00:00Z"]).count == 2)
    #expect(try kept("2y", ["2026-12-31T22:59:00Z", "2026-12-31T23:01:00Z"]).count == 2)
  }

  @Test func `the newest is kept whatever the policy`() throws {
    #expect(RetentionPolicy([:]).kept([Date(timeIntervalSince1970: 0)], zone: zone) == [0])
    #expect(RetentionPolicy([:]).kept([], zone: zone) == [])
  }

  @Test(arguments: ["", "7", "d", "7x", "0d", "-1d", "7d,,4w", "7d,3d", "10000d", "7d 4w", "٣d"])
  func `a policy that says nothing clear is refused`(text: String) {
    let error = #expect(throws: InterchangeError.self) { try RetentionPolicy(text) }
    #expect(error?.code == .badPolicy)
  }

  @Test func `a policy is written as it is read`() throws {
    #expect(try RetentionPolicy("12m, 7d,4w").description == "7d,4w,12m")
    #expect(try RetentionPolicy(RetentionPolicy("1y,2d").description) == RetentionPolicy("2d,1y"))
  }

  @Test(arguments: 1...300 as ClosedRange<UInt64>)
  func `random times are kept as a naive model keeps them`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let times = (0..<Int.random(in: 0...60, using: &random)).map { _ in
      Date(timeIntervalSince1970: 1.75e9 + Double.random(in: 0...4e7, using: &random))
    }
    let days = Int.random(in: 0...9, using: &random)
    let months = Int.random(in: 0...9, using: &random)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    func newest(_ count: Int, _ starts: Calendar.Component) throws -> Set<Date> {
      var newest: [Date: Date] = [:]
      for time in times {
        let start = try #require(calendar.dateInterval(of: starts, for: time)).start
        newest[start] = max(newest[start] ?? time, time)
      }
      return Set(newest.sorted { $0.key > $1.key }.prefix(count).map(\.value))
    }
    let expected = try newest(days, .day).union(newest(months, .month))
      .union(times.max().map { [$0] } ?? [])
    let policy = RetentionPolicy([.day: days, .month: months])
    #expect(Set(policy.kept(times, zone: zone).map { times[$0] }) == expected)
  }
}
