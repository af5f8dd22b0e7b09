import Daybook
import DaybookTesting
import TestRun
import Testing

/// Random operations on two stores that exchange what they have, against the rules said once more.
@Suite(.tags(.model)) struct RelationModelTests {
  /// What two stores have between them, and who makes it.
  private struct World {
    var random: SeededGenerator
    let clock = TestClock()
    let stores: [EventStore]
    var boards: [ID<Board>] = []
    var labels: [ID<CardLabel>] = []
    var cards: [ID<BoardCard>] = []

    init(seed: UInt64) throws {
      random = SeededGenerator(seed: seed)
      let clock = clock
      stores = try (0..<2).map { _ in try .boards(clock) }
    }

    mutating func step() throws {
      clock.advance(by: 1)
      let store = stores[Int.random(in: 0...1, using: &random)]
      do { try act(on: store) } catch let error as StoreError
        where [.noSuchEntity, .refusedByView, .nothingToUndo].contains(error.code)
      {}
    }

    private mutating func act(on store: EventStore) throws {
      switch Int.random(in: 0..<16, using: &random) {
      case 0: boards.append(try store.make(board: "board"))
      case 1, 11:
        labels.append(try store.make(label: "label \(Int.random(in: 0...1, using: &random))"))
      case 2, 3: cards.append(try store.add("card", to: board(), label: label(), partOf: card()))
      case 4: if let card = card() { try store.change(card, .moved(board: board())) }
      case 5: if let card = card() { try store.change(card, .labelled(label())) }
      case 6: if let card = card() { try store.change(card, .made(partOf: self.card())) }
      case 7: if let board = board() { try store.delete(board) }
      case 8: if let label = label() { try store.append { try $0.append(.dropped, to: label) } }
      case 9: if let card = card() { try store.change(card, .removed) }
      case 10, 12:
        try store.append { try $0.mergeDuplicates(of: LabelNames.self) { .merged(into: $0) } }
      case 13, 14:
        if let one = label(), let other = label() {
          try store.append(durability: .relaxed) { try $0.append(.merged(into: other), to: one) }
        }
      default:
        let newest = try store.read { try $0.token().number }
        if newest == 0 { return }
        let number = UInt64.random(in: 1...newest, using: &random)
        try store.append(durability: .relaxed) { try $0.retract(transaction: number) }
      }
    }

    private mutating func board() -> ID<Board>? { boards.randomElement(using: &random) }
    private mutating func label() -> ID<CardLabel>? { labels.randomElement(using: &random) }
    private mutating func card() -> ID<BoardCard>? { cards.randomElement(using: &random) }

    /// What a store shows otherwise than it must.
    func difference(_ store: EventStore) throws -> String? {
      let bare = try EventStore.temporary(schema: .bareBoards)
      try bare.take(from: store)
      let oracle = try BoardOracle(bare)
      let expected = oracle.seen
      let found = try store.read { reader in
        Dictionary(
          uniqueKeysWithValues: try reader.entities(of: BoardCard.self).map { ($0.id, $0.state) })
      }
      let rows = try store.read { reader in
        Dictionary(
          uniqueKeysWithValues: try reader.rows(CardsByText.all).map { ($0.key.second, $0.row) })
      }
      let labels = try store.read { Set(try $0.entities(of: CardLabel.self).map(\.id)) }
      let listed = try store.read { Set(try $0.rows(LabelNames.all).map(\.key.second)) }
      if labels != oracle.seenLabels || listed != labels {
        return "labels: \(labels), listed \(listed) and not \(oracle.seenLabels)"
      }
      if found != expected { return "entities: \(found) and not \(expected)" }
      return rows == expected ? nil : "rows: \(rows) and not \(expected)"
    }
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `what is seen follows from own states alone`(seed: UInt64) throws {
    var world = try World(seed: seed)
    for round in 1...6 {
      for step in 1...12 {
        try world.step()
        if step % 4 == 0 {
          for store in world.stores { #expect(try world.difference(store) == nil) }
        }
      }
      try world.stores[0].take(from: world.stores[1])
      if round % 2 == 0 { try world.stores[1].take(from: world.stores[0]) }
      for store in world.stores { #expect(try world.difference(store) == nil) }
    }
    #expect(try world.stores[0].digests() == world.stores[1].digests())
    for store in world.stores { #expect(try store.faults() == []) }
  }
}
