import BenchSupport
import Daybook
import Foundation
import Nursery
import NurseryHousehold

/// What reads from a store that `append` or `bulk` made.
enum ReadingRuns {
  static func run(
    _ name: String, _ path: String, _ events: Int, _ more: String
  ) throws -> Timing? {
    switch name {
    case "layer-replay": try ReplayRuns.layer(path, events: events)
    case "replay": try ReplayRuns.raw(path, events: events)
    case "decode": try ReplayRuns.decoded(path, events: events)
    case "past-entity": try TimeTravelRuns.entity(path, events: events)
    case "past-view": try TimeTravelRuns.view(path, events: events)
    case "past-changes": try TimeTravelRuns.changes(path, events: events)
    case "first-view": try TimeTravelRuns.firstView(path)
    case "page": try page(path, where: more.isEmpty ? .all : .author(more))
    case "point": try point(path)
    case "day": try day(path)
    case "day-stored": try storedDay(path)
    case "day-untyped": try untypedDay(path)
    case "last-amount": try lastAmount(path)
    case "weekdays": try weekdays(path)
    case "words": try words(path)
    case "search": try search(path)
    case "notes": try notes(path)
    case "types": try types(path)
    default: nil
    }
  }

  /// Measures a reading that says how much it found; the first one learns names and pages.
  private static func repeated(_ count: Int, _ read: () throws -> Int) throws -> Timing {
    var found = try read()
    let timing = try Timing.of(count) { for _ in 0..<count { found &+= try read() } }
    precondition(found > 0)
    return timing
  }

  /// The newest fifty transactions, or those that a filter wants.
  private static func page(_ path: String, where filter: History.Filter) throws -> Timing {
    let store = try EngineRuns.open(path)
    let newest = store.history.transactions(limit: 50, order: .newestFirst, where: filter)
    return try repeated(20) { try newest.all().count }
  }

  /// A day's totals of a baby, each in a snapshot of its own.
  private static func point(_ path: String) throws -> Timing {
    let store = try EngineRuns.open(path)
    let keys = try DatasetReading.totalKeys(store)
    var lottery = Lottery()
    return try repeated(2_000) {
      try DatasetReading.totals(store, at: keys[lottery.draw(below: keys.count)])
    }
  }

  /// The newest fifty entries of the history by day.
  private static func day(_ path: String) throws -> Timing {
    let store = try EngineRuns.open(path)
    return try repeated(100) { try DatasetReading.dayPage(store) }
  }

  /// The same, as they are stored: their kinds are all that is decoded.
  private static func storedDay(_ path: String) throws -> Timing {
    let store = try EngineRuns.open(path)
    return try repeated(100) {
      try store.read { reader in
        var (feeds, left) = (0, 50)
        let view = try reader.view(HistoryGroups.self)
        try view.forEachStored(HistoryGroups.entries, reversed: true) { row in
          if try row.fields({ try $0.next() }) == Int(EntryKind.feed.rawValue) { feeds += 1 }
          left -= 1
          return left > 0
        }
        return feeds
      }
    }
  }

  /// The same as bytes, by one who does not know the view's types.
  private static func untypedDay(_ path: String) throws -> Timing {
    let store = try EngineRuns.open(path)
    let table = HistoryGroups.entries.name
    return try repeated(100) {
      try store.read { reader in
        try reader.rows(ofView: HistoryGroups.name, table: table, limit: 50, reversed: true).count
      }
    }
  }

  /// The last amount that a baby drank.
  private static func lastAmount(_ path: String) throws -> Timing {
    let store = try EngineRuns.open(path)
    guard let baby = try store.read({ try $0.view(CurrentProfiles.self).all().first?.id }) else {
      throw StoreError(.invalidArgument, "the store at \(path) has no baby")
    }
    return try repeated(2_000) {
      try store.read { try $0.view(LastEntries.self).lastAmount(of: baby)?.feed == nil ? 0 : 1 }
    }
  }

  /// How many entries have a word, by the view of words.
  private static func words(_ path: String) throws -> Timing {
    let store = try EngineRuns.open(path, schema: .nursery(boundary: EngineRuns.boundary))
    return try repeated(1) { try DatasetReading.entriesWithWord(store) }
  }

  /// All of them, newest first, as the app's search gives them.
  private static func search(_ path: String) throws -> Timing {
    let store = try EngineRuns.open(path, schema: .nursery(boundary: EngineRuns.boundary))
    return try repeated(1) { try store.read { try $0.search("reflux", limit: .max).count } }
  }

  // MARK: What SQL answers without a view; here the rows of a view, or the log, are looked through

  /// Feeds above 100 by day of the week (UTC).
  private static func weekdays(_ path: String) throws -> Timing {
    let store = try EngineRuns.open(path)
    return try repeated(1) {
      var counts = [Int](repeating: 0, count: 7)
      try store.read { reader in
        try reader.view(LastEntries.self).forEach(LastEntries.amounts) { key, row in
          if row.amount.value > 100 {
            let day = Int((key.start.timeIntervalSince1970 / 86_400).rounded(.down))
            counts[(day + 4) % 7] += 1
          }
          return true
        }
      }
      return counts.reduce(0, +)
    }
  }

  /// Entries whose memo has a word.
  private static func notes(_ path: String) throws -> Timing {
    let store = try EngineRuns.open(path)
    return try repeated(1) {
      var count = 0
      try store.read { reader in
        try reader.view(HistoryGroups.self).forEach(HistoryGroups.entries) { _, entry in
          if let memo = entry.memo, memo.contains("reflux") { count += 1 }
          return true
        }
      }
      return count
    }
  }

  /// Events of one type.
  private static func types(_ path: String) throws -> Timing {
    let store = try EngineRuns.open(path)
    return try repeated(1) { try DatasetReading.eventsOfType(store) }
  }
}
