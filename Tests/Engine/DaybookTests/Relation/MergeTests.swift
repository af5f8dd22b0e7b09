import Daybook
import DaybookTesting
import Testing

/// Two entities of one meaning become one, and what refers to either refers to that.
struct MergeTests {
  /// Two stores whose labels "red" were made apart, the older one here, each with a card. The older
  /// one has the greater identifier.
  private struct Parted {
    let clock = TestClock()
    let here: EventStore
    let there: EventStore
    let older: ID<CardLabel>
    let newer: ID<CardLabel>

    init() throws {
      here = try .boards(clock)
      there = try .boards(clock)
      let ids = [ID<CardLabel>.timeOrdered(), .timeOrdered()].sorted()
      older = try here.make(label: "red", ids[1])
      _ = try here.add("paint", label: older)
      clock.advance(by: 1)
      newer = try there.make(label: "Red", ids[0])
      _ = try there.add("sweep", label: newer)
      clock.advance(by: 1)
      try exchange()
    }

    func exchange() throws {
      try here.take(from: there)
      try there.take(from: here)
    }

    var stores: [EventStore] { [here, there] }
  }

  private static func merge(_ store: EventStore) throws -> [Merge<CardLabel>] {
    try store.write(author: "merge") { draft in
      try draft.mergeDuplicates(of: LabelNames.self) { .merged(into: $0) }
    }
  }

  private func labels(_ store: EventStore) throws -> Set<ID<CardLabel>?> {
    Set(try store.read { try $0.entities(of: BoardCard.self).map(\.state.label) })
  }

  @Test func `the older one is kept on both, and cards of both refer to it`() throws {
    let parted = try Parted()
    let merges = try Self.merge(parted.there)
    #expect(merges == [Merge(kept: parted.older, merged: parted.newer)])
    try parted.exchange()
    for store in parted.stores {
      #expect(try store.read { try $0.entities(of: CardLabel.self).map(\.id) } == [parted.older])
      #expect(try labels(store) == [parted.older])
      #expect(try store.read { try $0.count(CardsOfLabel.where(parted.older)) } == 2)
      #expect(try store.faults() == [])
    }
    #expect(try parted.here.digests() == parted.there.digests())
  }

  @Test func `merging again writes nothing, and both may merge`() throws {
    let parted = try Parted()
    for store in parted.stores { #expect(try Self.merge(store).count == 1) }
    try parted.exchange()
    let before = try parted.here.read { try $0.token() }
    #expect(try Self.merge(parted.here) == [])
    #expect(try parted.here.read { try $0.token() } == before)
    for store in parted.stores {
      #expect(try labels(store) == [parted.older])
      #expect(try store.faults() == [])
    }
    #expect(try parted.here.digests() == parted.there.digests())
  }

  @Test func `a card that arrives later refers to the one that is kept`() throws {
    let parted = try Parted()
    _ = try Self.merge(parted.here)
    let late = try parted.there.add("late", label: parted.newer)
    try parted.exchange()
    for store in parted.stores {
      #expect(try store.card(late)?.label == parted.older)
      #expect(try store.faults() == [])
    }
  }

  @Test func `an undo parts them again`() throws {
    let parted = try Parted()
    let digests = try parted.here.digests()
    _ = try Self.merge(parted.here)
    try parted.here.undo(by: "merge")
    #expect(try labels(parted.here) == [parted.older, parted.newer])
    #expect(try parted.here.digests() == digests)
    #expect(try parted.here.faults() == [])
  }

  @Test func `three that were one are three again, also after a look`() throws {
    let parted = try Parted()
    let third = try EventStore.boards(parted.clock)
    _ = try third.make(label: "RED")
    try parted.here.take(from: third)
    #expect(try Self.merge(parted.here).count == 2)
    let number = try parted.here.read { try $0.token().number }
    try parted.here.append { draft in
      try draft.retract(transaction: number)
      let shown = try draft.view(LabelNames.self).duplicates()
      #expect(shown.map(\.ids.count) == [3])
    }
    #expect(try parted.here.read { try $0.entities(of: CardLabel.self).count } == 3)
    #expect(throws: StoreError.self) { try parted.here.make(label: "red") }
    #expect(try parted.here.faults() == [])
  }

  @Test func `what was merged goes and comes with the one that is kept`() throws {
    let parted = try Parted()
    _ = try Self.merge(parted.here)
    try parted.here.append { try $0.append(.dropped, to: parted.older) }
    #expect(try labels(parted.here) == [nil])
    #expect(try parted.here.faults() == [])
    try parted.here.undo(by: nil)
    #expect(try labels(parted.here) == [parted.older])
    #expect(try parted.here.read { try $0.count(CardsOfLabel.where(parted.older)) } == 2)
    #expect(try parted.here.faults() == [])
  }

  @Test func `a chain of merges leads to its end, and an undo in it to where it breaks`() throws {
    let parted = try Parted()
    _ = try Self.merge(parted.here)
    let oldest = try parted.here.make(label: "crimson")
    let second = try parted.here.append { [parted] in
      try $0.append(.merged(into: oldest), to: parted.older)
    }
    #expect(try labels(parted.here) == [oldest])
    #expect(try parted.here.faults() == [])
    try parted.here.undo(transaction: second.number)
    #expect(try labels(parted.here) == [parted.older])
    #expect(try parted.here.faults() == [])
  }

  @Test func `of two at the same time the one with the lesser identifier is kept`() throws {
    let clock = TestClock()
    let (here, there) = (try EventStore.boards(clock), try EventStore.boards(clock))
    let ids = [ID<CardLabel>.timeOrdered(), .timeOrdered()].sorted()
    try here.make(label: "red", ids[1])
    try there.make(label: "Red", ids[0])
    try here.take(from: there)
    #expect(try Self.merge(here) == [Merge(kept: ids[0], merged: ids[1])])
  }

  @Test func `replicas that know different beginnings keep the oldest by all of them`() throws {
    let clock = TestClock()
    let (here, there) = (try EventStore.boards(clock), try EventStore.boards(clock))
    let first = try here.make(label: "red")
    clock.advance(by: 1)
    let second = try there.make(label: "red")
    clock.advance(by: 1)
    try here.take(from: there)
    try there.take(from: here)
    let early = TestClock()
    early.advance(by: -100)
    let third = try EventStore.boards(early)
    try third.make(label: "red", second)
    try there.take(from: third)
    for (store, kept) in [(here, first), (there, second)] {
      let merges = try store.write { draft in
        try draft.mergeDuplicates(of: LabelNames.self) { .merged(into: $0) }
      }
      #expect(merges.map(\.kept) == [kept])
    }
    try here.take(from: there)
    try there.take(from: here)
    for store in [here, there] {
      #expect(try store.read { try $0.entities(of: CardLabel.self).map(\.id) } == [second])
      #expect(try store.faults() == [])
    }
  }

  @Test func `an event that merges nothing is refused`() throws {
    let parted = try Parted()
    expectError(.invalidArgument) {
      try parted.here.append { draft in
        try draft.mergeDuplicates(of: LabelNames.self) { .made(name: "\($0)") }
      }
    }
    #expect(try parted.here.read { try $0.entities(of: CardLabel.self).count } == 2)
  }
}
