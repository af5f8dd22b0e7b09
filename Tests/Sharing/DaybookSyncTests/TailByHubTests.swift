import Daybook
import DaybookHub
import DaybookSync
import DaybookTesting
import Foundation
import Testing

/// What comes of a clock that was ahead where members exchange by way of a hub.
struct TailByHubTests {
  /// The hub with a clock of its own, as long as its process lives.
  private func hub(_ house: HubHouse, daysAhead days: Double) throws -> Hub {
    house.hub.close()
    let clock = house.members.clock
    return try Hub(
      at: house.path, name: "our Pi", now: { clock.now.addingTimeInterval(days * 86_400) })
  }

  @Test func `what the only owner wrote reaches the others once it is written again`() async throws
  {
    let house = try await HubHouse()
    let members = house.members
    let ben = try await members.join("ben")
    try await house.settle(members.first, ben)
    try await members.first.store.close()
    let ahead = try members.opened("first", daysAhead: 365)
    try await members.add("bread", to: ahead)
    #expect(
      try await ahead.exchange(with: house.peer(ahead)).refusedByPeer.map(\.code) == [.clockAhead])
    try await ahead.store.close()
    let owner = try members.opened("first", key: "first")
    #expect(try await owner.exchange(with: house.peer(owner)).unsent?.code == .clockAhead)
    #expect(try await owner.rewriteTail(lackedBy: house.peer(owner)) == 1)
    try await house.settle(owner, ben)
    #expect(try members.names(ben) == ["bread"])
    #expect(try await house.store().verify().ok)
  }

  @Test func `what a hub has taken in whose clock was ahead as well stays`() async throws {
    var house = try await HubHouse()
    let members = house.members
    let ben = try await members.join("ben")
    try await house.settle(members.first, ben)
    try await members.first.store.close()
    let ahead = try members.opened("first", daysAhead: 365)
    try await members.add("bread", to: ahead)
    let late = try hub(house, daysAhead: 364.5)
    let report = try await ahead.exchange(with: HubPeer(house.text, for: ahead, over: late))
    #expect(report.refusedByPeer == [] && report.failure == nil)
    late.close()
    try house.restart()
    try await members.add("milk", to: ahead)
    try await ahead.store.close()
    let owner = try members.opened("first", key: "first")
    let peer = house.peer(owner)
    let vector = try owner.vector()
    let error = await #expect(throws: SyncError.self) {
      try await owner.rewriteTail(lackedBy: peer)
    }
    #expect(error?.code == .clockAhead)
    #expect(error?.message.hasPrefix("\(peer.name) may have some of") == true)
    #expect(try owner.vector() == vector)
    members.clock.advance(by: 366 * 86_400)
    try await house.settle(owner, ben)
    #expect(try members.names(ben) == ["bread", "milk"])
  }

  @Test func `a member that writes again says no more there that it has what it was`() async throws
  {
    let house = try await HubHouse()
    let members = house.members
    let (ada, ben) = (members.first, try await members.join("ben"))
    try await house.settle(ada, ben)
    let replica = try ben.replica()
    try await ben.store.close()
    let ahead = try members.opened("ben", daysAhead: 365)
    try await members.add("bread", to: ahead)
    try await ahead.exchange(with: house.peer(ahead))
    try await ahead.store.close()
    let missing = try await ada.exchange(with: house.peer(ada)).missing
    #expect(missing.map(\.replica) == [replica] && missing.map(\.toldBy) == [replica])
    // It said so with the clock that was ahead.
    let time = try #require(missing.first).time
    #expect(time.timeIntervalSince(members.clock.now) > 86_400)
    let right = try members.opened("ben", key: "ben")
    #expect(try await right.exchange(with: house.peer(right)).rewritten == 1)
    #expect(try await ada.exchange(with: house.peer(ada)).missing == [])
    try await ada.enrol(right.request(), as: .writer, member: "ben")
    try await ada.exchange(with: house.peer(ada))
    try await house.settle(ada, right)
    #expect(try members.names(ada) == ["bread"])
  }
}
