import DaybookTesting
import Testing

@testable import Daybook

/// Nothing leaves a store unless the other one shows it.
struct MoveSafetyTests {
  private let all = ["paint", "private", "wall"]

  @Test func `what somebody deleted there on the way stays here`() throws {
    let shelf = try MoveShelf()
    try shelf.move(killedAfter: 3)
    try shelf.shared.delete(shelf.board)
    let deletion = try shelf.shared.read { try $0.token().transaction }
    let message = try shelf.refusal(.refusedByMove) { try shelf.move() }
    #expect(message.contains("by transaction \(deletion); take that back there"))
    #expect(try shelf.own.cards() == all)
    try shelf.shared.undo(transaction: deletion)
    #expect(try shelf.move().events == 0)
    #expect(try shelf.shared.cards() == ["paint", "wall"])
  }

  @Test func `what came back here and was deleted there stays here`() throws {
    let shelf = try MoveShelf()
    try shelf.own.undo(transaction: try shelf.move().departure.transaction)
    try shelf.shared.delete(shelf.board)
    try shelf.refusal(.refusedByMove) { try shelf.move() }
    #expect(try shelf.own.cards() == all)
  }

  @Test func `another device moves it back`() throws {
    let shelf = try MoveShelf()
    let (own, shared) = (try EventStore.boards(shelf.clock), try EventStore.boards(shelf.clock))
    _ = try shelf.move()
    shelf.clock.advance(by: 60)
    try own.take(from: shelf.own)
    try shared.take(from: shelf.shared)
    _ = try shared.move(shelf.board, to: own, leaving: .deleted)
    #expect(try own.cards() == all)
    try shelf.own.take(from: own)
    #expect(try shelf.own.cards() == all)
    #expect(try shelf.own.digests() == own.digests())
  }

  @Test func `what two devices moved at once comes back`() throws {
    let shelf = try MoveShelf()
    let own = try EventStore.boards(shelf.clock)
    try own.take(from: shelf.own)
    _ = try shelf.move()
    let other = try EventStore.boards(shelf.clock)
    _ = try own.move(shelf.board, to: other, leaving: .deleted)
    try shelf.own.take(from: own)
    shelf.clock.advance(by: 60)
    _ = try shelf.moveBack()
    #expect(try shelf.own.cards() == all)
    #expect(try shelf.own.faults() == [])
  }

  @Test func `a card stays whose board is deleted there`() throws {
    let shelf = try MoveShelf()
    try shelf.move(killedAfter: 1)
    try shelf.shared.delete(shelf.board)
    let message = try shelf.refusal(.refusedByMove) {
      try shelf.own.move(shelf.card, to: shelf.shared, leaving: .removed)
    }
    #expect(message.contains("hides it with what it refers to"))
    #expect(try shelf.own.cards() == all)
  }

