import Daybook
import DaybookTesting
import Foundation
import Nursery
import TestRun
import Testing

/// Random drafts of the operations that an app calls, undo and redo: each does what it says, and
/// every view follows.
@Suite(.tags(.slow, .model)) struct RandomDraftTests {
  private static let seeds = number("DAYBOOK_NURSERY_SEEDS") ?? 5
  private static let edits = number("DAYBOOK_NURSERY_EDITS") ?? 100

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap(Int.init)
  }

  @Test(arguments: 0..<seeds)
  func `after each draft of operations every view is a recomputation's`(seed: Int) throws {
    let place = RandomPlace.all[seed % RandomPlace.all.count]
    let days = DayMemory(try place.boundary())
    let store = try HouseholdStore(boundary: place.boundary()).store
    try store.append { draft in
      for case let baby? in RandomNursery.babies {
        try draft.addBaby(
          baby, BabyProfile(name: "Mina", createdAt: Date(timeIntervalSince1970: place.start)))
      }
    }
    var operations = RandomOperations(seed: UInt64(seed) + 5_000, place)
    var random = SeededGenerator(seed: UInt64(seed))
    for edit in 1...Self.edits {
      let next = operations.next()
      let before = try rows(store, days)
      let isWritten = try append(next, to: store)
      let after = try rows(store, days)
      try check(store, days, &random, "edit \(edit) of seed \(seed): \(next)")
      guard isWritten, operations.chance(0.25) else { continue }
      try store.undo(by: "Ada")
      try #require(try rows(store, days) == before, "undo of edit \(edit) of seed \(seed)")
      try check(store, days, &random, "undo of edit \(edit) of seed \(seed)")
      if operations.chance(0.3) { continue }
      try store.redo(by: "Ada")
      try #require(try rows(store, days) == after, "redo of edit \(edit) of seed \(seed)")
    }
  }

  /// Whether the draft wrote something.
  private func append(_ operations: [NurseryOperation], to store: EventStore) throws -> Bool {
    let before = try store.statistics().transactions
    try store.append(author: "Ada", durability: .relaxed) { draft in
      for operation in operations { try operation.apply(to: &draft) }
    }
    return try store.statistics().transactions > before
  }

  /// What there is, without when it was written.
  private func rows(_ store: EventStore, _ days: DayMemory) throws -> [UUID: Told] {
    try store.read { reader in
      let nursery = try OracleNursery(reader, babies: RandomNursery.babies, days: days)
      return Dictionary(uniqueKeysWithValues: nursery.rows.map { ($0.id, $0.told) })
    }
  }

  private func check(
    _ store: EventStore, _ days: DayMemory, _ random: inout SeededGenerator, _ note: String
  ) throws {
    let expected = try store.read { reader in
      try OracleNursery(reader, babies: RandomNursery.babies, days: days)
    }
    let difference = try OracleViews.difference(store, expected, &random)
    try #require(difference == nil, "\(note)")
  }
}
