import Daybook
import Testing

@testable import DaybookSync

/// What a hub has, beside what a member has.
struct HubComparisonTests {
  @Test func `a store and a hub that have the same differ in nothing`() async throws {
    let house = try await HubHouse()
    let (ada, ben) = (house.members.first, try await house.members.join("ben"))
    try await house.members.add("bread", to: ada)
    try await house.members.add("milk", to: ben)
    try await house.settle(ada, ben)
    let comparison = try await ada.store.compare(with: house.peer(ada))
    #expect(comparison.isEqual)
    #expect(try comparison.common == ada.vector().count)
    #expect(comparison.notCompared.map(\.code) == [.noViews])
  }

  @Test func `what one of the two lacks is told, with whose it is`() async throws {
    let house = try await HubHouse()
    let (ada, ben) = (house.members.first, try await house.members.join("ben"))
    try await house.settle(ada, ben)
    try await house.members.add("milk", to: ben)
    try await ben.exchange(with: house.peer(ben))
    try await house.members.add("bread", to: ada)
    let comparison = try await ada.store.compare(with: house.peer(ada))
    let found = comparison.differences.map {
      "\($0.code.rawValue) \($0.replica.map { "\($0)" } ?? "")"
    }
    #expect(
      Set(found) == ["ahead \(try ben.replica())", "behind \(try ada.replica())"])
  }

  @Test func `what was purged before the hub began is left out, and the rest compared`()
    async throws
  {
    let house = try await HubHouse()
    let ada = house.members.first
    try await house.members.add("bread", to: ada)
    try await ada.setFrontier(ada.vector())
    try ada.purgeAll()
    try await ada.exchange(with: house.peer(ada))
    try await house.members.add("milk", to: ada)
    try await ada.exchange(with: house.peer(ada))
    let comparison = try await ada.store.compare(with: house.peer(ada))
    #expect(comparison.isEqual)
  }

  @Test func `who is no member is told nothing of what is there`() async throws {
    let house = try await HubHouse()
    let (ada, ben) = (house.members.first, try await house.members.join("ben"))
    try await house.settle(ada, ben)
    try await ada.revoke(ben.replica())
    try await ada.exchange(with: house.peer(ada))
    let failure = await #expect(throws: SyncError.self) {
      try await ben.store.compare(with: house.peer(ben))
    }
    #expect(failure?.code == .revoked)
  }
}
