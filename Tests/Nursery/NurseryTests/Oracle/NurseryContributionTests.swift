import Daybook
import DaybookTesting
import Foundation
import TestRun
import Testing

/// What entries give to the views of the nursery.
@Suite(.tags(.slow, .model)) struct NurseryContributionTests {
  /// `make nursery-soak` asks for a hundred.
  private static let seeds =
    ProcessInfo.processInfo.environment["DAYBOOK_ORACLE_SEEDS"].flatMap { UInt64($0) } ?? 3

  @Test(arguments: 0..<seeds)
  func `after random operations, some undone, some late, what entries give adds up to each view`(
    seed: UInt64
  ) async throws {
    var random = SeededGenerator(seed: seed)
    let order = ArrivalOrder(RandomNursery.transactions(seed: seed, count: 80))
    let store = try await HouseholdStore(order.shuffled(&random)).store
    for name in try store.projectionNames() {
      let problems = try await store.contributions(to: name).problems()
      #expect(problems == [], "\(name)")
    }
  }
}
