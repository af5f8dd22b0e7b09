import Daybook
import Testing

/// Deletions that a relation denies.
struct RelationDenyTests {
  private func store() throws -> EventStore { try EventStore.temporary(schema: .boards) }

  @Test func `an owner with cards cannot leave, and the sentence names both`() throws {
    let store = try store()
    let ada = try store.make(owner: "Ada")
    let card = try store.add("paint", owner: ada)
    let digests = try store.digests()
    let error = expectError(.refusedByRelation) {
      try store.append { try $0.append(.left, to: ada) }
    }
    for part in ["\(ada)", "\(card)", CardsOfOwner.name] {
      #expect(error?.message.contains(part) == true, "\(error as Any)")
    }
    #expect(try store.read { try $0.entity(ada) } != nil)
    #expect(try store.digests() == digests)
    #expect(try store.complaints() == [])
  }

  @Test(arguments: [false, true], [false, true])
  func `what the whole append leaves decides`(ownerFirst: Bool, looks: Bool) throws {
    let store = try store()
    let ada = try store.make(owner: "Ada")
    let cards = [try store.add("paint", owner: ada), try store.add("sweep", owner: ada)]
    try store.append { draft in
      if ownerFirst { try draft.append(.left, to: ada) }
      if looks { _ = try draft.now() }
      try draft.append(.removed, to: cards[0])
      try draft.append(.owned(by: nil), to: cards[1])
      if looks { _ = try draft.now() }
      if !ownerFirst { try draft.append(.left, to: ada) }
    }
    #expect(try store.cards() == ["sweep"])
    #expect(try store.read { try $0.entity(ada) } == nil)
    #expect(try store.faults() == [])
  }

  @Test func `a card that is gone with its board keeps no owner`() throws {
    let store = try store()
    let (ada, board) = (try store.make(owner: "Ada"), try store.make(board: "home"))
    _ = try store.add("paint", to: board, owner: ada)
    try store.delete(board)
    try store.append { try $0.append(.left, to: ada) }
    #expect(try store.read { try $0.entity(ada) } == nil)
    // The card would be there again, and refer to nobody.
    expectError(.refusedByRelation) {
      try store.append { try $0.append(.made(name: "home"), to: board) }
    }
    #expect(throws: StoreError.self) { try store.undo(transaction: 4) }
    #expect(try store.complaints() == [])
  }

  @Test func `nobody gives a card to somebody who left`() throws {
    let store = try store()
    let ada = try store.make(owner: "Ada")
    let card = try store.add("paint")
    try store.append { try $0.append(.left, to: ada) }
    #expect(throws: StoreError.self) { try store.change(card, .owned(by: ada)) }
    #expect(throws: StoreError.self) { try store.add("sweep", owner: ada) }
    #expect(try store.cards() == ["paint"])
  }

  @Test func `an undo that would leave a card without its owner is refused`() throws {
    let store = try store()
    let coming = try store.read { try $0.token().number } + 1
    let ada = try store.make(owner: "Ada")
    _ = try store.add("paint", owner: ada)
    expectError(.refusedByRelation) { try store.undo(transaction: coming) }
  }

  @Test func `a card that arrives late stays and is listed, on both stores alike`() throws {
    let (here, there) = (try store(), try store())
    let ada = try here.make(owner: "Ada")
    try there.take(from: here)
    let card = try there.add("paint", owner: ada)
    try here.append { try $0.append(.left, to: ada) }
    try here.take(from: there)
    try there.take(from: here)
    for store in [here, there] {
      #expect(try store.cards() == ["paint"])
      let dangling = try store.read { try $0.dangling(CardsOfOwner.self) }
      #expect(dangling == [DanglingReference(child: card, parent: ada)])
      #expect(try store.faults() == [])
    }
    #expect(try here.digests() == there.digests())
    // It may be changed in other ways.
    try here.change(card, .worded("paint twice"))
    try here.change(card, .owned(by: nil))
    #expect(try here.read { try $0.dangling(CardsOfOwner.self) } == [])
  }

  @Test func `the next append is judged by itself`() throws {
    let store = try store()
    let ada = try store.make(owner: "Ada")
    _ = try store.add("paint", owner: ada)
    _ = try? store.append { try $0.append(.left, to: ada) }
    #expect(try store.add("sweep", owner: ada) != .timeOrdered())
    #expect(try store.cards() == ["paint", "sweep"])
  }
}
