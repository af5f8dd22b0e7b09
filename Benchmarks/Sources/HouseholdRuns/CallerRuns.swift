import BenchSupport
import Daybook
import Foundation
import Nursery
import NurseryHousehold

/// Single appends: by callers at the same time, to a store of some size, and what they change.
enum CallerRuns {
  /// Appends durable transactions of one event by so many tasks, each of which waits for its own.
  static func append(_ path: String, events: Int, callers: Int) async throws -> Timing {
    let store = try EngineRuns.open(path)
    let steps = Dataset(entries: events).steps
    return try await Timing.of(steps.count) {
      try await DatasetWriting.append(steps, to: store, callers: callers)
    }
  }

  /// Appends durable transactions of one event to a new store; says what the slowest take.
  static func slowest(_ path: String, events: Int) throws -> Timing {
    let store = try EngineRuns.open(path)
    let steps = Dataset(events: events).steps
    return try Timing.slowest(of: steps.count) { number in
      try store.append(author: "Ada") { try steps[number].apply(to: &$0) }
    }
  }

  /// Appends a hundred transactions of one event to a store that is there.
  static func single(_ path: String, events: Int) throws -> Timing {
    let store = try EngineRuns.open(path)
    let steps = Dataset(entries: 110).steps
    func append(_ steps: ArraySlice<HouseholdStep>) throws {
      for step in steps {
        try store.append(author: "Ada", durability: .relaxed) { try step.apply(to: &$0) }
      }
    }
    // The first ones learn names and pages.
    try append(steps.prefix(10))
    return try Timing.of(100) { try append(steps.dropFirst(10)) }
  }

  /// Changes the amount of feeds all over the log, each durable, and reads the day's view after
  /// each.
  static func change(_ path: String, events: Int) throws -> Timing {
    let store = try EngineRuns.open(path)
    let calendar = try DayCalendar(try EngineRuns.boundary)
    var lottery = Lottery()
    var feeds: [(id: UUID, day: CivilDay)] = []
    while feeds.count < 20 {
      let position = UInt64(1 + lottery.draw(below: events))
      let found = try store.read { reader -> (UUID, CivilDay)? in
        let event = try reader.event(position)
        guard event.kind == FeedSession.kind,
          let feed = try reader.entity(FeedSession.self, event.entity)
        else { return nil }
        return (event.entity, calendar.day(of: feed.start))
      }
      if let found { feeds.append(found) }
    }
    // Another amount in every run.
    let amount = Double(try store.statistics().events)
    return try Timing.of(feeds.count) {
      for feed in feeds {
        let old = FeedSession(start: .distantPast)
        var new = old
        new.amount = Amount(amount, .millilitre)
        let event = FeedEvent.amended(FieldPatch(from: old, to: new))
        try store.append(author: "Ada") { try $0.append(event, to: feed.id) }
        let entries = try store.read { try $0.view(HistoryGroups.self).day(feed.day).entries.count }
        precondition(entries > 0)
      }
    }
  }
}
