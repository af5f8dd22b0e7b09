import Daybook
import DaybookTesting
import Foundation
import TestRun
import Testing

/// Every view after each of many random edits, of all kinds, against a recomputation from nothing.
@Suite(.tags(.slow, .model)) struct RandomEditTests {
  /// `make nursery-soak` asks for 100 seeds of 1,000 edits.
  private static let seeds = number("DAYBOOK_NURSERY_SEEDS") ?? 5
  private static let edits = number("DAYBOOK_NURSERY_EDITS") ?? 100

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap(Int.init)
  }

  @Test(arguments: 0..<seeds)
  func `after each of many random edits every view is a recomputation's`(seed: Int) async throws {
    let place = RandomPlace.all[seed % RandomPlace.all.count]
    let boundary = try place.boundary()
    let transactions = RandomNursery.transactions(
      seed: UInt64(seed) + 1_000, count: Self.edits, place: place)
    let household = try HouseholdStore(boundary: boundary)
    let days = DayMemory(boundary)
    var random = SeededGenerator(seed: UInt64(seed))
    for (place, transaction) in transactions.enumerated() {
      try await household.append(transaction, .relaxed)
      let expected = OracleNursery(
        Array(transactions[...place]), babies: RandomNursery.babies, days: days)
      let difference = try OracleViews.difference(household.store, expected, &random)
      try #require(difference == nil, "after edit \(place + 1) of seed \(seed)")
    }
  }
}
