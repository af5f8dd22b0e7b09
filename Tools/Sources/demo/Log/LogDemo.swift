import Daybook
import Foundation
import Nursery
import NurseryHousehold

/// Writes a made-up family's log, shows its views, throws them away and builds them anew.
enum LogDemo {
  /// Returns whether everything fits.
  static func run(_ options: DemoOptions) async throws -> Bool {
    let clock = HouseholdClock()
    let store = try open(options, clock)
    Demo.say(
      """
      A made-up family (seed \(options.seed)) writes \(options.events) entries, corrections and undos
      into a log that is never changed. The lists below come from views of that log. At the end the
      views are dropped and the log is replayed, to show that they come out the same.

      """)
    let household = time("make the events") {
      Array(Household(seed: options.seed, events: options.events))
    }
    let start = ContinuousClock.now
    try await store.append(household, clock: clock)
    show("write them and keep the views", .now - start)
    let family = try time("read the views") { try Family(store) }
    let before = try store.digests()
    try time("drop the views") { try store.dropProjections() }
    let replayed = ContinuousClock.now
    let replay = try await store.replay()
    let taken = ContinuousClock.now - replayed
    show("replay the log", taken)
    let after = try store.digests()
    let found = try time("verify") { try store.verify() }
    Demo.say("\n\(family.text)\n\(table(of: before, after))\n\(table(of: found))")
    let fits =
      before == after && !after.isEmpty && replay.agrees && found.ok
      && found.events == UInt64(options.events)
      && found.transactions == UInt64(household.count)
    Demo.say(
      fits
        ? "Everything fits: \(found.events) events in \(found.transactions) transactions, "
          + "and entities and views that come out of them the same, at "
          + "\(Int(Double(replay.events) / (taken / .seconds(1)))) events a second."
        : "Something does not fit; see above.")
    return fits
  }

  /// Opens a store that is new: what a household undoes is counted from its own beginning.
  private static func open(_ options: DemoOptions, _ clock: HouseholdClock) throws -> EventStore {
    let schema = try Schema.nursery(boundary: DayBoundary(zone: "Europe/Amsterdam", hour: 7))
    var storeOptions = StoreOptions()
    storeOptions.process = "demo"
    storeOptions.now = { clock.now }
    guard let path = options.store else {
      return try EventStore.temporary(schema: schema, options: storeOptions)
    }
    return try EventStore.open(at: path, schema: schema, options: storeOptions)
  }

  // MARK: Tables

  private static func table(of before: [String: Digest], _ after: [String: Digest]) -> DemoTable {
    var table = DemoTable(["view", "rows", "digest", "built anew"])
    for name in Set(before.keys).union(after.keys).sorted() {
      let (old, new) = (before[name], after[name])
      let words = old == new ? "the same" : "WRONG: \(new?.description ?? "none")"
      table.rows.append([name, "\(old?.rows ?? 0)", old?.description ?? "none", words])
    }
    return table
  }

  private static func table(of found: Verification) -> DemoTable {
    var table = DemoTable(["check", "", "detail"])
    for check in found.checks {
      table.rows.append([check.name, check.ok ? "ok" : "WRONG", check.detail])
    }
    return table
  }

  // MARK: Steps

  private static func time<R>(_ step: String, _ body: () throws -> R) rethrows -> R {
    let start = ContinuousClock.now
    let result = try body()
    show(step, .now - start)
    return result
  }

  private static func show(_ step: String, _ duration: Duration) {
    Demo.say(DemoTable.pad(step, 32) + String(format: "%8.3f s", duration / .seconds(1)))
  }
}
