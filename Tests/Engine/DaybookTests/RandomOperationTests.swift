import Daybook
import DaybookTesting
import TemporaryFolders
import TestRun
import Testing

/// Random operations against a store and against an oracle that folds everything from scratch.
@Suite(.tags(.model)) struct RandomOperationTests {
  /// One transaction as the oracle remembers it.
  struct Entry {
    let number: UInt64
    let stamp: UInt64
    let events: [(id: UUID, event: PantryEvent)]
    let retracts: UInt64?
  }

  /// The state by definition: retractions from the newest to the oldest, then a fold in stamp
  /// order.
  static func fold(_ log: [Entry]) -> [UUID: PantryItem] {
    var retracted: Set<UInt64> = []
    for entry in log.reversed() where !retracted.contains(entry.number) {
      if let target = entry.retracts { retracted.insert(target) }
    }
    var states: [UUID: PantryItem] = [:]
    let kept = log.filter { !retracted.contains($0.number) }
    let ordered = kept.sorted { ($0.stamp, $0.number) < ($1.stamp, $1.number) }
    for entry in ordered {
      for (id, event) in entry.events {
        switch event {
        case .bought(let item): states[id] = item
        case .moved(let shelf): states[id]?.shelf = shelf
        case .counted(let amount): states[id]?.amount = amount
        case .eaten: states[id]?.isDeleted = true
        }
      }
    }
    return states.filter { !$0.value.isDeleted }
  }

  static func rows(_ states: [UUID: PantryItem]) -> [String] {
    states.map { "\($0.value.shelf ?? "")|\($0.value.name)|\($0.key)" }.sorted()
  }

  static func totals(_ states: [UUID: PantryItem]) -> [String: ShelfTotal] {
    var totals: [String: ShelfTotal] = [:]
    for item in states.values {
      totals[item.shelf ?? "", default: ShelfTotal()] =
        (totals[item.shelf ?? ""] ?? ShelfTotal()).plus(item)
    }
    return totals
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `projections equal an oracle and their rebuild`(seed: UInt64) async throws {
    let directory = try TemporaryFolder()
    let clock = TestClock()
    var options = StoreOptions()
    options.now = { clock.now }
    let store = try EventStore.open(at: directory.path, schema: pantry, options: options)
    var random = SeededGenerator(seed: seed)
    var log: [Entry] = []
    var ids: [UUID] = []
    for step in 0..<200 {
      clock.advance(by: Double(Int.random(in: 0..<3, using: &random)))
      let number = UInt64(log.count + 1)
      if step % 17 == 16 {
        let target = UInt64.random(in: 1..<number, using: &random)
        let token = try await store.append(durability: .relaxed) {
          try $0.retract(transaction: target)
        }
        #expect(token.number == number)
        log.append(Entry(number: number, stamp: .max, events: [], retracts: target))
        continue
      }
      let events = Self.events(&ids, &random)
      let late = Int.random(in: 0..<10, using: &random) == 0
      let stamp = late ? UInt64.random(in: 0..<UInt64(step + 1), using: &random) : nil
      let declared = stamp.map { HybridTime(rawValue: $0) }
      try await store.append(stamp: declared, durability: .relaxed) { draft in
        for (id, event) in events { try draft.append(event, to: id) }
      }
      let order = stamp ?? 1 << 40 + number
      log.append(Entry(number: number, stamp: order, events: events, retracts: nil))
    }
    let expected = Self.fold(log)
    let before = try store.digests()
    try compare(store, expected, seed)
    for check in try await store.verify().checks {
      #expect(check.ok, "seed \(seed), \(check.name): \(check.detail)")
    }
    try await store.rebuild()
    #expect(try store.digests() == before, "seed \(seed)")
    try compare(store, expected, seed)
  }

  private func compare(_ store: EventStore, _ expected: [UUID: PantryItem], _ seed: UInt64) throws {
    try store.read { reader in
      let view = try reader.view(Shelves.self)
      let rows = try view.rows(Shelves.items).map { "\($0.key.shelf)|\($0.key.name)|\($0.key.id)" }
      #expect(rows.sorted() == Self.rows(expected), "seed \(seed)")
      let totals = try view.rows(Shelves.totals)
      #expect(
        Dictionary(uniqueKeysWithValues: totals.map { ($0.key, $0.row) }) == Self.totals(expected),
        "seed \(seed)")
    }
  }

  private static func events(
    _ ids: inout [UUID], _ random: inout SeededGenerator
  ) -> [(id: UUID, event: PantryEvent)] {
    (0..<Int.random(in: 1...3, using: &random)).map { _ in
      let shelf = ["top", "low", nil].randomElement(using: &random) ?? nil
      let amount = Int64.random(in: 0..<100, using: &random)
      guard let id = ids.randomElement(using: &random), Bool.random(using: &random) else {
        let id = random.uuid()
        ids.append(id)
        return (id, .bought(PantryItem(name: "n\(ids.count)", amount: amount, shelf: shelf)))
      }
      switch Int.random(in: 0..<4, using: &random) {
      case 0: return (id, .moved(shelf))
      case 1: return (id, .eaten)
      case 2: return (id, .bought(PantryItem(name: "again", amount: amount, shelf: shelf)))
      default: return (id, .counted(amount))
      }
    }
  }
}
