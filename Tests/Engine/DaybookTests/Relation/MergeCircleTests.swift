import Daybook
import DaybookTesting
import TemporaryFolders
import Testing

/// Where merges lead in a circle, one of it stays.
struct MergeCircleTests {
  /// Labels "1", "2" and "3", made in this order, the first with the greatest identifier, each with
  /// a card.
  private struct Circle {
    let clock = TestClock()
    let store: EventStore
    let labels: [ID<CardLabel>]

    init() throws {
      store = try .boards(clock)
      labels = (0..<3).map { _ in ID<CardLabel>.timeOrdered() }.sorted().reversed()
      for (place, label) in labels.enumerated() {
        clock.advance(by: 1)
        try store.make(label: "\(place + 1)", label)
        _ = try store.add("card", label: label)
      }
      clock.advance(by: 1)
    }

    /// Merges the label with one number into that with another one.
    @discardableResult
    func merge(_ one: Int, into other: Int, in store: EventStore? = nil) throws -> UInt64 {
      clock.advance(by: 1)
      return try (store ?? self.store).append {
        try $0.append(.merged(into: labels[other - 1]), to: labels[one - 1])
      }.number
    }

    /// The labels that readers see, and those that the cards refer to, which must be among them.
    func left(_ store: EventStore? = nil) throws -> [String] {
      let store = store ?? self.store
      let names = try store.read { reader in
        try reader.entities(of: CardLabel.self).map(\.state.name).sorted()
      }
      let rows = try store.read { try $0.rows(LabelNames.all).map(\.key.first) }
      let found = try store.read { reader in
        try reader.entities(of: BoardCard.self).map { card in
          try card.state.label.flatMap { try reader.entity($0) }?.name ?? "none"
        }
      }
      let one = try labels.filter { id in try store.read { try $0.entity(id) != nil } }
      guard try store.faults() == [], rows == names, one.count == names.count,
        Set(found).isSubset(of: names)
      else { return ["\(names)", "\(rows)", "\(found)", "\(try store.faults())"] }
      return names
    }
  }

  @Test func `the oldest of a circle stays, and an undo breaks the circle`() throws {
    let circle = try Circle()
    try circle.merge(1, into: 2)
    let second = try circle.merge(2, into: 3)
    #expect(try circle.left() == ["3"])
    let third = try circle.merge(3, into: 1)
    #expect(try circle.left() == ["1"])
    try circle.store.undo(transaction: second)
    #expect(try circle.left() == ["2"])
    try circle.store.redo(by: nil)
    #expect(try circle.left() == ["1"])
    try circle.store.undo(transaction: third)
    #expect(try circle.left() == ["3"])
  }

  @Test func `a circle that is closed and opened within a transaction is none`() throws {
    let circle = try Circle()
    let labels = circle.labels
    let seen = try circle.store.write { draft in
      try draft.append(.merged(into: labels[1]), to: labels[0])
      try draft.append(.merged(into: labels[0]), to: labels[1])
      let closed = [try draft.entity(labels[0])?.name, try draft.entity(labels[1])?.name]
      let rows = try draft.now().rows(LabelNames.all).map(\.key.first)
      try draft.append(.merged(into: labels[2]), to: labels[0])
      return closed + rows + [try draft.entity(labels[0])?.name]
    }
    #expect(seen == ["1", nil, "1", "3", nil])
    #expect(try circle.left() == ["3"])
  }

