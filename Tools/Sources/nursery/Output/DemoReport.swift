import Daybook
import DaybookTool
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
  let running: [(short: String, shown: Shown)]
  let days: [ShownDay]
  let last: [LastOfBaby]
  let screen: Screen

  init(_ store: EventStore) throws {
    (profiles, running, days, last, screen) = try store.read { reader in
      let view = try reader.view(HistoryGroups.self)
      let screen = try Screen(Babies(reader), boundary: view.projection.boundary)
      return (
        try ProfilesCommand.rows(reader, screen), try reader.running(screen),
        try view.days(limit: Self.dayCount).map { try ShownDay($0, reader, screen) },
        try LastCommand.rows(reader, screen) { try reader.short($0) }, screen
      )
    }
  }
}
