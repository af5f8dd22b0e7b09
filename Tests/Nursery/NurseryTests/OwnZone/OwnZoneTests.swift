import Daybook
import DaybookTesting
import Nursery
import Testing

/// A baby that has a zone of its own, in a store whose days are those of Berlin.
struct OwnZoneTests {
  private let store: EventStore
  private let mina = UUIDs.number(1, 1)
  private let noor = UUIDs.number(1, 2)
  private let tenth = CivilDay(year: 2026, month: 3, day: 10) ?? CivilDay(daysSince1970: 0)
  private let eleventh = CivilDay(year: 2026, month: 3, day: 11) ?? CivilDay(daysSince1970: 0)

  /// Mina has no zone, Noor that of Tokyo. Each has a feed at 23:30 in Tokyo, and one at 07:30 of
  /// the next morning there, which is 23:30 in Berlin.
  init() throws {
    store = try EventStore.temporary(
      schema: .nursery(boundary: DayBoundary(zone: "Europe/Berlin")))
    let (mina, noor) = (mina, noor)
    let times = try [
      "2026-03-10T23:30:00+09:00", "2026-03-11T07:30:00+09:00",
    ].map { try NurseryZones.instant($0) }
    try store.append { draft in
      try draft.addBaby(mina, BabyProfile(name: "Mina", createdAt: times[0]))
      var profile = BabyProfile(name: "Noor", createdAt: times[1])
      profile.zone = "Asia/Tokyo"
      try draft.addBaby(noor, profile)
    }
    try store.append { draft in
      for (number, baby) in [mina, noor].enumerated() {
        for (place, time) in times.enumerated() {
          let feed = FeedSession(baby: baby, start: time, amount: Amount(100, .millilitre))
          try draft.record(UUIDs.number(2, 2 * number + place), feed)
        }
      }
    }
  }

  private func setZone(_ zone: String?, of baby: UUID? = nil) throws {
    let baby = baby ?? noor
    try store.append { try $0.editBaby(baby) { $0.zone = zone } }
  }

  /// How many feeds a baby has on each day, by the totals.
  private func feeds(of baby: UUID) throws -> [CivilDay: Int64] {
    let totals = try store.read { try $0.view(HistoryGroups.self).totals() }
    let own = totals.filter { $0.baby == baby }.map { ($0.day, $0.totals.feedCount) }
    return Dictionary(uniqueKeysWithValues: own)
  }

