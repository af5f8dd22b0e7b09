import DaybookTesting
import TestRun
import Testing

@testable import Daybook

/// Who moved something takes it back by one undo, whoever had written it.
@Suite(.tags(.slow)) struct MoveUndoTests {
  @Test func `the mover takes all of it back, and its authors nothing`() throws {
    let shelf = try MoveShelf()
    _ = try shelf.move()
    let other = try EventStore.boards(shelf.clock)
    try other.take(from: shelf.shared)
    for store in [shelf.shared, other] {
      for author in ["Ben", nil] {
        #expect(try store.read { try $0.undoable(by: author) } == nil)
        expectError(.nothingToUndo) { try store.undo(by: author) }
      }
      #expect(try store.read { try $0.undoable(by: "Ada") } == 3)
      try store.undo(by: "Ada")
      #expect(try store.cards() == [])
      #expect(try store.read { try $0.entity(shelf.board) } == nil)
      try store.redo(by: "Ada")
      #expect(try store.cards() == ["paint", "wall"])
      #expect(try store.faults() == [])
    }
  }

  @Test func `what nobody moved is taken back without an author`() throws {
    let shelf = try MoveShelf()
    _ = try shelf.own.move(shelf.board, to: shelf.shared, leaving: .deleted)
    #expect(throws: StoreError.self) { try shelf.shared.undo(by: "Ben") }
    try shelf.shared.undo(by: nil)
    #expect(try shelf.shared.cards() == [])
  }

  @Test func `who moved it back takes that back, and a redo brings it once more`() throws {
    let shelf = try MoveShelf()
    _ = try shelf.move()
    shelf.clock.advance(by: 60)
    // Nobody has written elsewhere, so the store lacks nothing but what it has lost.
    #expect(try shelf.moveBack().events == 0)
    let (own, all) = (shelf.own, ["paint", "private", "wall"])
    let number = try own.read { try $0.newestNumber() }
    #expect(try own.read { try $0.undoable(by: "Ada") } == number)
    #expect(try own.read { try $0.redoable(by: "Ada") } == nil)
    expectError(.nothingToUndo) { try own.redo(by: "Ada") }
    #expect(try own.cards() == all)
    try own.undo(by: "Ada")
    #expect(try own.cards() == ["private"])
    try own.redo(by: "Ada")
    #expect(try own.cards() == all)
    #expect(try own.faults() == [])
  }

  @Test func `what its authors write there since is theirs to take back`() throws {
    let shelf = try MoveShelf()
    _ = try shelf.move()
    let card = shelf.card
    try shelf.shared.append(author: "Ben") { try $0.append(.worded("red"), to: card) }
    try shelf.shared.undo(by: "Ben")
    #expect(try shelf.shared.cards() == ["paint", "wall"])
    #expect(throws: StoreError.self) { try shelf.shared.undo(by: "Ben") }
    try shelf.shared.redo(by: "Ben")
    #expect(try shelf.shared.cards() == ["red", "wall"])
  }

  /// More cards than a transaction takes back, each of its own append, all of one undo group.
  private func fill(_ store: EventStore, _ board: ID<Board>) throws -> Int {
    let count = Limits.events + 10
    let first = try store.read { try $0.newestNumber() } + 1
    for number in 0..<count {
      try store.append(author: "Ben", durability: .relaxed) { draft in
        if number > 0 { try draft.joinUndoGroup(of: first) }
        let card = BoardCard(text: "card", board: board)
        try draft.append(.added(card), to: ID<BoardCard>.timeOrdered())
      }
    }
    return count
  }

  private func count(_ store: EventStore) throws -> Int {
    try store.read { try $0.count(CardsOfBoard.all) }
  }

  @Test func `more saves than a transaction has are taken back and brought back at once`() throws {
    let (own, shared) = (try EventStore.boards(), try EventStore.boards())
    let board = try own.make(board: "home")
    let cards = try fill(own, board)
    _ = try own.move(board, to: shared, author: "Ada", leaving: .deleted)
    #expect(try count(shared) == cards)
    try shared.undo(by: "Ada")
    #expect(try count(shared) == 0)
    try shared.redo(by: "Ada")
    #expect(try count(shared) == cards)
    // As a process that is killed after the first transaction of its undo.
    try shared.append(author: "Ada", context: "undo") { draft in
      let part = try draft.undoPart(by: "Ada")
      #expect(part.rest == 11)
    }
    // The board, and how the save began.
    #expect(try count(shared) == 10)
    try shared.undo(by: "Ada")
    #expect(try count(shared) == 0)
    for _ in 0..<2 { try shared.redo(by: "Ada") }
    #expect(try count(shared) == cards)
    #expect(try shared.complaints() == [])
  }

  @Test func `a move takes back there more saves than a transaction has`() throws {
    let (own, shared) = (try EventStore.boards(), try EventStore.boards())
    let board = try own.make(board: "home")
    let cards = try fill(own, board)
    let plan = try #require(try own.read { try MovePlan(board, .history, ignoring: [], $0) })
    var arrival = MoveArrival(target: shared, watch: {})
    try arrival.bring(plan, author: "Ada")
    #expect(try count(shared) == cards)
    try own.undo(by: "Ben")
    #expect(try count(own) == 0)
    _ = try own.move(board, to: shared, author: "Ada", leaving: .deleted)
    #expect(try count(shared) == 0)
    #expect(try shared.read { try $0.entity(board) } != nil)
  }
}
