import Daybook
import DaybookSync
import Foundation
import Testing

/// What a store wrote under a name that others know otherwise, or do not take in.
struct TailTests {
  @Test(arguments: [1, 2, 3], [1, 2, 3])
  func `the branch of a copy that came second is written again`(
    first: Int, second: Int
  ) async throws {
    let (house, ben) = try await SyncHouse.pair()
    let (one, two) = try await house.copies(ben)
    for number in 0..<first { try await house.add("one \(number)", to: one) }
    for number in 0..<second { try await house.add("two \(number)", to: two) }
    try await one.exchange(with: house.peer)
    #expect(try await two.rewriteTail(lackedBy: house.peer) == second)
    #expect(try two.replica() != one.replica())
    #expect(try await two.store.verify().ok)
    try await house.first.enrol(two.request(), as: .writer, member: "Ben")
    #expect(try await two.exchange(with: house.peer).refused == [])
    try await house.add("last", to: one)
    try await one.exchange(with: house.peer)
    try await two.exchange(with: house.peer)
    #expect(try house.names(house.first).count == first + second + 2)
    try house.checkEqual([one, two])
    // Nothing is left to be written again.
    #expect(try await one.rewriteTail(lackedBy: house.peer) == 0)
    #expect(try await two.rewriteTail(lackedBy: house.peer) == 0)
  }

  /// As when another process of the store exchanges meanwhile.
  @Test func `what was signed is not handed over once it was written again as another replica`()
    async throws
  {
    let (house, ben) = try await SyncHouse.pair()
    try await ben.store.close()
    let ahead = try house.opened("ben", daysAhead: 2)
    try await house.add("bread", to: ahead)
    try await ahead.store.close()
    let right = try house.opened("ben", key: "ben")
    var count = 0
    let report = try await right.carryOutExchange(with: house.peer) { effect, carryOut in
      if case .push = effect, count == 0 {
        count = try await right.rewriteTail(lackedBy: house.peer)
      }
      return try await carryOut()
    }
    #expect(count == 1)
    #expect(report.failure?.code == .badChain)
  }

  @Test func `what was signed earlier is not signed again once another replica has it`()
    async throws
  {
    let (house, ben) = try await SyncHouse.pair()
    try await ben.store.close()
    let ahead = try house.opened("ben", daysAhead: 2)
    try await house.add("bread", to: ahead)
    // It is signed, and refused.
    let refused = try await ahead.exchange(with: house.peer).refusedByPeer
    #expect(refused.map(\.code) == [.clockAhead])
    try await ahead.store.close()
    let right = try house.opened("ben", key: "ben")
    var count = 0
    let report = try await right.carryOutExchange(with: house.peer) { effect, carryOut in
      if case .sign = effect, count == 0 {
        count = try await right.rewriteTail(lackedBy: house.peer)
      }
      return try await carryOut()
    }
    #expect(count == 1)
    #expect(report.failure?.code == .badChain)
  }

  @Test func `a store opened again after it has written its tail anew writes on as itself`()
    async throws
  {
    let (house, ben) = try await SyncHouse.pair()
    let (one, two) = try await house.copies(ben)
    try await house.add("one", to: one)
    try await house.add("two", to: two)
    try await one.exchange(with: house.peer)
    try await two.rewriteTail(lackedBy: house.peer)
    let replica = try two.replica()
    try await two.store.close()
    let again = try house.opened("copy", key: "copy")
    #expect(!again.wasMinted)
    #expect(try again.replica() == replica)
  }

  @Test func `what undoes something in the tail undoes it after`() async throws {
    let (house, ben) = try await SyncHouse.pair()
    let (one, two) = try await house.copies(ben)
    let id = try await house.add("one", to: one)
    try await house.add("two", to: two)
    let token = try await two.store.append { try $0.append(ItemEvent.added(name: "x"), to: id) }
    try await two.store.undo(transaction: token.number)
    try await one.exchange(with: house.peer)
    #expect(try house.names(two) == ["salt", "two"])
    #expect(try await two.rewriteTail(lackedBy: house.peer) == 3)
    #expect(try house.names(two) == ["salt", "two"])
    try await house.first.enrol(two.request(), as: .writer, member: "Ben")
    try await two.exchange(with: house.peer)
    try await one.exchange(with: house.peer)
    #expect(try house.names(house.first) == ["one", "salt", "two"])
    try house.checkEqual([one, two])
  }

