import DaybookTesting
import Synchronization
import TestRun
import Testing

@testable import Daybook

/// Whatever is killed, repeated, taken back or deleted in one store: a card is seen in one of two
/// stores at least, with its newest text.
@Suite(.tags(.model)) struct MoveLawTests {
  private struct Killed: Error {}

  /// Two stores, and a card that is moved to and fro.
  private final class World {
    let clock = TestClock()
    let stores: [EventStore]
    let board: ID<Board>
    let card: ID<BoardCard>
    var random: SeededGenerator
    var newest = 0
    /// The texts that were taken back in one of the stores; a move takes them back in the other.
    private var undone: Set<Int> = []
    /// What was done, for the message.
    private(set) var story: [String] = []
    private var edits = 0
    private var departures: [(store: Int, number: UInt64)] = []
    private var deletions: [(store: Int, number: UInt64)] = []

    init(seed: UInt64) throws {
      random = SeededGenerator(seed: seed)
      stores = [try .boards(clock), try .boards(clock)]
      board = try stores[0].make(board: "home")
      card = try stores[0].add("0", to: board)
    }

    /// The number that each store shows.
    func shown() throws -> [Int?] {
      try stores.map { try $0.card(card).flatMap { Int($0.text) } }
    }

    func step() throws {
      clock.advance(by: 60)
      let shown = try shown()
      let here = shown.indices.filter { shown[$0] != nil }.randomElement(using: &random) ?? 0
      let isAlone = shown[1 - here] == nil
      switch Int.random(in: 0..<10, using: &random) {
      case 0, 1: try edit(here)
      case 2 where isAlone: try undoEdit(here)
      case 3: try undo(&departures)
      case 4 where !isAlone: try delete(here, leaving: shown[1 - here])
      case 5, 6: try undo(&deletions)
      default: try move(from: here)
      }
    }

    private func edit(_ here: Int) throws {
      story.append("edit in \(here)")
      edits += 1
      newest = edits
      try stores[here].change(card, .worded("\(edits)"))
    }

    /// Takes back the text that the only store shows which shows the card.
    private func undoEdit(_ here: Int) throws {
      guard let text = try stores[here].card(card)?.text else { return }
      let (store, card) = (stores[here], card)
      let numbers = try store.read { reader in
        try reader.versions(of: BoardCard.self, card.rawValue).map(\.transaction).filter {
          try reader.event($0.positions.lowerBound).kind == BoardCard.kind
        }.map(\.number)
      }
      for number in numbers.reversed() {
        do {
          try store.append { draft in
            try draft.undo(transaction: number)
            guard let left = try draft.entity(card)?.text, left != text else { throw Other() }
          }
          story.append("take the edit \(text) back in \(here)")
          undone.formUnion(Int(text).map { [$0] } ?? [])
          newest = try shown()[here] ?? -1
          return
        } catch is Other {
        } catch let error as StoreError where error.code == .nothingToUndo {}
      }
    }

    private struct Other: Error {}

    private func delete(_ here: Int, leaving other: Int?) throws {
      story.append("delete in \(here)")
      try stores[here].delete(board)
      deletions.append((here, try stores[here].read { try $0.token().transaction }))
      if let other { newest = other }
    }

    private func undo(_ done: inout [(store: Int, number: UInt64)]) throws {
      guard let (store, number) = done.popLast() else { return }
      story.append("take \(number) back in \(store)")
      do { try stores[store].undo(transaction: number) } catch let error as StoreError
        where error.code == .nothingToUndo
      {}
      newest = try shown().compactMap(\.self).filter { !undone.contains($0) }.max() ?? -1
    }

    private func move(from here: Int) throws {
      story.append("move from \(here)")
      let commits = Atomic(0)
      let last = Int.random(in: 1...6, using: &random)
      do {
        let report = try Move(
          root: board, source: stores[here], target: stores[1 - here], author: nil,
          leaving: .deleted,
          watch: { if commits.add(1, ordering: .relaxed).newValue == last { throw Killed() } }
        ).run()
        departures.append((here, report.departure.transaction))
      } catch is Killed {
        story.append("killed")
      } catch let error as StoreError where error.code == .refusedByMove {
        story.append("refused")
      }
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `a card is in one store at least, with its newest text`(seed: UInt64) throws {
    let world = try World(seed: seed)
    for step in 0..<40 {
      try world.step()
      let shown = try world.shown()
      // Or with a newer one, which was taken back in one of the two alone.
      let isThere = shown.contains { $0.map { $0 >= world.newest } ?? false }
      try #require(isThere, "step \(step): \(shown), not \(world.newest): \(world.story)")
    }
    for store in world.stores { #expect(try store.faults() == []) }
  }
}
