import DaybookTesting
import Synchronization
import Testing

@testable import Daybook

/// A board and its cards leave one store and arrive in another.
struct MoveTests {
  @Test func `a board arrives with its cards, and with who wrote them when`() throws {
    let shelf = try MoveShelf()
    let before = try shelf.own.read { reader in
      try reader.entities(of: BoardCard.self).filter { $0.text != "private" }
    }
    let report = try shelf.move()
    #expect(report.entities == 3 && report.events == 3)
    #expect(try shelf.own.cards() == ["private"])
    #expect(try shelf.shared.cards() == ["paint", "wall"])
    #expect(try shelf.shared.read { try $0.entities(of: BoardCard.self) } == before)
    let paint = try shelf.shared.read { reader in
      try reader.versions(of: BoardCard.self, shelf.card.rawValue).map(\.transaction.author)
    }
    #expect(paint == ["Ben"])
    for store in [shelf.own, shelf.shared] { #expect(try store.faults() == []) }
  }

  @Test func `moving again does nothing`() throws {
    let shelf = try MoveShelf()
    let first = try shelf.move()
    let tokens = try [shelf.own, shelf.shared].map { try $0.read { try $0.token() } }
    let again = try shelf.move()
    #expect(again.entities == 0 && again.events == 0)
    #expect(again.departure == first.departure)
    #expect(try [shelf.own, shelf.shared].map { try $0.read { try $0.token() } } == tokens)
  }

  @Test func `an undo brings it back here, and another move brings what is new`() throws {
    let shelf = try MoveShelf()
    let digests = try shelf.own.digests()
    _ = try shelf.move()
    try shelf.own.undo(by: "Ada")
    #expect(try shelf.own.digests() == digests)
    #expect(try shelf.shared.cards() == ["paint", "wall"])
    try shelf.own.change(shelf.card, .worded("paint twice"))
    shelf.clock.advance(by: 60)
    let report = try shelf.move()
    #expect(report.entities == 3 && report.events == 1)
    #expect(try shelf.own.cards() == ["private"])
    #expect(try shelf.shared.cards() == ["paint twice", "wall"])
    for store in [shelf.own, shelf.shared] { #expect(try store.faults() == []) }
  }

  @Test func `one undo takes back all that arrived`() throws {
    let shelf = try MoveShelf()
    _ = try shelf.move()
    try shelf.shared.undo(by: "Ada")
    #expect(try shelf.shared.cards() == [])
    #expect(try shelf.shared.read { try $0.entity(shelf.board) } == nil)
  }

  @Test func `there and back is what it was, with what was written there`() throws {
    let shelf = try MoveShelf()
    let digests = try shelf.own.digests()
    _ = try shelf.move()
    shelf.clock.advance(by: 60)
    #expect(try shelf.moveBack().events == 0)
    #expect(try shelf.own.digests() == digests)
    #expect(try shelf.shared.cards() == [])
    for round in 1...3 {
      shelf.clock.advance(by: 60)
      _ = try shelf.move()
      shelf.clock.advance(by: 60)
      try shelf.shared.change(shelf.card, .worded("paint \(round)"))
      shelf.clock.advance(by: 60)
      #expect(try shelf.moveBack().events == 1)
      #expect(try shelf.own.cards() == ["paint \(round)", "private", "wall"])
      #expect(try shelf.shared.cards() == [])
    }
    for store in [shelf.own, shelf.shared] { #expect(try store.faults() == []) }
  }

  @Test func `what was taken back does not arrive`() throws {
    let shelf = try MoveShelf()
    try shelf.own.append(author: "Ben") {
      try $0.append(.worded("oops"), to: shelf.card)
    }
    try shelf.own.undo(by: "Ben")
    #expect(try shelf.move().events == 3)
    #expect(try shelf.shared.cards() == ["paint", "wall"])
  }

  @Test func `what changes while it is copied arrives too`() throws {
    let shelf = try MoveShelf()
    let changes = Atomic(0)
    let report = try Move(
      root: shelf.board, source: shelf.own, target: shelf.shared, author: nil, leaving: .deleted
    ) {
      if changes.add(1, ordering: .relaxed).newValue == 2 {
        _ = try shelf.own.add("late", to: shelf.board)
      }
    }.run()
    #expect(report.entities == 4 && report.events == 4)
    #expect(try shelf.shared.cards() == ["late", "paint", "wall"])
    #expect(try shelf.own.cards() == ["private"])
  }

  @Test func `a store whose clock is behind gets all of it in order`() throws {
    let (here, there) = (TestClock(), TestClock())
    here.advance(by: 3600)
    let (own, shared) = (try EventStore.boards(here), try EventStore.boards(there))
    let board = try own.make(board: "home")
    let card = try own.add("paint", to: board)
    try own.change(card, .worded("paint twice"))
    let before = try own.read { try $0.entities(of: BoardCard.self) }
    #expect(try own.move(board, to: shared, leaving: .deleted).events == 3)
    #expect(try shared.read { try $0.entities(of: BoardCard.self) } == before)
    #expect(try shared.faults() == [])
  }

  @Test func `a board that nobody has cannot be moved`() throws {
    let shelf = try MoveShelf()
    expectError(.noSuchEntity) {
      try shelf.own.move(ID<Board>.timeOrdered(), to: shelf.shared, leaving: .deleted)
    }
  }

  @Test func `an event that does not delete moves nothing out`() throws {
    let shelf = try MoveShelf()
    expectError(.invalidArgument) {
      try shelf.own.move(shelf.board, to: shelf.shared, leaving: .made(name: "again"))
    }
    #expect(try shelf.own.cards() == ["paint", "private", "wall"])
  }

  @Test func `what was purged cannot be moved when no event carries its state, and stays`() throws {
    let shelf = try MoveShelf()
    let owner = try shelf.own.make(owner: "Ada")
    try shelf.own.purge(before: try shelf.own.read { try $0.token() })
    expectError(.expiredToken) { try shelf.own.move(owner, to: shelf.shared, leaving: .left) }
    #expect(try shelf.own.read { try $0.entity(owner) } != nil)
    #expect(try shelf.shared.read { try $0.isKnown(CardOwner.self, owner.rawValue) } == false)
  }
}
