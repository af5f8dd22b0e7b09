import Daybook
import Nursery
import TestRun
import Testing

/// NZ-7: 1,000 events are fetched and filtered within a second.
struct FetchAcceptanceTests {
  @Test func `NZ-7: 1,000 events are fetched and filtered within a second each`() throws {
    let store = try EventStore.temporary(schema: .nursery(boundary: DayBoundary(zone: "UTC")))
    let baby = UUIDs.number(1, 1)
    try store.append { draft in
      for number in 0..<1_000 {
        let start = Date(timeIntervalSinceReferenceDate: 750_000_000 + Double(number) * 3_600)
        let memo = number % 10 == 0 ? "spat up #reflux" : nil
        switch number % 3 {
        case 0:
          try draft.record(
            UUIDs.number(2, number), FeedSession(baby: baby, start: start, memo: memo))
        case 1: try draft.record(UUIDs.number(3, number), DiaperChange(baby: baby, time: start))
        default: try draft.record(UUIDs.number(4, number), SleepSession(baby: baby, start: start))
        }
      }
    }
    var all: [HistoryDay] = []
    var some: [HistoryDay] = []
    let fetch = try workTime {
      all = try store.read { try $0.view(HistoryGroups.self).days(limit: .max) }
    }
    let filter = HistoryFilter(babies: [baby], kinds: [.feed], tags: ["#reflux"], text: "spat")
    let filtering = try workTime {
      some = try store.read { reader in
        try reader.view(HistoryGroups.self)
          .days(before: nil, limit: .max, filter: filter, keepsEmptyDays: false)
      }
    }
    print("NZ-7: fetch \(fetch), filter \(filtering)")
    #expect(all.reduce(0) { $0 + $1.entries.count } == 1_000)
    #expect(some.reduce(0) { $0 + $1.entries.count } == 34)
    #expect(fetch < .seconds(1))
    #expect(filtering < .seconds(1))
  }
}
