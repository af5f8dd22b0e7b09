import Daybook
import DaybookTesting
import Foundation
import NurseryHousehold
import TestRun
import Testing

/// The projections against an oracle that folds everything from nothing.
@Suite(.tags(.slow, .model)) struct ProjectionOracleTests {
  /// `make nursery-soak` asks for a hundred, and for eight households.
  private static let seeds =
    ProcessInfo.processInfo.environment["DAYBOOK_ORACLE_SEEDS"].flatMap { UInt64($0) } ?? 16

  @Test(arguments: 1...(seeds < 100 ? 2 : 8) as ClosedRange<UInt64>)
  func `a household's rows are the oracle's, and a rebuild's`(seed: UInt64) async throws {
    let profile: HouseholdProfile = seed % 2 == 0 ? .twins : .family
    let household = Household(seed: seed, events: 2_500, profile: profile)
    try await check(household.map { NurseryTransaction($0) }, seed, verifies: true)
  }

  @Test(arguments: 0..<seeds)
  func `after random operations rows are the oracle's, and a rebuild's`(seed: UInt64) async throws {
    let place = RandomPlace.all[Int(seed) % RandomPlace.all.count]
    let transactions = RandomNursery.transactions(seed: seed, count: 500, place: place)
    try await check(transactions, seed, place, verifies: seed % 10 == 0)
  }

  private func check(
    _ transactions: [NurseryTransaction], _ seed: UInt64, _ place: RandomPlace = .amsterdam,
    verifies: Bool
  ) async throws {
    let boundary = try place.boundary()
    let expected = OracleNursery(
      transactions, babies: babies(transactions), days: DayMemory(boundary))
    let store = try await HouseholdStore(transactions, boundary: boundary).store
    var random = SeededGenerator(seed: seed)
    var difference = try OracleViews.difference(store, expected, &random)
    #expect(difference == nil)
    if verifies {
      for check in try await store.verify().checks {
        #expect(check.ok, "\(check.name): \(check.detail)")
      }
    }
    let before = try store.digests()
    try store.dropProjections()
    try await store.rebuild()
    #expect(try store.digests() == before)
    difference = try OracleViews.difference(store, expected, &random)
    #expect(difference == nil)
  }
}

/// Whom entries of the transactions may be about, nobody included.
func babies(_ transactions: [NurseryTransaction]) -> [UUID?] {
  var found: Set<UUID> = []
  for case .baby(let id, _) in transactions.flatMap(\.steps) { found.insert(id) }
  return [nil] + found.sorted { $0.uuidString < $1.uuidString }
}