  @Test func `a card that had left alone comes back with its board`() throws {
    let shelf = try MoveShelf()
    _ = try shelf.own.move(shelf.card, to: shelf.shared, leaving: .removed)
    #expect(try shelf.move().entities == 1)
    shelf.clock.advance(by: 60)
    #expect(try shelf.moveBack().entities == 3)
    #expect(try shelf.own.cards() == all)
    for store in [shelf.own, shelf.shared] { #expect(try store.faults() == []) }
  }

  @Test func `a board that was moved and is nowhere is not said to be moved`() throws {
    let shelf = try MoveShelf()
    let departure = try shelf.move().departure.transaction
    try shelf.shared.delete(shelf.board)
    let message = try shelf.refusal(.noSuchEntity) { try shelf.move() }
    #expect(message.contains("by transaction \(departure)"))
    try shelf.own.undo(transaction: departure)
    try shelf.own.delete(shelf.board)
    #expect(!(try shelf.refusal(.noSuchEntity) { try shelf.move() }).contains("transaction"))
  }

  @Test func `nothing is moved between two stores of one space`() throws {
    let shelf = try MoveShelf()
    var options = StoreOptions()
    options.space = shelf.own.space
    let copy = try EventStore.temporary(schema: .boards, options: options)
    try copy.take(from: shelf.own)
    let message = try shelf.refusal(.invalidArgument) {
      try copy.move(shelf.board, to: shelf.own, leaving: .deleted)
    }
    #expect(message.contains("both hold the same space"))
    #expect(try copy.cards() == all)
  }

  // MARK: Taken back

  @Test func `what is taken back while it is copied does not stay there`() throws {
    let shelf = try MoveShelf()
    try shelf.own.change(shelf.card, .worded("oops"))
    try shelf.move(at: 4) { try shelf.own.undo(by: nil) }
    #expect(try shelf.own.cards() == ["private"])
    #expect(try shelf.shared.cards() == ["paint", "wall"])
  }

  @Test func `what is taken back after a kill does not stay there`() throws {
    let shelf = try MoveShelf()
    try shelf.own.change(shelf.card, .worded("oops"))
    try shelf.move(killedAfter: 4)
    #expect(try shelf.shared.cards() == ["oops", "wall"])
    try shelf.own.undo(by: nil)
    #expect(try shelf.move().events == 0)
    #expect(try shelf.shared.cards() == ["paint", "wall"])
    for store in [shelf.own, shelf.shared] { #expect(try store.faults() == []) }
  }

  @Test func `what is brought back while it is copied arrives`() throws {
    let shelf = try MoveShelf()
    try shelf.own.append(author: "Ben") { try $0.append(.worded("red"), to: shelf.card) }
    try shelf.own.undo(by: "Ben")
    try shelf.move(at: 3) { try shelf.own.redo(by: "Ben") }
    #expect(try shelf.shared.cards() == ["red", "wall"])
  }

  @Test func `what was taken back elsewhere takes no other change with it`() throws {
    let shelf = try MoveShelf()
    _ = try shelf.move()
    shelf.clock.advance(by: 60)
    try shelf.shared.append {
      try $0.append(.worded("red"), to: shelf.card)
      try $0.append(.added(BoardCard(text: "other")), to: ID<BoardCard>.timeOrdered())
    }
    let mixed = try shelf.shared.read { try $0.token().transaction }
    let arrival = try #require(try shelf.moveBack().arrival)
    try shelf.own.undo(transaction: arrival.transaction)
    let message = try shelf.refusal(.refusedByMove) { try shelf.move() }
    #expect(message.hasPrefix("transaction \(mixed) in the store at \(shelf.shared.path)"))
    #expect(try shelf.own.cards() == all)
    try shelf.shared.undo(transaction: mixed)
    _ = try shelf.move()
    #expect(try shelf.shared.cards() == ["paint", "wall"])
  }

  // MARK: Late

  /// A board in a shared store with a frontier, and when it came there.
  private func shelf(withFrontier seconds: Double) throws -> (MoveShelf, HybridTime) {
    let shelf = try MoveShelf()
    try shelf.shared.append { try $0.append(.created(name: "home", key: [1], member: "Ada")) }
    _ = try shelf.move()
    let start = HybridTime(shelf.clock.now)
    shelf.clock.advance(by: seconds)
    let vector = try shelf.shared.read { try $0.versionVector() }
    try shelf.shared.append { try $0.append(.frontier(number: 1, vector)) }
    return (shelf, start)
  }

  /// Writes a text of the card that is older than the frontier.
  private func add(
    _ text: String, _ seconds: Double, after start: HybridTime, _ shelf: MoveShelf
  ) throws {
    let stamp = HybridTime(milliseconds: start.milliseconds + Int64(seconds * 1000))
    try shelf.shared.append(stamp: stamp) { try $0.append(.worded(text), to: shelf.card) }
  }

  /// Texts of a card with the seconds of their stamps, in the order of their arrival after a
  /// frontier.
  @Test(arguments: [[("a", 1.0), ("b", 2), ("a", 3)], [("new", 2), ("old", 1)]])
  func `what came late comes in its order, and each of two that are equal`(
    _ late: [(String, Double)]
  ) throws {
    let (shelf, start) = try shelf(withFrontier: 60)
    for (text, seconds) in late { try add(text, seconds, after: start, shelf) }
    let before = try shelf.shared.cards()
    shelf.clock.advance(by: 60)
    #expect(try shelf.moveBack().events == late.count)
    #expect(try shelf.own.cards() == (before + ["private"]).sorted())
    shelf.clock.advance(by: 60)
    #expect(try shelf.move().events == 0)
    #expect(try shelf.shared.cards() == before)
    for store in [shelf.own, shelf.shared] { #expect(try store.faults() == []) }
  }

  @Test func `of two that are equal one may have come before a kill`() throws {
    let (shelf, start) = try shelf(withFrontier: 60)
    for (text, seconds) in [("a", 1.0), ("b", 2), ("a", 3)] {
      try add(text, seconds, after: start, shelf)
    }
    // The departure is taken back, and the first has come.
    try shelf.moveBack(killedAfter: 2)
    #expect(try shelf.moveBack().events == 2)
    #expect(try shelf.own.cards() == ["a", "private", "wall"])
  }

  @Test func `what would come in another order than it has here stays here`() throws {
    let (shelf, start) = try shelf(withFrontier: 60)
    try add("new", 2, after: start, shelf)
    try shelf.moveBack(killedAfter: 2)
    try add("old", 1, after: start, shelf)
    #expect(try shelf.shared.cards() == ["new", "wall"])
    try shelf.refusal(.refusedByMove) { try shelf.moveBack() }
    #expect(try shelf.shared.cards() == ["new", "wall"])
  }

  @Test func `what has left for good does not come back, and stays where it is`() throws {
    let shelf = try MoveShelf()
    _ = try shelf.move()
    try shelf.shared.append { try $0.append(.created(name: "home", key: [1], member: "Ada")) }
    _ = try shelf.moveBack()
    let vector = try shelf.shared.read { try $0.versionVector() }
    shelf.clock.advance(by: 60)
    try shelf.shared.append { try $0.append(.frontier(number: 1, vector)) }
    let message = try shelf.refusal(.notUndoable) { try shelf.move() }
    #expect(message.contains("cannot come into the store at \(shelf.shared.path)"))
    #expect(try shelf.own.cards() == all)
  }

  // MARK: Refused before anything is copied

  @Test func `an owner who must stay is not copied`() throws {
    let shelf = try MoveShelf()
    let owner = try shelf.own.make(owner: "Ada")
    _ = try shelf.own.add("sweep", owner: owner)
    try shelf.refusal(.refusedByRelation) {
      try shelf.own.move(owner, to: shelf.shared, leaving: .left)
    }
    try shelf.refusal(.invalidArgument) {
      try shelf.own.move(shelf.board, to: shelf.shared, leaving: .made(name: "again"))
    }
    #expect(try shelf.shared.read { try $0.token().transaction } == 0)
  }

  @Test func `an error says which of the stores does not know a kind`() throws {
    let shelf = try MoveShelf()
    let bare = try EventStore.temporary(schema: Schema().entity(Board.self))
    let message = try shelf.refusal(.notInSchema) {
      try shelf.own.move(shelf.board, to: bare, leaving: .deleted)
    }
    #expect(message.hasPrefix("in the store at \(bare.path), "))
    #expect(try shelf.own.cards() == all)
  }

  /// A store of an older version of the app, which knows boards alone.
  private func oldStore(_ shelf: MoveShelf) throws -> EventStore {
    var options = StoreOptions()
    options.now = { [clock = shelf.clock] in clock.now }
    return try EventStore.temporary(schema: Schema().entity(Board.self), options: options)
  }

  @Test func `a board whose cards the app does not know stays, and the error names them`() throws {
    let shelf = try MoveShelf()
    let old = try oldStore(shelf)
    try old.take(from: shelf.own)
    let message = try shelf.refusal(.notInSchema) {
      try old.move(shelf.board, to: shelf.shared, leaving: .deleted)
    }
    #expect(
      message.hasPrefix("in the store at \(old.path), there are entities of kind boards.card"))
    #expect(try old.read { try $0.entity(shelf.board) } != nil)
    #expect(try shelf.shared.statistics().events == 0)
  }

  @Test func `cards that come while a board is copied by an app that knows none keep it`() throws {
    let shelf = try MoveShelf()
    let old = try oldStore(shelf)
    let board = try old.make(board: "home")
    let cards = try EventStore.boards(shelf.clock)
    _ = try cards.add("late", to: board)
    let move = Move(
      root: board, source: old, target: shelf.shared, author: "Ada", leaving: .deleted
    ) { try old.take(from: cards) }
    try shelf.refusal(.notInSchema) { try move.run() }
    #expect(try old.read { try $0.entity(board) } != nil)
  }

  @Test func `who says that no card refers to a board moves it`() throws {
    let shelf = try MoveShelf()
    let old = try oldStore(shelf)
    try old.take(from: shelf.own)
    let report = try old.move(
      shelf.board, to: shelf.shared, leaving: .deleted, ignoring: ["boards.card"])
    #expect(report.entities == 1 && report.events == 1)
    #expect(try old.read { try $0.entity(shelf.board) } == nil)
  }

  // MARK: What is told

  @Test func `the arrival is what the call wrote, whoever wrote there since`() throws {
    let shelf = try MoveShelf()
    let report = try shelf.move(at: 2) { _ = try shelf.shared.make(label: "red") }
    #expect(report.arrival?.transaction == 4 && report.events == 3)
    #expect(try shelf.shared.cards() == ["paint", "wall"])
    _ = try shelf.shared.make(label: "blue")
    #expect(try shelf.move().arrival == nil)
  }

  @Test func `what another process has moved meanwhile is there once`() throws {
    let shelf = try MoveShelf()
    let report = try shelf.move(at: 1) { _ = try shelf.move() }
    #expect(report.entities == 0 && report.events == 1)
    #expect(try shelf.shared.statistics().events == 3)
    #expect(try shelf.shared.cards() == ["paint", "wall"])
    #expect(try shelf.own.cards() == ["private"])
  }

  @Test func `one undo takes back also what came late`() throws {
    let shelf = try MoveShelf()
    try shelf.move(at: 2) { _ = try shelf.own.add("late", to: shelf.board) }
    #expect(try shelf.shared.cards() == ["late", "paint", "wall"])
    try shelf.shared.undo(by: "Ada")
    #expect(try shelf.shared.cards() == [])
  }
}
