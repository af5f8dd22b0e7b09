import DaybookTesting
import Testing

@testable import Daybook

/// Rows that entities share, when many events come at once and when they come one by one.
struct SharedRowTests {
  private static let schema = Schema().entity(PantryItem.self).projection(Shelves())
    .projection(Fickle()).projection(Mixed())

  /// Events of some items, which move to and fro between a few shelves.
  private func events(_ count: Int, _ generator: inout SeededGenerator) -> [Peer.Event] {
    let ids = (0..<12).map { UUID(uuid: (UInt8($0), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9)) }
    return (0..<count).map { _ in
      let id = ids.randomElement(using: &generator) ?? UUID()
      let shelf = ["a", "b", "c"].randomElement(using: &generator)
      let name = ["rice", "oats", "sand", "late sand"].randomElement(using: &generator) ?? ""
      let amount = Int64.random(in: 0...3, using: &generator)
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: return .pantry(.moved(shelf), id)
      case 1: return .pantry(.counted(amount), id)
      case 2: return .pantry(.eaten, id)
      default: return .pantry(.bought(PantryItem(name: name, amount: amount, shelf: shelf)), id)
      }
    }
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `many changes at once leave the rows that one after the other leave`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: 0x54A7ED + seed)
    let stores = try (0..<2).map { _ in try EventStore.temporary(schema: Self.schema) }
    var peers = [Peer(), Peer()]
    var time: Int64 = 1_700_000_000_000
    for _ in 1...6 {
      let events = events(40, &generator)
      time += 1000
      try stores[0].absorb(peers[0].message(events, at: HybridTime(milliseconds: time)))
      for event in events {
        time += 1
        try stores[1].absorb(peers[1].message([event], at: HybridTime(milliseconds: time)))
      }
      #expect(try stores[0].digests() == stores[1].digests())
      #expect(try stores[0].quarantine().count == stores[1].quarantine().count)
    }
    for store in stores { #expect(try store.verify().isSound) }
    let before = try stores[0].digests()
    try stores[0].rebuild()
    #expect(try stores[0].digests() == before)
  }

  @Test(arguments: [1, 10])
  func `a handler that goes on after an error makes the same rows in every way`(most: Int) throws {
    let schema = Schema().entity(PantryItem.self).projection(Lenient()).projection(Amounts())
    // A debug build refuses such handlers.
    var options = StoreOptions()
    options.readsSamples = false
    let store = try EventStore.temporary(schema: schema, options: options)
    for start in stride(from: 0, to: 40, by: most) {
      try store.append { draft in
        for number in start..<start + most {
          let item = PantryItem(name: number % 3 == 1 ? "sand" : "rice", amount: Int64(number % 7))
          try draft.append(PantryEvent.bought(item), to: UUID())
        }
      }
    }
    let total = try store.read { try $0.view(Lenient.self).row(Lenient.totals, "all") }
    #expect(total?.items == 27)
    let before = try store.digests()
    #expect(before[Amounts.name]?.rows == 7)
    #expect(try store.verify().ok)
    try store.rebuild()
    #expect(try store.digests() == before)
    #expect(try store.verify().ok)
  }

  @Test func `what is refused changes no row`() throws {
    let store = try EventStore.temporary(schema: Self.schema)
    func buy(_ names: [String]) throws {
      try store.append { draft in
        for name in names {
          let item = PantryItem(name: name, amount: 1, shelf: "a")
          try draft.append(PantryEvent.bought(item), to: UUID())
        }
      }
    }
    try buy(Array(repeating: "rice", count: 20))
    let before = try store.digests()
    let names = Array(repeating: "oats", count: 20) + ["late sand"]
    expectError(.refusedByView) { try buy(names) }
    #expect(try store.digests() == before)
    try buy(Array(repeating: "oats", count: 20))
    let total = try store.read { try $0.view(Shelves.self).row(Shelves.totals, "a") }
    #expect(total == ShelfTotal(items: 40, amount: 40))
    #expect(try store.verify().ok)
  }
}

/// Totals of each shelf and of all; it throws for some items, before, between or after its changes.
private struct Fickle: Projection {
  static let name = "pantry.fickle"
  static let totals = ViewTable<String, ShelfTotal>("totals", at: 0)
  static let tables: [any AnyViewTable] = [totals]

  private struct Sand: Error {}

  func register(_ handlers: inout ChangeHandlers) {
    handlers.on(PantryItem.self) { change, rows in
      for (state, isNew) in [(change.old?.state, false), (change.new?.state, true)] {
        guard let state else { continue }
        for key in [state.shelf ?? "", "all"] {
          try rows.update(Self.totals, key) { row in
            row = isNew ? (row ?? ShelfTotal()).plus(state) : (row ?? ShelfTotal()).less(state)
            if isNew, key == "all", state.name == "sand" { throw Sand() }
          }
        }
        if isNew, state.name == "late sand" { throw Sand() }
      }
    }
  }
}

/// How many items there are but for those whose change throws halfway, which it does not mind.
private struct Lenient: Projection {
  static let name = "pantry.lenient"
  static let totals = ViewTable<String, ShelfTotal>("totals", at: 0)
  static let tables: [any AnyViewTable] = [totals]

  func register(_ handlers: inout ChangeHandlers) {
    handlers.on(PantryItem.self) { change, rows in
      guard let state = change.new?.state else { return }
      try? rows.update(Self.totals, "all") { row in
        row = (row ?? ShelfTotal()).plus(state)
        if state.name == "sand" { throw PantryError.negative }
      }
    }
  }
}

/// Which amounts there are: it does not mind that one is there already.
private struct Amounts: Projection {
  static let name = "pantry.amounts"
  static let amounts = ViewTable<Int64, Empty>("amounts", at: 0)
  static let tables: [any AnyViewTable] = [amounts]

  func register(_ handlers: inout ChangeHandlers) {
    handlers.on(PantryItem.self) { change, rows in
      guard let amount = change.new?.amount else { return }
      try? rows.replace(Self.amounts, old: nil, new: (amount, Empty()))
    }
  }
}

/// A row that is counted up, and others of the same table that are put in; it looks at the last.
private struct Mixed: Projection {
  static let name = "pantry.mixed"
  static let rows = ViewTable<String, ShelfTotal>("rows", at: 0)
  static let tables: [any AnyViewTable] = [rows]

  func register(_ handlers: inout ChangeHandlers) {
    handlers.on(PantryItem.self) { change, rows in
      func row(_ item: PantryItem) -> (String, ShelfTotal) {
        ("item \(change.id.rawValue)", ShelfTotal(items: 1, amount: item.amount))
      }
      let step = Int64((change.new == nil ? 0 : 1) - (change.old == nil ? 0 : 1))
      try rows.update(Self.rows, "items") { row in
        let count = (row?.items ?? 0) + step
        row = count == 0 ? nil : ShelfTotal(items: count)
      }
      try rows.replace(
        Self.rows, old: change.old.map { row($0.state) }, new: change.new.map { row($0.state) })
      let last = try rows.last(Self.rows) { _ in }
      if change.new != nil, last == nil { throw PantryError.negative }
    }
  }
}
