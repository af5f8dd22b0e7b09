import Daybook
import DaybookTesting
import Foundation
import Synchronization
import Testing

@testable import DaybookHub
@testable import DaybookSync

/// What a hub takes, and what it makes of calls that nobody wrote.
struct HubLimitTests {
  @Test func `a call that is too long is refused, and one that comes too soon`() async throws {
    var limits = HubLimits()
    limits.longestBody = 1_000
    limits.callsPerSecond = 5
    let house = try await HubHouse(limits)
    let ada = house.members.first
    let bread = try await house.members.add("bread", to: ada)
    try await ada.store.append { try $0.append(ItemEvent.noted(Item.long), to: bread) }
    #expect(try await ada.exchange(with: house.peer(ada)).failure?.code == .tooLarge)
    let peer = house.peer(ada)
    await #expect(throws: SyncError.self) {
      for _ in 0..<11 { _ = try await peer.hello(try ada.hello()) }
    }
    house.members.clock.advance(by: 1)
    _ = try await peer.hello(try ada.hello())
  }

  @Test(arguments: [HubCall.Name.terms, .session, .letters, .letter])
  func `an address without a session makes so many calls, and takes none from others`(
    _ name: HubCall.Name
  ) async throws {
    var limits = HubLimits()
    (limits.strangersPerSecond, limits.allStrangersPerSecond) = (5, 50)
    let house = try await HubHouse(limits)
    let ada = house.members.first
    try await ada.exchange(with: house.peer(ada))
    func call(_ origin: String?) async -> Int {
      var call = HubCall(name, space: name == .terms ? nil : ada.store.space)
      call.origin = origin
      return await house.hub.answer(call).status
    }
    for _ in 0..<10 { #expect(await call("10.0.0.1") != 429) }
    for _ in 0..<90 { #expect(await call("10.0.0.1") == 429) }
    // Others go on, and who has a session is none of them.
    #expect(await call("10.0.0.2") != 429)
    #expect(try await ada.exchange(with: house.peer(ada)).failure == nil)
    house.members.clock.advance(by: 1)
    for _ in 0..<5 { #expect(await call("10.0.0.1") != 429) }
    #expect(await call("10.0.0.1") == 429)
  }

  @Test func `many addresses without a session are one crowd, and are forgotten`() async throws {
    var limits = HubLimits()
    (limits.strangersPerSecond, limits.allStrangersPerSecond) = (5, 50)
    let strangers = HubStrangers(limits)
    var now = Date(timeIntervalSince1970: 1_000_000)
    let first = (0..<1_000).count { strangers.use("10.0.0.\($0)", at: now) }
    #expect(first == 100 && strangers.count == 100)
    now.addTimeInterval(10)
    #expect(strangers.use("other", at: now))
    #expect(strangers.count == 1)
    // A clock that is set back by a day gives nobody more, and locks nobody out for long.
    now.addTimeInterval(-86_400)
    let second = (0..<1_000).count { strangers.use("10.0.1.\($0)", at: now) }
    #expect(second <= 100)
    now.addTimeInterval(10)
    #expect(strangers.use("10.0.1.1", at: now))
  }

  @Test func `a session of a clock that was ahead ends when the clock is right`() {
    let sessions = HubSessions(HubLimits())
    let (space, now) = (UUID(), Date(timeIntervalSince1970: 1_000_000))
    func open(at time: Date) -> String? {
      sessions.open(
        space, ReplicaID(UUID()), key: [], opening: nil, nonce: sessions.nonce(at: time),
        at: time)?.token
    }
    let ahead = open(at: now.addingTimeInterval(365 * 86_400))
    #expect(ahead != nil && !sessions.isOpen(ahead, of: space, at: now))
    // It keeps no later one from being forgotten.
    let later = open(at: now)
    #expect(sessions.isOpen(later, of: space, at: now) && sessions.count == 1)
  }

  @Test func `one device waits for news a few times at once, and leaves room for others`()
    async throws
  {
    var limits = HubLimits()
    (limits.waits, limits.waitsOfDevice) = (3, 2)
    let waits = HubWaits(limits)
    let (space, first, second) = (UUID(), ReplicaID(UUID()), ReplicaID(UUID()))
    for _ in 0..<2 { try waits.begin(first, in: space) }
    #expect(throws: HubRefusal.self) { try waits.begin(first, in: space) }
    try waits.begin(second, in: space)
    #expect(throws: HubRefusal.self) { try waits.begin(second, in: space) }
    waits.end(first, in: space)
    try waits.begin(first, in: space)
  }

  @Test(.timeLimit(.minutes(10)))
  func `who is revoked while it waits hears nothing of what there is`() async throws {
    let house = try await HubHouse()
    let (ada, ben) = (house.members.first, try await house.members.join("ben"))
    try await house.settle(ada, ben)
    let known = try ben.vector()
    let peer = house.peer(ben)
    try await ben.exchange(with: peer)
    let waiting = Task { try await peer.changed(beyond: known) }
    try await ada.revoke(ben.replica())
    try await ada.exchange(with: house.peer(ada))
    let failure = await #expect(throws: SyncError.self) { try await waiting.value }
    #expect(failure?.code == .revoked)
  }

  @Test func `what only tells or asks has no long body`() async throws {
    let house = try await HubHouse()
    for name in HubCall.Name.allCases {
      let isLong = [.push, .offer, .put, .add].contains(name)
      #expect(isLong == (house.hub.longestBody(of: name) > 1 << 20))
    }
  }

  @Test func `what a space takes on the disk is counted as it comes`() async throws {
    let house = try await HubHouse()
    let ada = house.members.first
    try await house.members.add("bread", to: ada)
    try await ada.exchange(with: house.peer(ada))
    let space = try #require(try house.hub.spaces.existing(ada.store.space))
    _ = space.size.bytes()
    try await ada.setFrontier(ada.vector())
    _ = try await ada.putSnapshot(in: house.peer(ada))
    let file = try ada.store.attachments.add([UInt8](repeating: 7, count: 5_000))
    let id = try await house.members.add("photo", to: ada)
    try await ada.store.append { try $0.append(ItemEvent.pictured(file), to: id) }
    try await ada.exchange(with: house.peer(ada))
    let counted = space.size.bytes()
    space.size.measureAgain()
    // Greetings and manifests are not counted as they come.
    #expect(abs(space.size.bytes() - counted) < 4_000)
    #expect(counted > 5_000)
  }

  @Test func `a space that is full takes nothing more, and gives what it has`() async throws {
    var limits = HubLimits()
    limits.largestSpace = 1
    let house = try await HubHouse(limits)
    let failure = try await house.members.first.exchange(with: house.peer(house.members.first))
      .failure
    #expect(failure?.message.contains("no more room") == true)
  }

  @Test func `spaces that were not used for long are closed, and opened when they are`()
    async throws
  {
    var limits = HubLimits()
    limits.openSpaces = 2
    limits.spaces = 3
    let house = try await HubHouse(limits)
    var others: [SyncHouse] = []
    for _ in 0..<2 { others.append(try await SyncHouse.founded()) }
    for round in 0..<3 {
      for member in [house.members.first] + others.map(\.first) {
        try await house.members.add("\(round)", to: member)
        let peer = HubPeer(house.text, for: member, over: house.hub)
        #expect(try await member.exchange(with: peer).failure == nil)
        #expect(house.hub.counts.spaces <= 2)
      }
    }
    let fourth = try await SyncHouse.founded()
    let peer = HubPeer(house.text, for: fourth.first, over: house.hub)
    let failure = try await fourth.first.exchange(with: peer).failure
    #expect(failure?.code == .notPermitted)
    // A space less, and there is room.
    #expect(failure?.isForGood == false)
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `calls that were changed on their way are answered, and harm nobody`(seed: UInt64)
    async throws
  {
    var limits = HubLimits()
    limits.callsPerSecond = 1_000_000
    let house = try await HubHouse(limits)
    let (ada, ben) = (house.members.first, try await house.members.join("ben"))
    try await house.members.add("bread", to: ada)
    let listening = ListeningTransport(house.hub)
    let peer = HubPeer(house.text, for: ada, over: listening)
    try await ada.exchange(with: peer)
    _ = try await peer.invite()
    try await ada.setFrontier(ada.vector())
    _ = try await ada.putSnapshot(in: peer)
    let calls = listening.calls.withLock { $0 }.filter { $0.name != .changed }
    var random = SeededGenerator(seed: seed)
    for _ in 0..<1_000 {
      var call = calls[Int.random(in: 0..<calls.count, using: &random)]
      call.body.change(&random)
      if Int.random(in: 0..<8, using: &random) == 0 {
        call.name =
          HubCall.Name.allCases[
            Int.random(in: 0..<HubCall.Name.allCases.count, using: &random)]
        if call.name == .changed { continue }
      }
      let status = await house.hub.answer(call).status
      #expect([200, 400, 401, 403, 404, 410, 413, 422].contains(status), "\(call.name) \(status)")
    }
    try await house.settle(ada, ben)
    #expect(try await house.store().verify().ok)
  }
}
