import Daybook
import Nursery
import Testing

/// Running entries beside each other and possible duplicates.
struct ConflictTests {
  private let store: EventStore
  private let baby = UUID()
  private let time = Date(timeIntervalSince1970: 1_761_000_000)

  init() throws {
    store = try EventStore.temporary(schema: try .nursery(boundary: try DayBoundary(zone: "UTC")))
  }

  private func write<E: NurseryEntry>(_ entries: [E]) throws -> [UUID] {
    let ids = entries.map { _ in UUID() }
    try store.append { draft in
      for (id, entry) in zip(ids, entries) { try draft.record(id, entry) }
    }
    return ids
  }

  @Test func `two running entries of a kind and a baby are listed, the running one last`() throws {
    let ids = try write([
      SleepSession(baby: baby, start: time + 60), SleepSession(baby: baby, start: time),
      SleepSession(baby: UUID(), start: time),
    ])
    let expected = Conflict.running(.sleep, baby: baby, entries: [ids[1], ids[0]])
    #expect(try store.read { try $0.conflicts() } == [expected])
    #expect(
      try store.read { try $0.view(LastEntries.self).running(.sleep, of: baby) } == [
        ids[1], ids[0],
      ])
  }

  @Test func `entries of one time are possible duplicates, none is dropped`() throws {
    let end = time + 600
    let ids = try write([
      FeedSession(baby: baby, start: time, end: end),
      FeedSession(baby: baby, start: time, end: end),
      FeedSession(baby: baby, start: time + 240, end: end), FeedSession(start: time, end: end),
    ])
    let exact = try store.read { try $0.conflicts() }
    #expect(exact.map { Set($0.entries) } == [[ids[0], ids[1]]])
    let near = try store.read { try $0.conflicts(duplicatesWithin: 300) }
    #expect(near.map { Set($0.entries) } == [[ids[0], ids[1], ids[2]]])
    let day = try store.read { try $0.view(HistoryGroups.self).days(limit: 1) }
    #expect(day.first?.entries.count == 4)
  }

  @Test func `a wet and a solid change of one time are not duplicates`() throws {
    _ = try write([
      DiaperChange(baby: baby, time: time, wet: true),
      DiaperChange(baby: baby, time: time, solid: true),
    ])
    #expect(try store.read { try $0.conflicts() }.isEmpty)
    _ = try write([DiaperChange(baby: baby, time: time, solid: true)])
    #expect(try store.read { try $0.conflicts() }.map(\.entries.count) == [2])
  }

  @Test func `measurements of different things are not duplicates`() throws {
    let day = CivilDay(daysSince1970: 20_000)
    let weight = BodyMeasurement(
      baby: baby, day: day, MeasurementDetails(measure: .weight, value: 5))
    let height = BodyMeasurement(
      baby: baby, day: day, MeasurementDetails(measure: .height, value: 60))
    _ = try write([weight, height])
    #expect(try store.read { try $0.conflicts() }.isEmpty)
  }

  @Test func `types that look alike are not duplicates`() throws {
    _ = try write(
      ["\u{E9}", "e\u{301}"].map {
        ActivitySession(
          baby: baby, start: time, end: time, ActivityDetails(activity: .other($0)))
      })
    #expect(try store.read { try $0.conflicts(duplicatesWithin: 60) }.isEmpty)
  }
}
