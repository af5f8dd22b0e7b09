import BenchSupport
import Daybook
import Foundation
import HouseholdRuns
import NurseryHousehold

/// Prefab projections beside the same ones by hand: `index-prefab-append`, `index-hand-append` and
/// so on, and pages of a query.
///
/// Views: `index`, `day`, `totals`, `terms`; `due`, which is unique, has none by hand. What is done
/// with them: `append`, `edit` (what the view shows), `scan`, `rebuild`.
enum PrefabRuns {
  static func run(_ name: String, _ path: String, _ count: Int) throws -> Timing? {
    if name == "page-first" || name == "page-last" {
      return try page(path, count, isLast: name == "page-last")
    }
    let parts = name.split(separator: "-").map(String.init)
    guard parts.count == 3, ["hand", "prefab"].contains(parts[1]) else { return nil }
    let isPrefab = parts[1] == "prefab"
    return switch parts[0] {
    case "index" where isPrefab: try run(PrefabByList(), PrefabByList.rows, parts[2], path, count)
    case "index": try run(HandByList(), HandByList.rows, parts[2], path, count)
    case "day" where isPrefab: try run(PrefabByDay(), PrefabByDay.rows, parts[2], path, count)
    case "day": try run(HandByDay(), HandByDay.rows, parts[2], path, count)
    case "totals" where isPrefab: try run(PrefabGrams(), PrefabGrams.rows, parts[2], path, count)
    case "totals": try run(HandGrams(), HandGrams.rows, parts[2], path, count)
    case "terms" where isPrefab: try run(PrefabTerms(), PrefabTerms.rows, parts[2], path, count)
    case "terms": try run(HandTerms(), HandTerms.rows, parts[2], path, count)
    case "due" where isPrefab: try run(PrefabDue(), PrefabDue.rows, parts[2], path, count)
    default: nil
    }
  }

  private static func run<P: Projection, Key, Row>(
    _ projection: P, _ table: ViewTable<Key, Row>, _ work: String, _ path: String, _ count: Int
  ) throws -> Timing? {
    let store = try EngineRuns.open(
      path, schema: Schema().entity(Ware.self).projection(projection))
    let wares = Self.wares(count)
    if work == "append" {
      return try Timing.of(count) { try append(store, wares.map { ($0, .made($1)) }) }
    }
    try append(store, wares.map { ($0, .made($1)) })
    switch work {
    case "edit":
      let edits = wares.map { id, ware -> (UUID, WareEvent) in
        P.name.hasSuffix("Grams") || P.name.hasSuffix("Terms")
          ? (id, .weighed(ware.grams + 7)) : (id, .put(ware.due + 3_600_000))
      }
      return try Timing.of(count) { try append(store, edits) }
    case "scan": return try scan(store, P.self, table, count)
    case "rebuild": return try Timing.of(count) { try store.rebuild() }
    default: return nil
    }
  }

  private static func scan<P: Projection, Key, Row>(
    _ store: EventStore, _ projection: P.Type, _ table: ViewTable<Key, Row>, _ count: Int
  ) throws -> Timing {
    var found = 0
    return try store.read { reader in
      let view = try reader.view(projection)
      defer { precondition(found > 0) }
      return try Timing.of(count) {
        try view.forEach(table) { _, _ in
          found += 1
          return true
        }
      }
    }
  }

  /// Pages of twenty rows of one list: the first one, or the last one, again and again.
  private static func page(_ path: String, _ count: Int, isLast: Bool) throws -> Timing {
    let store = try EngineRuns.open(
      path, schema: Schema().entity(Ware.self).projection(PrefabByList()))
    let wares = Self.wares(count)
    try append(store, wares.map { ($0, .made($1)) })
    let list = PrefabByList.where(Self.list(1))
    return try store.read { reader in
      let tail = try reader.rows(list.descending.limit(21))
      var query = list.limit(20)
      if isLast, let start = tail.last?.key { query = query.after(key: start) }
      let view = try reader.view(PrefabByList.self)
      var found = 0
      defer { precondition(found == 20_000) }
      return try Timing.of(1_000) {
        for _ in 0..<1_000 { found += try view.rows(query).count }
      }
    }
  }

  /// A thousand events a transaction.
  private static func append(_ store: EventStore, _ events: [(UUID, WareEvent)]) throws {
    for start in stride(from: 0, to: events.count, by: 1_000) {
      try store.append(durability: .relaxed) { draft in
        for (id, event) in events[start..<min(start + 1_000, events.count)] {
          try draft.append(event, to: id)
        }
      }
    }
  }

  private static func list(_ number: UInt8) -> UUID {
    UUID(uuid: (number, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  }

  private static func wares(_ count: Int) -> [(UUID, Ware)] {
    var lottery = Lottery()
    return (0..<count).map { number in
      let due = Date(timeIntervalSinceReferenceDate: Double(number * 7919 % 1_000_003))
      let ware = Ware(
        list: list(UInt8(lottery.draw(below: 8))), due: due,
        grams: Int64(lottery.draw(below: 5_000)))
      var bytes = (UInt64(number).bigEndian, UInt64(lottery.draw(below: 1 << 30)))
      // Safety: a UUID is sixteen plain bytes.
      return (withUnsafeBytes(of: &bytes) { $0.loadUnaligned(as: UUID.self) }, ware)
    }
  }
}