  @Test func `a circle goes and comes with the one that stays`() throws {
    let circle = try Circle()
    try circle.merge(1, into: 2)
    try circle.merge(2, into: 1)
    try circle.store.append { try $0.append(.dropped, to: circle.labels[1]) }
    #expect(try circle.left() == ["1", "3"])
    try circle.store.append { try $0.append(.dropped, to: circle.labels[0]) }
    #expect(
      try circle.store.read { try $0.entities(of: CardLabel.self).map(\.state.name) } == ["3"])
    let cards = try circle.store.read { try $0.entities(of: BoardCard.self).map(\.state.label) }
    #expect(cards.filter { $0 == nil }.count == 2)
    #expect(try circle.store.faults() == [])
    try circle.store.undo(by: nil)
    #expect(try circle.left() == ["1", "3"])
  }

  @Test func `a label that was merged into itself stays`() throws {
    let circle = try Circle()
    try circle.merge(1, into: 1)
    #expect(try circle.left() == ["1", "2", "3"])
  }

  @Test func `what was merged into a circle refers to the one that stays`() throws {
    let circle = try Circle()
    try circle.merge(3, into: 2)
    try circle.merge(2, into: 1)
    #expect(try circle.left() == ["1"])
    try circle.merge(1, into: 2)
    #expect(try circle.left() == ["1"])
    #expect(try circle.store.read { try $0.count(CardsOfLabel.where(circle.labels[0])) } == 3)
  }

  @Test(arguments: [false, true])
  func `what two merged into each other is one on both, whatever comes first`(
    isLate: Bool
  ) throws {
    let circle = try Circle()
    let there = try EventStore.boards(circle.clock)
    try there.take(from: circle.store)
    try circle.merge(1, into: 2)
    try circle.merge(2, into: 1, in: there)
    if isLate { try circle.merge(2, into: 3, in: there) }
    try circle.store.take(from: there)
    try there.take(from: circle.store)
    for store in [circle.store, there] {
      #expect(try circle.left(store) == (isLate ? ["3"] : ["1", "3"]))
    }
    #expect(try circle.store.digests() == there.digests())
  }

  @Test func `a first event that arrives late decides anew who stays`() throws {
    let circle = try Circle()
    try circle.merge(1, into: 2)
    try circle.merge(2, into: 1)
    // The clock of this one is behind, so what it wrote comes first.
    let clock = TestClock()
    clock.advance(by: -100)
    let third = try EventStore.boards(clock)
    try third.make(label: "old", circle.labels[1])
    try circle.store.take(from: third)
    #expect(try circle.left() == ["2", "3"])
  }

  @Test func `a circle that a process without views has closed is in the views`() throws {
    let folder = try TemporaryFolder()
    let labels = (0..<2).map { _ in ID<CardLabel>.timeOrdered() }
    let store = try EventStore.open(at: folder.path, schema: .boards)
    for (place, label) in labels.enumerated() {
      try store.make(label: "\(place + 1)", label)
      _ = try store.add("card", label: label)
    }
    let merging = try store.append { try $0.append(.merged(into: labels[1]), to: labels[0]) }
    try store.close()
    func change(_ body: (EventStore) throws -> Void) throws -> [String] {
      let bare = try EventStore.open(at: folder.path, schema: .bareBoards)
      try body(bare)
      try bare.close()
      let again = try EventStore.open(at: folder.path, schema: .boards)
      let names = try again.read { try $0.rows(LabelNames.all).map(\.key.first) }
      let cards = try again.read { try $0.rows(CardsOfLabel.all).map(\.key.first) }
      #expect(try again.faults() == [])
      try again.close()
      return names + cards.map { label in "\((labels.firstIndex(of: label) ?? 8) + 1)" }
    }
    let closed = try change { store in
      try store.append { try $0.append(.merged(into: labels[0]), to: labels[1]) }
    }
    #expect(closed == ["1", "1", "1"])
    let opened = try change { try $0.undo(transaction: merging.number) }
    #expect(opened == ["1", "1", "1"])
    let again = try change { store in
      try store.append { try $0.append(.merged(into: labels[1]), to: labels[0]) }
    }
    #expect(again == ["1", "1", "1"])
    let parted = try change { store in
      try store.append { try $0.append(.made(name: "3"), to: labels[1]) }
    }
    #expect(parted == ["3", "2", "2"])
  }

  @Test func `a store without the relation sees the same`() throws {
    let circle = try Circle()
    try circle.merge(1, into: 2)
    let bare = try EventStore.temporary(schema: Schema().entity(CardLabel.self))
    try bare.take(from: circle.store)
    #expect(try names(bare) == ["2", "3"])
    try circle.merge(2, into: 1)
    try bare.take(from: circle.store)
    #expect(try names(bare) == ["1", "3"])
  }

  private func names(_ store: EventStore) throws -> [String] {
    try store.read { try $0.entities(of: CardLabel.self).map(\.state.name).sorted() }
  }
}
