import TestRun
import Testing

@testable import Daybook

/// A move that ends after each of its commits, as when its process is killed there.
@Suite(.tags(.slow)) struct MoveKillTests {
  private struct Killed: Error {}

  /// A store with a board of `cards` cards, ten of them in each transaction.
  private func store(cards: Int, on board: ID<Board>) throws -> EventStore {
    let store = try EventStore.temporary(schema: .boards)
    try store.append { try $0.append(.made(name: "home"), to: board) }
    for start in stride(from: 0, to: cards, by: 10) {
      try store.append(durability: .relaxed) { draft in
        for number in start..<min(start + 10, cards) {
          let card = BoardCard(text: "card \(number)", board: board)
          try draft.append(.added(card), to: ID<BoardCard>.timeOrdered())
        }
      }
    }
    return store
  }

  @Test func `a thousand cards are in one store at least, and in the end in one alone`() throws {
    let board = ID<Board>.timeOrdered()
    let (own, shared) = (
      try store(cards: 1000, on: board), try EventStore.temporary(schema: .boards)
    )
    let all = try own.read { try $0.entities(of: BoardCard.self) }
    var kills = 0
    while true {
      do {
        // Each attempt ends after the first commit that it adds.
        _ = try Move(
          root: board, source: own, target: shared, author: nil, leaving: .deleted,
          watch: { throw Killed() }
        ).run()
        break
      } catch is Killed { kills += 1 }
      if kills % 25 != 0 { continue }
      let (here, there) = (
        try own.read { try $0.entities(of: BoardCard.self).map(\.id) },
        try shared.read { try $0.entities(of: BoardCard.self).map(\.id) }
      )
      #expect(Set(here).union(there).count == 1000)
    }
    // The board, a hundred times ten cards, and the departure.
    #expect(kills == 102)
    #expect(try shared.read { try $0.entities(of: BoardCard.self) } == all)
    #expect(try own.read { try $0.entities(of: BoardCard.self) } == [])
    #expect(try shared.statistics().events == 1001)
    for store in [own, shared] { #expect(try store.faults() == []) }
  }
}
