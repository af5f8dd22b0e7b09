import DaybookTesting
import Testing

@testable import Daybook

/// A board and its cards leave a store without their history.
struct MoveStateTests {
  private let all = ["paint", "private", "wall"]

  @Test func `one event for each arrives, at the time of the move`() throws {
    let shelf = try MoveShelf()
    try shelf.own.change(shelf.card, .worded("paint twice"))
    let report = try shelf.move(as: .state)
    #expect(report.entities == 3 && report.events == 3)
    #expect(try shelf.own.cards() == ["private"])
    #expect(try shelf.shared.cards() == ["paint twice", "wall"])
    #expect(try shelf.shared.statistics().events == 3)
    let authors = try shelf.shared.read { reader in
      try reader.versions(of: BoardCard.self, shelf.card.rawValue).map(\.transaction.author)
    }
    #expect(authors == ["Ada"])
    for store in [shelf.own, shelf.shared] { #expect(try store.faults() == []) }
    try shelf.shared.undo(by: "Ada")
    #expect(try shelf.shared.cards() == [])
  }

  @Test func `moving again does nothing`() throws {
    let shelf = try MoveShelf()
    let first = try shelf.move(as: .state)
    let again = try shelf.move(as: .state)
    #expect(again.entities == 0 && again.events == 0 && again.departure == first.departure)
    #expect(try shelf.shared.statistics().events == 3)
  }

  @Test func `after a kill nothing comes twice, and what was written since comes`() throws {
    let shelf = try MoveShelf()
    try shelf.move(as: .state, killedAfter: 1)
    #expect(try shelf.own.cards() == all)
    try shelf.own.change(shelf.card, .worded("paint twice"))
    #expect(try shelf.move(as: .state).events == 1)
    #expect(try shelf.shared.cards() == ["paint twice", "wall"])
    #expect(try shelf.shared.statistics().events == 4)
    for store in [shelf.own, shelf.shared] { #expect(try store.faults() == []) }
  }

  @Test func `what is taken back after a kill is not there`() throws {
    let shelf = try MoveShelf()
    try shelf.own.change(shelf.card, .worded("oops"))
    try shelf.move(as: .state, killedAfter: 1)
    try shelf.own.undo(by: nil)
    _ = try shelf.move(as: .state)
    #expect(try shelf.shared.cards() == ["paint", "wall"])
  }

  @Test func `what changes while it is copied arrives too`() throws {
    let shelf = try MoveShelf()
    let report = try shelf.move(as: .state, at: 1) {
      try shelf.own.change(shelf.card, .worded("late"))
    }
    #expect(report.events == 4)
    #expect(try shelf.own.cards() == ["private"])
    #expect(try shelf.shared.cards() == ["late", "wall"])
  }

  @Test func `there and back is what it was, with what was written there`() throws {
    let shelf = try MoveShelf()
    _ = try shelf.move(as: .state)
    for round in 1...3 {
      try shelf.shared.change(shelf.card, .worded("paint \(round)"))
      _ = try shelf.moveBack(as: .state)
      #expect(try shelf.own.cards() == ["paint \(round)", "private", "wall"])
      #expect(try shelf.shared.cards() == [])
      _ = try shelf.move(as: .state)
      #expect(try shelf.own.cards() == ["private"])
      #expect(try shelf.shared.cards() == ["paint \(round)", "wall"])
    }
    for store in [shelf.own, shelf.shared] { #expect(try store.faults() == []) }
  }

  @Test func `what somebody changed or deleted there is not written over`() throws {
    let shelf = try MoveShelf()
    try shelf.move(as: .state, killedAfter: 1)
    try shelf.shared.change(shelf.card, .worded("theirs"))
    let change = try shelf.shared.read { try $0.token().transaction }
    let message = try shelf.refusal(.refusedByMove) { try shelf.move(as: .state) }
    #expect(message.contains("at the latest by transaction \(change); take that back there"))
    try shelf.shared.undo(transaction: change)
    try shelf.shared.delete(shelf.board)
    let deletion = try shelf.shared.read { try $0.token().transaction }
    try shelf.refusal(.refusedByMove) { try shelf.move(as: .state) }
    #expect(try shelf.own.cards() == all)
    try shelf.shared.undo(transaction: deletion)
    #expect(try shelf.move(as: .state).events == 0)
    #expect(try shelf.shared.cards() == ["paint", "wall"])
  }

  @Test func `what somebody changes there meanwhile is not written over`() throws {
    let shelf = try MoveShelf()
    try shelf.refusal(.refusedByMove) {
      try shelf.move(as: .state, at: 1) {
        try shelf.shared.change(shelf.card, .worded("theirs"))
      }
    }
    #expect(try shelf.own.cards() == all)
    #expect(try shelf.shared.cards() == ["theirs", "wall"])
  }

  // MARK: Three stores

  /// A board that has gone through three stores, with an edit in each, and is in the third.
  private func circle(_ shelf: MoveShelf) throws -> EventStore {
    let third = try EventStore.boards(shelf.clock)
    let stores = [shelf.own, shelf.shared, third]
    for (place, store) in stores.enumerated() {
      shelf.clock.advance(by: 60)
      try store.change(shelf.card, .worded("\(place)"))
      shelf.clock.advance(by: 60)
      if place == 2 { break }
      _ = try store.move(
        shelf.board, to: stores[place + 1], author: "Ada", leaving: .deleted, as: .state)
    }
    return third
  }

  @Test func `what went through three stores comes back as it was last`() throws {
    let shelf = try MoveShelf()
    let third = try circle(shelf)
    _ = try third.move(shelf.board, to: shelf.own, leaving: .deleted, as: .state)
    #expect(try shelf.own.cards() == ["2", "private", "wall"])
    #expect(try third.cards() == [])
    for store in [shelf.own, shelf.shared, third] { #expect(try store.faults() == []) }
  }

  @Test func `what somebody wrote after it had left is not written over`() throws {
    let shelf = try MoveShelf()
    let third = try circle(shelf)
    try shelf.own.change(shelf.card, .worded("theirs"))
    let change = try shelf.own.read { try $0.token().transaction }
    let message = try shelf.refusal(.refusedByMove) {
      try third.move(shelf.board, to: shelf.own, leaving: .deleted, as: .state)
    }
    #expect(message.contains("at the latest by transaction \(change); take that back there"))
    #expect(try third.cards() == ["2", "wall"])
  }

  // MARK: Purged

  @Test func `what was purged is moved by its state, and later events with it`() throws {
    let shelf = try MoveShelf()
    try shelf.own.purge(before: try shelf.own.read { try $0.token() })
    try shelf.own.change(shelf.card, .worded("paint twice"))
    _ = try shelf.own.add("new", to: shelf.board)
    #expect(try shelf.move().events == 4)
    #expect(try shelf.own.cards() == ["private"])
    #expect(try shelf.shared.cards() == ["new", "paint twice", "wall"])
    for store in [shelf.own, shelf.shared] { #expect(try store.faults() == []) }
  }

  @Test func `what left a store that has purged since comes back by its state`() throws {
    let shelf = try MoveShelf()
    _ = try shelf.move()
    try shelf.own.purge(before: try shelf.own.read { try $0.token() })
    try shelf.shared.change(shelf.card, .worded("paint twice"))
    try shelf.refusal(.expiredToken) { try shelf.moveBack() }
    _ = try shelf.moveBack(as: .state)
    #expect(try shelf.own.cards() == ["paint twice", "private", "wall"])
    #expect(try shelf.shared.cards() == [])
    for store in [shelf.own, shelf.shared] { #expect(try store.faults() == []) }
  }

  // MARK: Refused

  @Test func `a state that its event does not carry stays`() throws {
    let shelf = try MoveShelf()
    let (red, blue) = (try shelf.own.make(label: "red"), try shelf.own.make(label: "blue"))
    try shelf.own.append { draft in
      try draft.append(.merged(into: blue), to: red)
      try draft.append(.merged(into: red), to: blue)
    }
    let message = try shelf.refusal(.invalidArgument) {
      try shelf.own.move(red, to: shelf.shared, leaving: .dropped, as: .state)
    }
    #expect(message.contains("`restated` of boards.label"))
    #expect(try shelf.own.read { try $0.entity(red) } != nil)
    #expect(try shelf.shared.statistics().events == 0)
  }

  @Test func `nothing arrives where the event of a later one does not carry its state`() throws {
    let shelf = try MoveShelf()
    let (red, blue) = (try shelf.own.make(label: "red"), try shelf.own.make(label: "blue"))
    try shelf.own.append { try $0.append(.merged(into: blue), to: red) }
    try shelf.own.change(shelf.card, .labelled(red))
    let message = try shelf.refusal(.invalidArgument) { try shelf.move(as: .state) }
    #expect(message.contains("`restated` of boards.label \(red)"), "\(message)")
    #expect(try shelf.shared.statistics().events == 0)
  }

  @Test func `a kind of which no event carries the state stays`() throws {
    let shelf = try MoveShelf()
    let owner = try shelf.own.make(owner: "Ada")
    let message = try shelf.refusal(.invalidArgument) {
      try shelf.own.move(owner, to: shelf.shared, leaving: .left, as: .state)
    }
    #expect(message.contains("RestatedEntity"))
    #expect(try shelf.own.read { try $0.entity(owner) } != nil)
  }
}
