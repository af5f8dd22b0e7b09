import Daybook
import Nursery
import Testing

/// Pages of days both ways, filtered and not.
struct HistoryPagingTests {
  private let baby = UUID()
  private let boundary: DayBoundary
  private let store: EventStore
  /// 07:00 of 1 October 2025.
  private let first = Date(timeIntervalSince1970: 1_759_302_000)

  /// Ten days with a feed each; on every third a note with the word "bath".
  init() throws {
    boundary = try DayBoundary(zone: "UTC")
    store = try EventStore.temporary(schema: try .nursery(boundary: boundary))
    let (baby, first) = (baby, first)
    try store.append { draft in
      try draft.addBaby(baby, BabyProfile(name: "Noor", createdAt: first))
      for day in 0..<10 {
        let start = first.addingTimeInterval(Double(day) * 86_400)
        try draft.record(
          UUID(), FeedSession(baby: baby, start: start, amount: Amount(10, .millilitre)))
        if day % 3 == 0 {
          try draft.record(
            UUID(), Note(baby: baby, start: start.addingTimeInterval(60), memo: "bath"))
        }
      }
    }
  }

  private func day(_ number: Int) -> CivilDay {
    CivilDay(year: 2025, month: 10, day: number) ?? CivilDay(daysSince1970: 0)
  }

  @Test func `pages follow each other to the past and back`() throws {
    try store.read { reader in
      let history = try reader.view(HistoryGroups.self)
      #expect(try history.days(limit: 3).map(\.day) == [day(10), day(9), day(8)])
      #expect(try history.days(before: day(8), limit: 3).map(\.day) == [day(7), day(6), day(5)])
      #expect(try history.days(before: day(3), limit: 9).map(\.day) == [day(2), day(1)])
      #expect(try history.days(after: day(5), limit: 2).map(\.day) == [day(6), day(7)])
      #expect(try history.days(after: day(10), limit: 2).isEmpty)
      #expect(try history.days(before: day(1), limit: 2).isEmpty)
      #expect(try history.days(limit: 0).isEmpty)
    }
  }

  @Test func `a filter keeps whole-day totals and may leave days without rows out`() throws {
    let filter = HistoryFilter(text: "bath")
    try store.read { reader in
      let history = try reader.view(HistoryGroups.self)
      let all = try history.days(before: nil, limit: 4, filter: filter)
      #expect(all.map(\.entries.count) == [1, 0, 0, 1])
      #expect(all.allSatisfy { $0.totals.first?.totals.feedCount == 1 })
      let some = try history.days(before: nil, limit: 4, filter: filter, keepsEmptyDays: false)
      #expect(some.map(\.day) == [day(10), day(7), day(4), day(1)])
    }
  }

  @Test(arguments: [
    (HistoryFilter.Mode.parity, true, [10, 9]), (.corrected, true, [12, 11, 10, 9]),
    (.parity, false, [10, 9]), (.corrected, false, [10, 9]),
  ])
  func `a day without feeds and diapers goes with its rows, for parity`(
    mode: HistoryFilter.Mode, keeps: Bool, days: [Int]
  ) throws {
    let (baby, first) = (baby, first)
    try store.append { draft in
      try draft.record(UUID(), SleepSession(baby: baby, start: first + 10 * 86_400))
      try draft.record(
        UUID(),
        CustomEvent(
          baby: baby, start: first + 11 * 86_400, CustomEventDetails(name: "Bath", emoji: "🛁")))
    }
    try store.read { reader in
      let history = try reader.view(HistoryGroups.self)
      let filter = HistoryFilter([.feed], mode: mode)
      #expect(
        try history.days(before: nil, limit: days.count, filter: filter, keepsEmptyDays: keeps)
          .map(\.day) == days.map(day))
      let all = try history.days(before: nil, limit: 2, filter: HistoryFilter(mode: mode))
      #expect(all.map(\.day) == [day(12), day(11)])
      let nobody = HistoryFilter(babies: [UUID()], mode: mode)
      #expect(
        try history.days(before: nil, limit: 1, filter: nobody).map(\.day)
          == [day(mode == .parity ? 10 : 12)])
    }
  }

  @Test func `a day knows the instant at which it starts`() throws {
    let found = try store.read { try $0.view(HistoryGroups.self).day(day(3)) }
    #expect(found.start == first.addingTimeInterval(2 * 86_400))
    #expect(found.entries.count == 1)
  }

  @Test func `entries are found from any instant to any other`() throws {
    let found = try store.read { reader in
      try reader.view(HistoryGroups.self).entries(
        from: first.addingTimeInterval(30), to: first.addingTimeInterval(86_401))
    }
    #expect(found.map(\.entry.kind) == [.note, .feed])
  }

  @Test func `the end of a night's sleep makes no day of its own`() throws {
    let evening = first.addingTimeInterval(10 * 86_400 - 3600)
    try store.append { draft in
      try draft.record(
        UUID(),
        SleepSession(baby: baby, start: evening, end: evening.addingTimeInterval(9000)))
    }
    try store.read { reader in
      let history = try reader.view(HistoryGroups.self)
      #expect(try history.days(limit: 1).map(\.day) == [day(10)])
      let totals = try history.totals(from: day(10), through: day(11))
      #expect(totals.map { $0.totals[.sleep].seconds } == [3600, 5400])
      #expect(totals.map { $0.totals[.sleep].count } == [1, 0])
    }
  }
}
