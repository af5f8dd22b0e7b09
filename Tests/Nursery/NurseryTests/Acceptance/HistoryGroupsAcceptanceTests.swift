import Daybook
import Foundation
import Nursery
import Testing

/// BD-3: history groups by logical day and month.
struct HistoryGroupsAcceptanceTests {
  @Test(arguments: DayCalendarTests.table.indices)
  func `BD-3: an entry is listed under the measured day`(row: Int) throws {
    let (zone, hour, minute, instant, label, start) = DayCalendarTests.table[row]
    let time = try #require(ISO8601DateFormatter().date(from: instant))
    let store = try EventStore.temporary(
      schema: .nursery(boundary: DayBoundary(zone: zone, hour: hour, minute: minute)))
    try store.append { try $0.record(UUIDs.number(1, 1), FeedSession(start: time)) }
    let days = try store.read { try $0.view(HistoryGroups.self).days(limit: .max) }
    #expect(days.map(\.day.description) == [label])
    #expect(days.first?.start == ISO8601DateFormatter().date(from: start))
    #expect(days.first?.totals.map(\.totals.feedCount) == [1])
    #expect(days.first?.month.description == String(label.prefix(7)))
  }

  /// A quarter of an hour at a time through six days on which clocks do something.
  @Test(arguments: RandomPlace.all)
  func `BD-3: totals and order of each day are right around a change of the clocks`(
    place: RandomPlace
  ) throws {
    let boundary = try place.boundary()
    let store = try EventStore.temporary(schema: .nursery(boundary: boundary))
    let times = (0..<6 * 96).map { Date(timeIntervalSince1970: place.start + Double($0) * 900) }
    try store.append { draft in
      for (number, time) in times.enumerated() {
        try draft.record(
          UUIDs.number(2, number), FeedSession(start: time, amount: Amount(0.5, .millilitre)))
        try draft.record(UUIDs.number(3, number), DiaperChange(time: time, solid: true))
      }
    }
    let reference = ReferenceDays(boundary)
    let expected = Dictionary(grouping: times, by: reference.day)
    let days = try store.read { try $0.view(HistoryGroups.self).days(limit: .max) }
    #expect(days.map(\.day) == expected.keys.sorted(by: >))
    for day in days {
      let times = try #require(expected[day.day])
      #expect(day.start == reference.start(of: day.day))
      let twice: [Date] = (times + times).sorted(by: >)
      #expect(day.entries.map(\.entry.date) == twice)
      let totals = try #require(day.totals.first).totals
      #expect(totals.feedCount == times.count)
      #expect(totals.diaperCount == times.count)
      #expect(totals.feedNanolitres == times.count * 500_000)
    }
  }

  @Test func `BD-3: of equal times the entry that was written last is listed first`() throws {
    let store = try EventStore.temporary(schema: .nursery(boundary: DayBoundary(zone: "UTC")))
    let time = Date(timeIntervalSinceReferenceDate: 0)
    for number in 0..<5 {
      try store.append {
        try $0.record(UUIDs.number(9 - UInt8(number), 0), Note(start: time))
      }
    }
    let day = try #require(
      try store.read { try $0.view(HistoryGroups.self).days(limit: 1) }.first)
    #expect(day.entries.map(\.id.uuid.0) == [5, 6, 7, 8, 9])
  }
}
