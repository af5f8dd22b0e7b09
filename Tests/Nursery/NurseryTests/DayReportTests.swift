import Daybook
import Foundation
import Nursery
import Testing

struct DayReportTests {
  private let baby = UUIDs.number(1, 1)

  private func date(_ text: String) throws -> Date {
    try #require(ISO8601DateFormatter().date(from: text))
  }

  @Test(arguments: [
    ("05:59:59", false), ("06:00:00", true), ("12:00:00", true), ("18:00:00", true),
    ("18:00:01", false),
  ])
  func `a sleep of which nobody said is a nap by its beginning`(
    clock: String, isNap: Bool
  ) throws {
    let calendar = try DayCalendar(DayBoundary(zone: "Asia/Kathmandu"))
    let sleep = SleepSession(start: try date("2025-10-21T\(clock)+05:45"))
    #expect(sleep.isNap(calendar) == isNap)
  }

  @Test func `a night counts where it began, where it ended, and in parts`() throws {
    let store = try EventStore.temporary(
      schema: .nursery(boundary: DayBoundary(zone: "Europe/Amsterdam", hour: 0)))
    let night = SleepSession(
      baby: baby, start: try date("2025-03-29T22:00:00+01:00"),
      end: try date("2025-03-30T06:00:00+02:00"))
    let token = try store.append { try $0.record(UUIDs.number(2, 1), night) }
    try store.append { [baby] draft in
      let other = SleepSession(start: night.start, end: night.end)
      try draft.record(UUIDs.number(2, 2), other)
      try draft.edit(SleepSession.self, UUIDs.number(2, 1)) { $0.end = night.start }
      _ = baby
    }
    let first = try #require(CivilDay(year: 2025, month: 3, day: 29))
    let second = try #require(CivilDay(year: 2025, month: 3, day: 30))
    try store.read(asOf: token) { reader in
      let (before, after) = (
        try reader.dayReport(on: first, of: baby), try reader.dayReport(on: second, of: baby)
      )
      #expect(before[.sleep].seconds == 7 * 3600)
      #expect(before.totals[.sleep].seconds == 2 * 3600)
      #expect(before.ended(.sleep).count == 0)
      #expect(after[.sleep].count == 0)
      #expect(after.totals[.sleep].seconds == 5 * 3600)
      #expect(after.ended(.sleep).seconds == 7 * 3600)
    }
    let now = try store.read { try $0.dayReport(on: second, of: baby) }
    #expect(
      now
        == DayReport(
          day: second, baby: baby, totals: DayTotals(), begun: [], ended: [],
          calendar: try DayCalendar(DayBoundary(zone: "UTC"))))
  }
}
