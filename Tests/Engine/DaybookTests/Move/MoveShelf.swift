import DaybookTesting
import Synchronization
import Testing

@testable import Daybook

/// A private store and a shared one, and a board in the first.
struct MoveShelf {
  let clock = TestClock()
  let own: EventStore
  let shared: EventStore
  let board: ID<Board>
  let card: ID<BoardCard>

  init() throws {
    own = try .boards(clock)
    shared = try .boards(clock)
    clock.advance(by: 60)
    board = try own.make(board: "home")
    let board = board
    clock.advance(by: 60)
    card = .timeOrdered()
    let card = card
    try own.append(author: "Ben") {
      try $0.append(.added(BoardCard(text: "paint", board: board)), to: card)
    }
    clock.advance(by: 60)
    _ = try own.add("wall", partOf: card)
    clock.advance(by: 60)
    _ = try own.add("private")
    clock.advance(by: 60)
  }

  func move(as form: MoveForm = .history) throws -> MoveReport {
    try own.move(board, to: shared, author: "Ada", leaving: .deleted, as: form)
  }

  func moveBack(as form: MoveForm = .history) throws -> MoveReport {
    try shared.move(board, to: own, author: "Ada", leaving: .deleted, as: form)
  }

  /// Moves as a process that is killed after its commit with this number.
  func move(as form: MoveForm = .history, killedAfter commit: Int) throws {
    #expect(throws: Killed.self) { try move(as: form, at: commit) { throw Killed() } }
  }

  /// Moves back as a process that is killed after its commit with this number.
  func moveBack(killedAfter commit: Int) throws {
    let commits = Atomic(0)
    let move = Move(
      root: board, source: shared, target: own, author: "Ada", leaving: .deleted
    ) {
      if commits.add(1, ordering: .relaxed).newValue == commit { throw Killed() }
    }
    #expect(throws: Killed.self) { try move.run() }
  }

  /// Moves, and calls `body` after the commit with this number.
  @discardableResult
  func move(
    as form: MoveForm = .history, at commit: Int, _ body: @escaping @Sendable () throws -> Void
  ) throws -> MoveReport {
    let commits = Atomic(0)
    return try Move(
      root: board, source: own, target: shared, author: "Ada", leaving: .deleted, form: form
    ) {
      if commits.add(1, ordering: .relaxed).newValue == commit { try body() }
    }.run()
  }

  /// What a move is refused with.
  @discardableResult
  func refusal(_ code: StoreError.Code, _ move: () throws -> MoveReport) throws -> String {
    let error = #expect(throws: StoreError.self) { _ = try move() }
    #expect(error?.code == code)
    return error?.message ?? ""
  }

  struct Killed: Error {}
}

extension Board: RestatedEntity {
  var restated: Event { .made(name: name) }
}

extension BoardCard: RestatedEntity {
  var restated: Event { .added(self) }
}

/// An event does not carry whether it was dropped.
extension CardLabel: RestatedEntity {
  var restated: Event { .made(name: name) }
}
