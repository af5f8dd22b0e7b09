import Daybook
import Foundation
import Testing

/// The recipes of the cookbook on days, run.
struct CookbookDaysRuns {
  private let puppy = ID<Puppy>.timeOrdered()

  private func store(_ days: Range<Int> = 0..<0) throws -> EventStore {
    let store = try EventStore.temporary(
      schema: Schema().entity(Puppy.self).entity(Walk.self).entity(Portion.self)
        .projection(MinutesByDay()).projection(EatenByDay()))
    try store.append { [puppy] draft in
      try draft.append(.adopted(name: "Ollie"), to: puppy)
      for day in days {
        try draft.append(
          .walked(Walk(puppy: puppy, began: .distantPast, day: day, minutes: 25)),
          to: ID<Walk>.timeOrdered())
      }
    }
    return store
  }

  @Test func `a value holds from its day on, in whatever order they are told`() throws {
    let store = try store()
    for (minutes, day) in [(60, 20), (30, 10), (45, 20), (0, 30)] {
      try store.append { [puppy] in
        try $0.append(.planned(minutes: minutes, from: day), to: puppy)
      }
    }
    let plan = try #require(try store.read { try $0.entity(puppy) }?.minutes)
    #expect([9, 10, 19, 20, 29, 30].map { plan.value(on: $0) } == [nil, 30, 30, 45, 45, 0])
    #expect(Dated<Int>().value(on: 0) == nil)
  }

  @Test func `what a week wanted is beside what was done`() throws {
    let monday = 20_514  // 2 March 2026
    #expect(week(of: monday) == monday..<monday + 7)
    #expect(week(of: monday + 6) == week(of: monday))
    #expect(week(of: monday - 1) == monday - 7..<monday)
    let store = try store(monday - 1..<monday + 3)
    try store.append { [puppy] draft in
      try draft.append(.planned(minutes: 20, from: 0), to: puppy)
      try draft.append(.planned(minutes: 40, from: monday + 5), to: puppy)
    }
    let walked = try walks(of: puppy, inWeekOf: monday + 2, in: store)
    #expect(walked.expected == 5 * 20 + 2 * 40)
    #expect(walked.done == 3 * 25)
  }

  @Test func `a sum has one unit`() throws {
    let store = try store()
    try store.append { [puppy] draft in
      for (day, amount, unit) in [
        (0, 80, .grams), (0, 40, .grams), (0, 2, .pieces), (1, 300, .millilitres),
      ] as [(Int, Int64, FoodUnit)] {
        try draft.append(
          .eaten(Portion(puppy: puppy, day: day, amount: amount, unit: unit)),
          to: ID<Portion>.timeOrdered())
      }
    }
    #expect(try eaten(by: puppy, on: 0, in: store) == [.grams: 120, .pieces: 2])
    #expect(try eaten(by: puppy, on: 1, in: store) == [.millilitres: 300])
    #expect(try eaten(by: puppy, on: 2, in: store).isEmpty)
  }

  @Test func `minutes add up by puppy and day, and by the day of a zone`() async throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("walks-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let (puppy, other) = (ID<Puppy>.timeOrdered(), ID<Puppy>.timeOrdered())
    let walk = ID<Walk>.timeOrdered()
    // 23:30 in Greenwich on the first day, when it is the second one in Tokyo.
    let late = Date(timeIntervalSince1970: 84_600)
    let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
    do {
      let store = try walks(at: path, in: .gmt)
      try await store.append { draft in
        for (id, puppy, day, minutes) in [
          (walk, puppy, 0, 20), (.timeOrdered(), puppy, 0, 10), (.timeOrdered(), puppy, 1, 5),
          (.timeOrdered(), other, 0, 60),
        ] as [(ID<Walk>, ID<Puppy>, Int, Int)] {
          try draft.append(
            .walked(Walk(puppy: puppy, began: late, day: day, minutes: minutes)), to: id)
        }
      }
      #expect(try minutes(of: puppy, in: store).map(\.day) == [1, 0])
      #expect(try minutes(of: puppy, in: store).map(\.minutes) == [5, 30])
      try await store.append { try $0.append(.removed, to: walk) }
      #expect(try minutes(of: puppy, in: store).map(\.minutes) == [5, 10])
      let rows = try store.read { try $0.rows(MinutesByLocalDay.where(puppy)) }
      #expect(rows.map(\.key.second) == [0])
      try await store.close()
    }
    let store = try walks(at: path, in: tokyo)
    let days = try store.read { try $0.rows(MinutesByLocalDay.where(puppy)) }
    #expect(days.map(\.key.second) == [1])
    #expect(days.map(\.row) == [Tally(count: 2, sum: 15)])
  }

  @Test func `a day begins at midnight of the zone, also before 1970`() {
    #expect(dayNumber(of: Date(timeIntervalSince1970: 86_399), in: .gmt) == 0)
    #expect(dayNumber(of: Date(timeIntervalSince1970: 86_400), in: .gmt) == 1)
    #expect(dayNumber(of: Date(timeIntervalSince1970: -1), in: .gmt) == -1)
  }
}