  @Test func `a feed at 23:30 in Berlin is of the next morning for a baby in Tokyo`() throws {
    #expect(try feeds(of: mina) == [tenth: 2])
    #expect(try feeds(of: noor) == [tenth: 1, eleventh: 1])
    try store.read { reader in
      let history = try reader.view(HistoryGroups.self)
      let days = try history.days(limit: 9)
      #expect(days.map(\.day) == [eleventh, tenth])
      let shown = days.map { Set($0.entries.map(\.id)) }
      #expect(
        shown == [[UUIDs.number(2, 3)], [0, 1, 2].map { UUIDs.number(2, $0) }].map(Set.init))
      #expect(try history.day(eleventh).entries.map(\.id) == [UUIDs.number(2, 3)])
      #expect(try history.day(tenth, baby: noor).entries.map(\.id) == [UUIDs.number(2, 2)])
      #expect(try history.totals(from: eleventh, through: eleventh).map(\.baby) == [noor])
    }
  }

  @Test func `the day of a baby starts where its zone says, at the store's hour`() throws {
    try store.read { reader in
      let history = try reader.view(HistoryGroups.self)
      let own = try NurseryZones.instant("2026-03-11T07:00:00+09:00")
      let common = try NurseryZones.instant("2026-03-11T07:00:00+01:00")
      #expect(try history.day(eleventh, baby: noor).start == own)
      #expect(try history.day(eleventh, baby: mina).start == common)
      #expect(try history.day(eleventh).start == common)
      #expect(try history.calendar(of: noor).boundary.text == "Asia/Tokyo 07:00")
      #expect(try history.calendar(of: nil).boundary.text == "Europe/Berlin 07:00")
    }
  }

  @Test func `an edit of the zone moves the days, and an undo moves them back`() throws {
    try setZone("America/New_York")
    #expect(try feeds(of: noor) == [tenth: 2])
    try setZone(nil)
    #expect(try feeds(of: noor) == [tenth: 2])
    try store.append { try $0.retract(transaction: 4) }
    try store.append { try $0.retract(transaction: 3) }
    #expect(try feeds(of: noor) == [tenth: 1, eleventh: 1])
    try setZone("Asia/Tokyo", of: mina)
    #expect(try feeds(of: mina) == [tenth: 1, eleventh: 1])
  }

  @Test func `earlier points have the days of their time`() throws {
    let token = try store.read { try $0.token() }
    try setZone("Europe/Berlin")
    #expect(try feeds(of: noor) == [tenth: 2])
    let then = try store.read(asOf: token) { try $0.view(HistoryGroups.self).totals() }
    #expect(then.filter { $0.baby == noor }.map(\.day) == [tenth, eleventh])
  }

  @Test func `a baby whose zone nobody knows has the days of the store`() throws {
    try setZone("Mars/Olympus_Mons")
    #expect(try feeds(of: noor) == [tenth: 2])
  }

  @Test func `a deleted baby's entries are of the days of the store until it is restored`() throws {
    let noor = noor
    try store.append { _ = try $0.deleteBaby(noor) }
    #expect(try feeds(of: noor) == [tenth: 2])
    try store.append { _ = try $0.restoreBaby(noor) }
    #expect(try feeds(of: noor) == [tenth: 1, eleventh: 1])
  }

  @Test func `a report of a day and a checklist go by the baby's zone`() throws {
    let (mina, noor) = (mina, noor)
    // Still the 10th in Berlin, whose next day begins six hours later.
    let bath = try NurseryZones.instant("2026-03-11T08:00:00+09:00")
    let items = try [mina, noor].map { baby in
      try store.write { draft in
        try draft.record(
          UUID(),
          CustomEvent(baby: baby, start: bath, CustomEventDetails(name: "Bath", emoji: "🛁")))
        return try draft.addChecklistItem(name: "Bath", emoji: "🛁", of: baby, at: bath)
      }
    }
    #expect(items.count == 2)
    try store.read { reader in
      #expect(try reader.dayReport(on: eleventh, of: noor)[.feed].count == 1)
      #expect(try reader.dayReport(on: eleventh, of: mina)[.feed].count == 0)
      let evening = try NurseryZones.instant("2026-03-11T21:00:00+09:00")
      #expect(try reader.checklist(of: noor, at: evening).map(\.isDone) == [true])
      #expect(try reader.checklist(of: mina, at: evening).map(\.isDone) == [false])
    }
  }

  @Test func `profiles and entries that arrive in any order come to the same days`() throws {
    let (mina, noor) = (mina, noor)
    let time = try NurseryZones.instant("2026-03-11T07:30:00+09:00")
    let profile = BabyProfile(name: "N", createdAt: time)
    var (tokyo, berlin) = (profile, profile)
    (tokyo.zone, berlin.zone) = ("Asia/Tokyo", "Europe/Berlin")
    let goes = try #require(BabyProfile.amended(from: profile, to: tokyo))
    let comes = try #require(BabyProfile.amended(from: tokyo, to: berlin))
    let feed = FeedSession(baby: noor, start: time)
    var other = feed
    other.baby = mina
    let given = try #require(FeedSession.amended(from: feed, to: other))
    let entry = UUIDs.number(2, 9)
    let laws = ProjectionLaws(
      schema: try .nursery(boundary: DayBoundary(zone: "Europe/Berlin")),
      transactions: [
        { try $0.append(BabyEvent.created(profile), to: noor) },
        { try $0.append(FeedSession.recorded(feed), to: entry) },
        { try $0.append(goes, to: noor) },
        { try $0.append(given, to: entry) },
        { try $0.append(comes, to: noor) },
        { try $0.append(BabyEvent.deleted, to: noor) },
      ])
    #expect(try laws.violations().map(\.description) == [])
  }
}
