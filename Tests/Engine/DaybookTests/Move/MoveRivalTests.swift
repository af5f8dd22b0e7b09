import DaybookTesting
import Synchronization
import Testing

@testable import Daybook

/// Somebody else writes to the other store after each commit of a move.
struct MoveRivalTests {
  private let clock = TestClock()
  private let own: EventStore
  private let shared: EventStore
  private let board: ID<Board>

  init() throws {
    own = try .boards(clock)
    shared = try .boards(clock)
    board = try own.make(board: "home")
  }

  /// Brings cards, while `body` writes to the other store after each commit. Returns how often a
  /// part was compared with what is there, and how many parts there are.
  private func bring(
    _ cards: Int, as form: MoveForm = .history, _ body: @escaping @Sendable () throws -> Void
  ) throws -> (comparisons: Int, parts: Int) {
    for number in 0..<cards { _ = try own.add("card \(number)", to: board) }
    let plan = try #require(try own.read { try MovePlan(board, form, ignoring: [], $0) })
    var arrival = MoveArrival(target: shared, watch: body)
    try arrival.bring(plan, author: "Ada")
    try arrival.check(plan)
    return (arrival.comparisons, plan.parts.count)
  }

  @Test(arguments: [10, 40], [MoveForm.history, .state])
  func `what others write elsewhere has no part compared again`(cards: Int, form: MoveForm) throws {
    let shared = shared
    let (comparisons, parts) = try bring(cards, as: form) { _ = try shared.add("other") }
    #expect(comparisons == parts && parts == cards + 1)
  }

  @Test(arguments: [10, 40])
  func `of a card that others change there that one alone is compared again`(cards: Int) throws {
    let shared = shared
    let (comparisons, parts) = try bring(cards) {
      let card = try shared.read { try $0.entities(of: BoardCard.self).first }
      if let card { try shared.change(card.id, .worded("theirs")) }
    }
    // The board comes first, and what is written after the last commit is found out in the end.
    #expect(comparisons == parts + cards - 1)
  }

  @Test func `what others take back there meanwhile is compared again`() throws {
    let (own, shared, board) = (own, shared, board)
    for text in ["one", "two"] { _ = try own.add(text, to: board) }
    let commits = Atomic(0)
    let move = Move(root: board, source: own, target: shared, author: nil, leaving: .deleted) {
      // The first card, before the second comes.
      let number = commits.add(1, ordering: .relaxed).newValue
      if number == 2 { try shared.undo(transaction: 2) }
    }
    expectError(.refusedByMove) { try move.run() }
    #expect(try own.cards() == ["one", "two"])
  }
}
