import Daybook
import DaybookSQL
import Foundation
import Nursery
import NurseryHousehold

/// Measures how long the mirror of a made-up family's store takes, and a round after one more save.
@main struct MirrorCost {
  static func main() async throws {
    let events = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 100_000
    let clock = HouseholdClock()
    var options = StoreOptions()
    options.now = { clock.now }
    let schema = try Schema.nursery(boundary: DayBoundary(zone: "Europe/Amsterdam", hour: 7))
    let store = try EventStore.temporary(schema: schema, options: options)
    try await store.append(Household(seed: 1, events: events), clock: clock)
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "mirror-\(UUID().uuidString).sqlite"
    ).path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let mirror = try StoreMirror(at: file, of: store)
    try await round("first round", mirror)
    try await round("round without news", mirror)
    let newest = try store.read { try $0.token() }.number
    try await store.append { try $0.retract(transaction: newest) }
    try await round("round after one more save", mirror)
    let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0
    print("the mirror has \(size >> 20) MiB")
  }

  private static func round(_ name: String, _ mirror: StoreMirror) async throws {
    let start = ContinuousClock.now
    let report = try await mirror.update()
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    print(
      "\(name): \(String(format: "%.3f", seconds)) s for \(report.transactions) transactions, "
        + "\(report.events) events, \(report.entities) entities, \(report.rows) rows")
  }
}
