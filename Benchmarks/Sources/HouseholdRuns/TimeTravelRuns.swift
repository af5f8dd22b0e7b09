import BenchSupport
import Daybook
import Foundation
import Nursery
import NurseryHousehold

/// Reading a household as it was, and opening it; in a store of one event a transaction.
enum TimeTravelRuns {
  /// Reads random feeds as they were after random transactions that came later.
  static func entity(_ path: String, events: Int) throws -> Timing {
    let store = try EngineRuns.open(path)
    let feeds = Dataset(events: events).steps.enumerated().compactMap { index, step in
      if case .feedEvent(let id, _) = step { (number: index + 1, id: id) } else { nil }
    }
    return try store.read { reader in
      var lottery = Lottery()
      let wanted = try (0..<1000).map { _ in
        let feed = feeds[lottery.draw(below: feeds.count)]
        let number = feed.number + lottery.draw(below: events - feed.number + 1)
        return (id: feed.id, token: try token(UInt64(number), reader))
      }
      return try Timing.of(wanted.count) {
        var found = 0
        for (id, token) in wanted {
          if try reader.entity(FeedSession.self, id, asOf: token) != nil { found += 1 }
        }
        precondition(found > 0)
      }
    }
  }

  /// Builds a whole projection as it was in the middle of the log.
  static func view(_ path: String, events: Int) throws -> Timing {
    let store = try EngineRuns.open(path)
    let middle = try store.read { try token(UInt64(events / 2), $0) }
    return try Timing.of(1) {
      let digest = try store.read(asOf: middle) { try $0.digest(of: HistoryGroups.self) }
      precondition(digest.rows > 0)
    }
  }

  /// Asks what the last thousand transactions changed.
  static func changes(_ path: String, events: Int) throws -> Timing {
    let store = try EngineRuns.open(path)
    return try store.read { reader in
      let (start, end) = (try token(UInt64(max(events - 1000, 1)), reader), try reader.token())
      return try Timing.of(1) {
        let changed = try reader.differences(from: start, to: end).count
        precondition(changed > 0)
      }
    }
  }

  /// Opens the store as an app does and reads what a first screen shows.
  static func firstView(_ path: String) throws -> Timing {
    var opened: EventStore?
    defer { withExtendedLifetime(opened) {} }
    return try Timing.of(1) {
      let store = try EngineRuns.open(path, pageChecks: .inBackground)
      opened = store
      let days = try DatasetReading.firstView(store)
      precondition(days > 0)
    }
  }

  private static func token(
    _ number: UInt64, _ reader: borrowing Reader
  ) throws -> History.Token {
    guard let transaction = try reader.transaction(number) else {
      throw StoreError(.noSuchTransaction, "there is no transaction \(number)")
    }
    return transaction.token
  }
}
