import Daybook
import DaybookTesting
import Nursery
import NurseryHousehold
import TestRun
import Testing

/// What arrives in another order leads to the same rows.
@Suite(.tags(.slow, .model)) struct ArrivalOrderTests {
  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `a household that arrives in another order has the same rows`(seed: UInt64) async throws {
    try await check(
      Household(seed: seed, events: 1_500, profile: .twins).map { NurseryTransaction($0) }, seed)
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `random operations that arrive in another order have the same rows`(
    seed: UInt64
  ) async throws {
    try await check(RandomNursery.transactions(seed: seed, count: 250), seed)
  }

  private func check(_ transactions: [NurseryTransaction], _ seed: UInt64) async throws {
    let order = ArrivalOrder(transactions)
    var random = SeededGenerator(seed: seed)
    let shuffled = order.shuffled(&random)
    #expect(shuffled.map(\.stamp) != order.canonical.map(\.stamp))
    let one = try await HouseholdStore(order.canonical)
    let other = try await HouseholdStore(shuffled)
    #expect(try one.store.digests() == other.store.digests())
    let babies = babies(transactions)
    let expected = OracleNursery(
      order.canonical, babies: babies, days: DayMemory(try DayBoundary(zone: HouseholdStore.zone)))
    #expect(try OracleViews.difference(other.store, expected, &random) == nil)
    for check in try await other.store.verify().checks {
      #expect(check.ok, "\(check.name): \(check.detail)")
    }
  }
}
