import Daybook
import Synchronization

/// How many things there are of each kind: counted once, which reads every key, and then brought up
/// to date by what came, so that a page of a store that is written to stays quick.
final class KindCounts: Sendable {
  private struct Counted {
    var token: History.Token?
    var kinds: [StoredKind] = []
    var counts: [String: Int] = [:]
  }

  /// More events than these are not looked at one by one.
  private static let most = 5000

  private let last = Mutex(Counted())

  func all(_ store: EventStore) throws -> (kinds: [StoredKind], counts: [String: Int]) {
    let known = last.withLock { $0 }
    let found = try store.read { try Self.counted($0, after: known) }
    last.withLock { $0 = found }
    return (found.kinds, found.counts)
  }

  private static func counted(
    _ reader: borrowing Reader, after known: Counted
  ) throws -> Counted {
    let token = try reader.token()
    if token == known.token { return known }
    var found = Counted(token: token, kinds: try reader.storedKinds())
    if let more = try added(reader, after: known) {
      found.counts = known.counts.merging(more, uniquingKeysWith: +)
      return found
    }
    for kind in found.kinds {
      found.counts[kind.name] = try reader.storedEntityCount(ofKind: kind.name)
    }
    return found
  }

  /// How many things came since, by kinds; nil where counting anew costs less, or where history was
  /// purged: nobody can tell then by its events whether a thing is new.
  private static func added(
    _ reader: borrowing Reader, after known: Counted
  ) throws -> [String: Int]? {
    guard let last = known.token, try reader.oldestToken().number == 0 else { return nil }
    let transactions = try reader.transactions(after: last, limit: most + 1)
    if transactions.reduce(0, { $0 + $1.positions.count }) > most { return nil }
    var events: [String: [UUID: Int]] = [:]
    for position in transactions.lazy.flatMap(\.positions) {
      let event = try reader.event(position)
      // The engine's own events are about nothing.
      if !event.kind.isEmpty { events[event.kind, default: [:]][event.entity, default: 0] += 1 }
    }
    var added: [String: Int] = [:]
    for (kind, things) in events {
      for (id, count) in things
      where try reader.storedEntity(ofKind: kind, id)?.eventCount == count {
        added[kind, default: 0] += 1
      }
    }
    return added
  }
}
