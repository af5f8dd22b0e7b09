import Daybook
import DaybookTesting
import Nursery
import Testing

/// A baby's days are those that a store of its zone would show, through every change of clocks.
struct OwnZoneDaysTests {
  private static let baby = UUIDs.number(1, 1)
  private static let sibling = UUIDs.number(1, 2)
  private static let seeds: ClosedRange<UInt64> = 1...3

  /// Three stores with the same entries of two babies.
  private struct Stores {
    /// The days of Berlin, and a zone of its own for the baby.
    let own: EventStore
    /// The days of that zone.
    let there: EventStore
    /// The days of Berlin, and no zone.
    let here: EventStore
  }

  private func makeStores(_ place: RandomPlace, _ seed: UInt64) throws -> Stores {
    let there = try place.boundary()
    let here = try DayBoundary(zone: "Europe/Berlin", hour: there.hour, minute: there.minute)
    var random = SeededGenerator(seed: seed)
    let appends = try Self.entries(place, &random)
    func make(_ boundary: DayBoundary, zone: String?) throws -> EventStore {
      let store = try EventStore.temporary(schema: .nursery(boundary: boundary))
      let made = Date(timeIntervalSince1970: place.start)
      try store.append { draft in
        var profile = BabyProfile(name: "Noor", createdAt: made)
        profile.zone = zone
        try draft.append(BabyEvent.created(profile), to: Self.baby)
        let sibling = BabyProfile(name: "Mina", createdAt: made + 1)
        try draft.append(BabyEvent.created(sibling), to: Self.sibling)
      }
      for append in appends { try store.append(append) }
      return store
    }
    return Stores(
      own: try make(here, zone: place.zone), there: try make(there, zone: nil),
      here: try make(here, zone: nil))
  }

  /// Feeds, sleeps of up to 32 days, changes, and measurements without a time, over fifty days.
  private static func entries(
    _ place: RandomPlace, _ random: inout SeededGenerator
  ) throws -> [@Sendable (inout Draft) throws -> Void] {
    var found: [@Sendable (inout Draft) throws -> Void] = []
    for number in 0..<200 {
      let owners = [baby, baby, sibling, nil]
      let owner = owners[Int.random(in: 0..<4, using: &random)]
      let offset = Double.random(in: -20 * 86_400..<30 * 86_400, using: &random).rounded()
      let start = Date(timeIntervalSince1970: place.start + offset)
      let longest: Double = number.isMultiple(of: 10) ? 32 * 86_400 : 40_000
      let seconds = longest * Double.random(in: 0..<1, using: &random)
      let id = UUIDs.number(3, number)
      switch number % 4 {
      case 0:
        found.append { try $0.record(id, FeedSession(baby: owner, start: start, end: start + 600)) }
      case 1:
        found.append { try $0.record(id, DiaperChange(baby: owner, time: start, wet: true)) }
      case 2:
        let sleep = SleepSession(baby: owner, start: start, end: start + seconds)
        found.append { try $0.record(id, sleep) }
      default:
        let day = CivilDay(daysSince1970: Int32(start.timeIntervalSince1970 / 86_400))
        let weight = MeasurementDetails(measure: .weight, value: 4, unitText: "kg")
        let measured = BodyMeasurement(baby: owner, day: day, weight)
        found.append { try $0.record(id, measured) }
      }
    }
    return found
  }

  /// The days of one baby, with its totals alone.
  private func days(
    _ store: EventStore, of baby: UUID,
    _ body: (borrowing ProjectionReader<HistoryGroups>) throws -> [HistoryDay]
  ) throws -> [HistoryDay] {
    try store.read { reader in
      try body(reader.view(HistoryGroups.self)).map { day in
        HistoryDay(
          day: day.day, start: day.start, entries: day.entries,
          totals: day.totals.filter { $0.baby == baby })
      }
    }
  }

  @Test(arguments: RandomPlace.all, seeds)
  func `every page is that of a store of the zone`(place: RandomPlace, seed: UInt64) throws {
    let stores = try makeStores(place, seed)
    for (baby, other) in [(Self.baby, stores.there), (Self.sibling, stores.here)] {
      let filter = HistoryFilter(babies: [baby])
      func expectSame(
        _ body: (borrowing ProjectionReader<HistoryGroups>) throws -> [HistoryDay]
      ) throws {
        #expect(try days(stores.own, of: baby, body) == days(other, of: baby, body))
      }
      let pages = try days(other, of: baby) {
        try $0.days(before: nil, limit: .max, filter: filter, keepsEmptyDays: false)
      }
      try expectSame {
        try $0.days(before: nil, limit: .max, filter: filter, keepsEmptyDays: false)
      }
      for day in [pages[3].day, pages[pages.count / 2].day, pages[pages.count - 2].day] {
        try expectSame {
          try $0.days(before: day, limit: 4, filter: filter, keepsEmptyDays: false)
        }
        try expectSame {
          try $0.days(after: day, limit: 4, filter: filter, keepsEmptyDays: false)
        }
      }
      for day in pages { try expectSame { [try $0.day(day.day, baby: baby)] } }
    }
  }

  @Test(arguments: RandomPlace.all, seeds)
  func `totals and reports are those of a store of the zone`(
    place: RandomPlace, seed: UInt64
  ) throws {
    let stores = try makeStores(place, seed)
    for (baby, other) in [(Self.baby, stores.there), (Self.sibling, stores.here)] {
      func totals(_ store: EventStore) throws -> [BabyDayTotals] {
        try store.read { try $0.view(HistoryGroups.self).totals() }.filter { $0.baby == baby }
      }
      let wanted = try totals(other)
      #expect(try totals(stores.own) == wanted)
      let (first, last) = (wanted[wanted.count / 3].day, wanted[wanted.count / 2].day)
      let part = try stores.own.read {
        try $0.view(HistoryGroups.self).totals(from: first, through: last)
      }
      #expect(part.filter { $0.baby == baby } == wanted.filter { first...last ~= $0.day })
      for day in wanted.map(\.day) {
        let report = try stores.own.read { try $0.dayReport(on: day, of: baby) }
        #expect(try report == other.read { try $0.dayReport(on: day, of: baby) })
      }
    }
  }
}
