import Daybook
import Nursery
import NurseryHousehold
import Testing

/// The three projections against an oracle that folds everything from nothing.
@Suite struct ProjectionOracleTests {
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `a household's rows are the oracle's, and a rebuild's`(seed: UInt64) async throws {
    let profile: HouseholdProfile = seed % 2 == 0 ? .twins : .family
    try await check(Array(Household(seed: seed, events: 2_500, profile: profile)), verifies: true)
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `after random operations rows are the oracle's, and a rebuild's`(seed: UInt64) async throws {
    try await check(
      RandomNursery.transactions(seed: seed, operations: 1_000), verifies: seed % 10 == 0)
  }

  private func check(_ transactions: [HouseholdTransaction], verifies: Bool) async throws {
    let babies = babies(transactions)
    let boundary = try DayBoundary(zone: HouseholdStore.zone)
    let expected = NurseryRows(oracle: transactions, babies: babies, boundary)
    let household = try await HouseholdStore(transactions)
    let store = household.store
    let difference = try NurseryRows(store, babies: babies).difference(from: expected)
    #expect(difference == nil)
    if verifies {
      for check in try store.verify().checks { #expect(check.ok, "\(check.name): \(check.detail)") }
    }
    let before = try store.digests()
    try store.dropProjections()
    try store.rebuild()
    #expect(try store.digests() == before)
    let rebuilt = try NurseryRows(store, babies: babies).difference(from: expected)
    #expect(rebuilt == nil)
  }
}

/// Whom entries of the transactions may be about, nobody included.
func babies(_ transactions: [HouseholdTransaction]) -> [UUID?] {
  var found: Set<UUID> = []
  for case .babyEvent(let id, _) in transactions.flatMap(\.steps) { found.insert(id) }
  return [nil] + found.sorted { $0.uuidString < $1.uuidString }
}