  @Test func `what a clock a year ahead wrote is written again once it is right`() async throws {
    let (house, ben) = try await SyncHouse.pair()
    try await ben.store.close()
    let ahead = try house.opened("ben", daysAhead: 365)
    for name in ["bread", "milk"] { try await house.add(name, to: ahead) }
    #expect(
      try await ahead.exchange(with: house.peer).refusedByPeer.map(\.code) == [.clockAhead])
    try await ahead.store.close()
    let right = try house.opened("ben", key: "ben")
    try await house.add("eggs", to: right)
    #expect(try await right.rewriteTail(lackedBy: house.peer) == 3)
    try await house.first.enrol(right.request(), as: .writer, member: "Ben")
    try await house.add("tea", to: right)
    let report = try await right.exchange(with: house.peer)
    #expect(report.refusedByPeer == [])
    #expect(try house.names(house.first) == ["bread", "eggs", "milk", "salt", "tea"])
    try house.checkEqual([right])
  }

  @Test func `what was not sent before the key was lost is sent as another replica`()
    async throws
  {
    let (house, ben) = try await SyncHouse.pair()
    try await house.add("bread", to: ben)
    try await ben.store.close()
    let next = try house.opened("ben", key: "new")
    #expect(next.wasMinted)
    try await house.add("milk", to: next)
    try await next.exchange(with: house.peer)
    #expect(try await next.rewriteTail(lackedBy: house.peer) == 2)
    try await house.first.enrol(next.request(), as: .writer, member: "Ben")
    try await next.exchange(with: house.peer)
    #expect(try house.names(house.first) == ["bread", "milk", "salt"])
    try house.checkEqual([next])
  }

  @Test func `what was purged is not taken in again when the rest is written again`()
    async throws
  {
    let (house, ben) = try await SyncHouse.pair()
    let before = try ben.replica()
    try await house.first.setFrontier(house.first.vector())
    try await ben.exchange(with: house.peer)
    try await house.add("bread", to: ben)
    let result: PurgeResult = try await ben.store.purge(before: ben.store.read { try $0.token() })
    #expect(result.transactions > 0)
    try await ben.store.close()
    let next = try house.opened("ben", key: "new")
    #expect(try await next.rewriteTail(lackedBy: house.peer) == 1)
    #expect(try next.vector()[before] == 1)
    try await house.first.enrol(next.request(), as: .writer, member: "Ben")
    #expect(try await next.exchange(with: house.peer).absorbed == 1)
    try house.checkEqual([next])
  }

  @Test func `a peer that shows nothing for what it says to have changes nothing`() async throws {
    let (house, ben) = try await SyncHouse.pair()
    let before = try ben.replica()
    let error = await #expect(throws: SyncError.self) {
      try await ben.rewriteTail(lackedBy: MutePeer(peer: house.peer))
    }
    #expect(error?.code == .badSignature)
    #expect(try ben.replica() == before)
  }

  @Test func `a peer that has nothing of the space is not asked what others have`() async throws {
    let (house, ben) = try await SyncHouse.pair()
    let before = try ben.replica()
    let error = await #expect(throws: SyncError.self) {
      try await ben.rewriteTail(lackedBy: FolderPeer(at: house.drive.path))
    }
    #expect(error?.code == .peer)
    #expect(error?.message.contains("has nothing of this space") == true)
    #expect(try ben.replica() == before)
  }

  @Test func `what is final is not written again`() async throws {
    let (house, ben) = try await SyncHouse.pair()
    try await house.first.setFrontier(house.first.vector())
    try await ben.exchange(with: house.peer)
    let before = try ben.replica()
    #expect(throws: StoreError.self) {
      try ben.store.rewriteTail(of: before, beyond: VersionVector())
    }
    #expect(try ben.replica() == before)
    #expect(try await ben.store.verify().ok)
  }

  /// As when two processes exchange at once, and each finds that it has to be written again.
  @Test func `what was written again meanwhile is left alone`() async throws {
    let (house, ben) = try await SyncHouse.pair()
    try await house.add("bread", to: ben)
    let (before, kept) = (try ben.replica(), try house.first.vector())
    #expect(try ben.store.rewriteTail(of: before, beyond: kept) == 1)
    let next = try ben.replica()
    #expect(try ben.store.rewriteTail(of: before, beyond: kept) == 0)
    #expect(try ben.replica() == next)
  }

  @Test func `over a folder the branch that it holds stays`() async throws {
    let (house, ben) = try await SyncHouse.pair()
    try await house.first.exchange(with: FolderPeer(at: house.drive.path))
    let (one, two) = try await house.copies(ben)
    try await house.add("one", to: one)
    try await house.add("two", to: two)
    try await one.exchange(with: FolderPeer(at: house.drive.path))
    #expect(try await two.rewriteTail(lackedBy: FolderPeer(at: house.drive.path)) == 1)
    try await house.first.enrol(two.request(), as: .writer, member: "Ben")
    for replication in [house.first, two, one, house.first, two, one] {
      try await replication.exchange(with: FolderPeer(at: house.drive.path))
    }
    #expect(try house.names(house.first) == ["one", "salt", "two"])
    try house.checkEqual([one, two])
  }
}

/// A peer that hands over nothing.
private struct MutePeer: ForwardingPeer {
  let peer: StorePeer

  func pull(
    _ vector: VersionVector, limit: PageLimit
  ) async throws -> SyncPage {
    let page = try await peer.pull(vector, limit: limit)
    return SyncPage(space: page.space, messages: page.messages, heads: [], hasMore: false)
  }
}
