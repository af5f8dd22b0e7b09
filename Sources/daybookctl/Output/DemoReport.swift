#if Tools
  import Daybook
  import Foundation
  import Nursery

  /// What the demonstration did and found.
  struct DemoReport {
    struct Step: Encodable {
      let name: String
      let seconds: Double
    }

    let seed: UInt64
    let events: Int
    var transactions = 0
    var steps: [Step] = []
    var state: DemoState?
    var before: [String: Digest] = [:]
    var after: [String: Digest] = [:]
    var verification: Verification?

    init(seed: UInt64, events: Int) {
      self.seed = seed
      self.events = events
    }

    /// Whether the views are the same as before and everything verifies.
    var fits: Bool {
      guard let verification else { return false }
      return verification.ok && verification.events == UInt64(events)
        && verification.transactions == UInt64(transactions) && !before.isEmpty && before == after
    }

    mutating func time<R>(
      _ name: String, _ printer: DemoPrinter, _ body: () throws -> R
    ) rethrows -> R {
      let start = ContinuousClock.now
      let result = try body()
      add(name, .now - start, printer)
      return result
    }

    mutating func add(_ name: String, _ duration: Duration, _ printer: DemoPrinter) {
      let step = Step(name: name, seconds: duration / .seconds(1))
      steps.append(step)
      printer.show(step)
    }
  }

  /// What the views say at the end of the log.
  struct DemoState {
    static let dayCount = 3

    let profiles: [ProfilesCommand.Row]
    let running: [(baby: UUID, feed: FeedSession)]
    let days: [HistoryDay]
    let last: [LastCommand.Row]
    let names: Names
    let zone: String

    init(_ store: EventStore) throws {
      profiles = try ProfilesCommand.rows(store)
      last = try LastCommand.rows(store)
      names = try Names(store)
      let babies = profiles.map(\.id)
      running = try store.read { reader in
        let view = try reader.view(LastEntries.self)
        return try babies.flatMap { baby in
          try view.runningFeeds(of: baby).compactMap { id in
            try reader.entity(FeedSession.self, id).map { (baby, $0) }
          }
        }
      }
      (days, zone) = try store.read { reader in
        let view = try reader.view(HistoryGroups.self)
        return (try view.days(limit: Self.dayCount), view.projection.boundary.zone)
      }
    }
  }
#endif
