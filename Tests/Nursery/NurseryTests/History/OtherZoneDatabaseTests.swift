import Daybook
import Nursery
import TemporaryFolders
import Testing

/// A store whose days an older zone database has made, and a store of a newer one opens.
struct OtherZoneDatabaseTests {
  private let folder: TemporaryFolder
  private let boundary: DayBoundary
  private let baby = UUID()
  private let feed = UUID()
  /// 07:30 in Amsterdam's summer time, and 06:30 without that.
  private let early = Date(timeIntervalSince1970: 1_782_883_800)

  init() throws {
    folder = try TemporaryFolder(inMemory: true)
    boundary = try DayBoundary(zone: "Europe/Amsterdam")
  }

  private func open(_ schema: Schema) throws -> EventStore {
    try EventStore.open(at: folder.path("store"), schema: schema)
  }

  /// Everything of the nursery, by a database in which Amsterdam has the clocks of another zone.
  private func older(_ zone: String) throws -> Schema {
    let days = HistoryGroups(
      boundary: boundary, calendar: try DayCalendar(DayBoundary(zone: zone)))
    return try Schema.nursery(boundary: boundary, views: .all.subtracting(.history))
      .projection(days)
  }

  /// A feed on a day that the two databases differ about, and one on a day that is the same.
  private func fill(_ store: EventStore) throws {
    try store.append { [baby, feed, early] draft in
      try draft.addBaby(baby, BabyProfile(name: "Noor", createdAt: early))
      for (id, start) in [(feed, early), (UUID(), early + 10 * 3600)] {
        try draft.record(
          id, FeedSession(baby: baby, start: start, end: start, amount: Amount(100, .millilitre)))
      }
    }
  }

  /// What each day has: how many entries, and nanolitres.
  private func days(_ store: EventStore) throws -> [String: [Int64]] {
    try store.read { reader in
      let history = try reader.view(HistoryGroups.self)
      return Dictionary(
        uniqueKeysWithValues: try history.days(limit: 9).map { day in
          let amounts = day.totals.map(\.totals.feedNanolitres)
          return ("\(day.day)", [Int64(day.entries.count)] + amounts)
        })
    }
  }

  @Test(arguments: ["Etc/GMT-1", "America/New_York", "Pacific/Honolulu"])
  func `days that changed are made anew, and an edit of an old entry shows once`(
    zone: String
  ) throws {
    do {
      let store = try open(older(zone))
      try fill(store)
      #expect(try days(store)["2026-07-01"] != [2, 200_000_000])
    }
    let store = try open(.nursery(boundary: boundary))
    #expect(try days(store) == ["2026-07-01": [2, 200_000_000]])
    try store.append { [feed] draft in
      try draft.edit(FeedSession.self, feed) { $0.amount = Amount(50, .millilitre) }
    }
    #expect(try days(store) == ["2026-07-01": [2, 150_000_000]])
    for check in try store.verify().checks { #expect(check.ok, "\(check.name): \(check.detail)") }
  }

  @Test func `the same database makes no day anew`() throws {
    do { try fill(try open(.nursery(boundary: boundary))) }
    let store = try open(.nursery(boundary: boundary))
    let before = try store.read { try $0.token() }
    #expect(try days(store) == ["2026-07-01": [2, 200_000_000]])
    #expect(try store.read { try $0.token() } == before)
  }
}
