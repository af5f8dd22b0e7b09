import DaybookTesting
import Testing

@testable import Daybook

/// What is gone from the store that is left, and the other one has.
struct MoveStrayTests {
  private let shelf: MoveShelf

  init() throws { shelf = try MoveShelf() }

  private func checkFaults() throws {
    for store in [shelf.own, shelf.shared] { #expect(try store.faults() == []) }
  }

  @Test(arguments: [(MoveForm.history, 3), (.state, 1)])
  func `a card that is deleted after a kill is not there`(form: MoveForm, commit: Int) throws {
    try shelf.move(as: form, killedAfter: commit)
    try shelf.own.change(shelf.card, .removed)
    #expect(try shelf.move(as: form).entities == 1)
    #expect(try shelf.own.cards() == ["private"])
    #expect(try shelf.shared.cards() == [])
    try checkFaults()
  }

  @Test(arguments: [(MoveForm.history, 4), (.state, 1)])
  func `a card that is deleted while it is copied is not there`(
    form: MoveForm, commit: Int
  ) throws {
    let late = try shelf.own.add("late", to: shelf.board)
    try shelf.move(as: form, at: commit) { try shelf.own.change(late, .removed) }
    #expect(try shelf.own.cards() == ["private"])
    #expect(try shelf.shared.cards() == ["paint", "wall"])
    try checkFaults()
  }

  @Test func `a card that was taken back after a kill is not there`() throws {
    _ = try shelf.own.add("oops", to: shelf.board)
    try shelf.move(killedAfter: 4)
    try shelf.own.undo(by: nil)
    #expect(try shelf.shared.cards() == ["oops", "paint", "wall"])
    _ = try shelf.move()
    #expect(try shelf.shared.cards() == ["paint", "wall"])
    try checkFaults()
  }

  @Test func `a save that made one card and changed another is taken back as one`() throws {
    let (board, card) = (shelf.board, shelf.card)
    try shelf.own.append(author: "Ben") {
      try $0.append(.worded("both"), to: card)
      try $0.append(.added(BoardCard(text: "new", board: board)), to: ID<BoardCard>.timeOrdered())
    }
    try shelf.move(killedAfter: 4)
    try shelf.own.undo(by: "Ben")
    _ = try shelf.move()
    #expect(try shelf.shared.cards() == ["paint", "wall"])
    try checkFaults()
  }

  @Test func `a state whose entity was taken back is to be deleted there first`() throws {
    let late = try shelf.own.add("late", to: shelf.board)
    // Else the event that carries the state is the one that was taken back.
    shelf.clock.advance(by: 60)
    try shelf.move(as: .state, killedAfter: 1)
    try shelf.own.undo(by: nil)
    let message = try shelf.refusal(.refusedByMove) { try shelf.move(as: .state) }
    #expect(message.contains("shows boards.card \(late), which is deleted here"), "\(message)")
    #expect(try shelf.own.cards() == ["paint", "private", "wall"])
    try shelf.shared.change(late, .removed)
    _ = try shelf.move(as: .state)
    #expect(try shelf.shared.cards() == ["paint", "wall"])
  }

  @Test(arguments: [MoveForm.history, .state])
  func `a card that was deleted there does not come back`(form: MoveForm) throws {
    _ = try shelf.move(as: form)
    shelf.clock.advance(by: 60)
    try shelf.shared.change(shelf.card, .removed)
    shelf.clock.advance(by: 60)
    #expect(try shelf.moveBack(as: form).events >= 1)
    #expect(try shelf.own.cards() == ["private"])
    #expect(try shelf.shared.cards() == [])
    try checkFaults()
  }

  @Test func `a card that is deleted at home after it was there is gone there, too`() throws {
    _ = try shelf.move()
    shelf.clock.advance(by: 60)
    _ = try shelf.moveBack()
    shelf.clock.advance(by: 60)
    try shelf.own.change(shelf.card, .removed)
    shelf.clock.advance(by: 60)
    #expect(try shelf.move().events == 1)
    #expect(try shelf.own.cards() == ["private"])
    #expect(try shelf.shared.cards() == [])
    try checkFaults()
  }

  @Test func `a card that was put on another board there is not on this one again`() throws {
    _ = try shelf.move()
    shelf.clock.advance(by: 60)
    let theirs = try shelf.shared.make(board: "theirs")
    try shelf.shared.change(shelf.card, .moved(board: theirs))
    try shelf.shared.change(shelf.card, .worded("theirs now"))
    shelf.clock.advance(by: 60)
    _ = try shelf.moveBack()
    let board = shelf.board
    #expect(try shelf.own.read { try $0.count(CardsOfBoard.where(board)) } == 0)
    #expect(try shelf.own.card(shelf.card)?.board == theirs)
    #expect(try shelf.shared.card(shelf.card)?.text == "theirs now")
    try checkFaults()
  }

  @Test func `a card that is put on another board after a kill is not on this one there`() throws {
    let office = try shelf.own.make(board: "office")
    try shelf.move(killedAfter: 3)
    try shelf.own.change(shelf.card, .moved(board: office))
    _ = try shelf.move()
    let board = shelf.board
    #expect(try shelf.shared.read { try $0.count(CardsOfBoard.where(board)) } == 0)
    #expect(try shelf.own.card(shelf.card)?.board == office)
    try checkFaults()
  }
}
