import Checkins
import Daybook
import DaybookTesting
import Foundation
import Interchange
import Testing

/// PL-3 to PL-5: files there and back, the list, and one check-in for one identifier.
struct RoundTripTests {
  @Test func `PL-3: an export that is imported into an empty store is equal to the second`()
    async throws
  {
    let (log, other) = (try checkInLog(), try checkInLog("Ben"))
    for number in 0..<20 {
      try await log.record(
        CheckIn(
          name: "Place \(number) / “x”", address: number.isMultiple(of: 2) ? "" : "Main, St",
          latitude: Coordinate(37.8 + Double(number) / 7),
          longitude: Coordinate(-122.27 - Double(number) / 3),
          category: number.isMultiple(of: 3) ? "food" : nil,
          createdAt: date("2025-12-27T17:12:04Z") + Double(number) * 1_000.7))
    }
    let text = try CheckInExport(log.all()).json()
    let result = try await other.importJSON(file(text))
    #expect(result == (imported: 20, skipped: 0))
    #expect(try CheckInExport(other.all()).json() == text)
    for (old, new) in zip(try log.all(), try other.all()) {
      #expect(new.id == old.id)
      #expect(new.checkIn.name == old.checkIn.name)
      #expect(new.checkIn.address == old.checkIn.address)
      #expect(new.checkIn.latitude.degrees == old.checkIn.latitude.degrees)
      #expect(new.checkIn.longitude.degrees == old.checkIn.longitude.degrees)
      #expect(new.checkIn.category == old.checkIn.category)
      let difference = old.checkIn.createdAt.timeIntervalSince(new.checkIn.createdAt)
      #expect(difference >= 0 && difference < 1)
    }
    let token = try other.token
    #expect(try await other.importJSON(file(text)) == (imported: 0, skipped: 20))
    #expect(try other.token == token)
    #expect(try await log.importJSON(file(text)) == (imported: 0, skipped: 20))
  }

  @Test func `PL-3: what is here stays, whatever a file says`() async throws {
    let log = try checkInLog()
    _ = try await log.importJSON(file("[\(record(1, "a"))]"))
    let result = try await log.importJSON(file("[\(record(1, "b")),\(record(2, "c"))]"))
    #expect(result == (imported: 1, skipped: 1))
    #expect(Set(try log.names()) == ["a", "c"])
  }

  @Test func `PL-3: what a person deleted stays deleted, and one undo takes an import back`()
    async throws
  {
    let log = try checkInLog()
    let mine = try await log.record(
      CheckIn(
        name: "mine", latitude: Coordinate(1), longitude: Coordinate(2),
        createdAt: date("2025-01-01T00:00:00Z")))
    let text = try CheckInExport(log.all()).json()
    try await log.delete(mine)
    #expect(try await log.importJSON(file(text)) == (imported: 0, skipped: 1))
    #expect(try log.names() == [])
    _ = try await log.importJSON(file("[\(record(1, "a")),\(record(2, "b"))]"))
    try await log.undo()
    #expect(try log.names() == [])
    #expect(try await log.importJSON(file("[\(record(1, "a"))]")) == (imported: 1, skipped: 0))
  }

  @Test(arguments: [7, 30])
  func `PL-4: the list is newest first, follows an edit and finds text and days`(
    days: Int
  ) async throws {
    let log = try checkInLog()
    let now = date("2026-03-30T12:00:00Z")
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
    // The clocks changed in between: so many days ago was an hour less.
    let first = try #require(calendar.date(byAdding: .day, value: -days, to: now))
    var ids: [String: ID<CheckIn>] = [:]
    for (name, time) in [("Pier", now), ("Café", first), ("Zoo", first - 1)] {
      ids[name] = try await log.record(
        CheckIn(
          name: name, address: "Main STREET", latitude: Coordinate(1), longitude: Coordinate(2),
          createdAt: time))
    }
    #expect(try log.names() == ["Pier", "Café", "Zoo"])
    #expect(
      try log.last(days: days, now: now, calendar: calendar).map(\.checkIn.name)
        == ["Pier", "Café"])
    #expect(try log.all().containing("cAFÉ").map(\.checkIn.name) == ["Café"])
    #expect(try log.all().containing("street").count == 3)
    var zoo = try #require(try log.all().last?.checkIn)
    zoo.createdAt = now + 60
    try await log.move(try #require(ids["Zoo"]), to: now + 60)
    #expect(try log.names() == ["Zoo", "Pier", "Café"])
    #expect(try log.all().first?.checkIn == zoo)
    try await log.delete(try #require(ids["Pier"]))
    #expect(try log.names() == ["Zoo", "Café"])
    try await log.undo()
    #expect(try log.names() == ["Zoo", "Pier", "Café"])
  }

  @Test func `PL-5: one identifier is one check-in, also when two phones have written it`()
    async throws
  {
    let clock = TestClock()
    var options = StoreOptions()
    options.now = { clock.now }
    let entity = id(1)
    var logs: [CheckInLog] = []
    for person in ["Ada", "Ben"] {
      let log = CheckInLog(
        store: try .temporary(schema: .checkins, options: options), person: person)
      for name in ["\(person)'s first", "\(person)'s second"] {
        clock.advance(by: 1)
        let checkIn = CheckIn(
          name: name, latitude: Coordinate(1), longitude: Coordinate(2), createdAt: clock.now)
        try await log.store.append(author: person) {
          try $0.append(.recorded(checkIn), to: entity)
        }
      }
      #expect(try log.names() == ["\(person)'s first"])
      logs.append(log)
    }
    let messages = try logs.map { log in
      try log.store.read { reader in
        try reader.transactions().compactMap { try reader.message(of: $0.number) }
      }
    }
    for (log, others) in zip(logs, messages.reversed()) {
      for message in others { try await log.store.absorb(message) }
      #expect(try log.all().map(\.id) == [entity])
      #expect(try log.names() == ["Ada's first"])
    }
  }
}
