import Daybook
import Nursery
import Testing

/// What the views of the nursery give can be followed.
@MainActor struct NurseryValuesTests {
  private let store: EventStore
  private let baby = UUID()
  private let other = UUID()
  private let noon = Date(timeIntervalSinceReferenceDate: 700_000_000)

  init() throws {
    store = try EventStore.temporary(schema: .nursery(boundary: DayBoundary(zone: "UTC")))
  }

  private func record(_ feed: FeedSession) throws -> UUID {
    let id = UUID.timeOrdered()
    try store.append { try $0.append(FeedEvent.recorded(feed), to: id) }
    return id
  }

  private func next<Value>(
    _ values: StoreValues<Value>, after change: () throws -> Void
  ) async throws -> Value? {
    let iterator = values.makeAsyncIterator()
    _ = try await iterator.next()
    try change()
    return try await iterator.next()
  }

  @Test func `profiles`() async throws {
    let values = store.values(of: CurrentProfiles.self) { try $0.all() }
    let profile = BabyProfile(name: "Ada", createdAt: noon)
    let found = try await next(values) { [baby] in
      try store.append { try $0.append(BabyEvent.created(profile), to: baby) }
    }
    #expect(found == [CurrentProfile(id: baby, profile: profile)])
  }

  @Test func `days and totals of the history`() async throws {
    let (baby, noon) = (baby, noon)
    let days = store.values(of: HistoryGroups.self) { try $0.days(limit: 7, baby: baby) }
    let totals = store.values(of: HistoryGroups.self) { try $0.totals() }
    let found = try await next(days) {
      _ = try record(FeedSession(baby: baby, start: noon, amount: Amount(90, .millilitre)))
    }
    #expect(found?.count == 1 && found?.first?.entries.count == 1)
    let sums = try await next(totals) { _ = try record(FeedSession(baby: baby, start: noon)) }
    #expect(sums?.map(\.totals.feedCount) == [2])
    #expect(sums?.map(\.baby) == [baby])
    let day = try #require(found?.first?.day)
    let whole = store.values(of: HistoryGroups.self) { try $0.day(day) }
    #expect(try whole.current().totals == sums)
  }

  @Test func `last entries of one baby, and of no other`() async throws {
    let (baby, noon) = (baby, noon)
    let last = store.values(of: LastEntries.self) { view in
      [try view.lastFeed(of: baby), try view.lastFinishedFeed(of: baby)]
        + (try view.runningFeeds(of: baby))
    }
    let amount = store.values(of: LastEntries.self) { try $0.lastAmount(of: baby) }
    let box = ObservedValue(amount)
    _ = try record(FeedSession(baby: other, start: noon, amount: Amount(60, .millilitre)))
    var feed = UUID()
    let found = try await next(last) {
      feed = try record(FeedSession(baby: baby, start: noon, amount: Amount(90, .millilitre)))
    }
    #expect(found == [feed, nil, feed])
    let seen = try #require(try amount.current())
    #expect(seen.feed == feed && seen.start == noon && seen.last.amount.value == 90)
    while box.value != seen { await Task.yield() }
  }
}
