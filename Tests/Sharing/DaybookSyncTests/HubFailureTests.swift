import Daybook
import DaybookHub
import DaybookTesting
import Foundation
import TestRun
import Testing

@testable import DaybookSync

/// A hub that ends, whose disk is full, or whose members are others than they were.
@Suite(.tags(.slow)) struct HubFailureTests {
  /// A hub whose process ends between calls, and with it the replies to those that it answers.
  private actor MortalHub: HubTransport {
    struct Ended: Error {}

    private let open: @Sendable () throws -> Hub
    private let space: UUID
    private let most: Int
    private var hub: Hub
    private var random: SeededGenerator
    private var calls = 0
    private var isEnding = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    /// What it has said that it has.
    private var told = VersionVector()
    private(set) var ends = 0

    init(
      _ space: UUID, endingAtMost most: Int, seed: UInt64,
      opening open: @escaping @Sendable () throws -> Hub
    ) throws {
      (self.space, self.most, self.open) = (space, most, open)
      random = SeededGenerator(seed: seed)
      hub = try open()
    }

    func send(_ call: HubCall, patience: Duration) async throws -> HubAnswer {
      while isEnding { await withCheckedContinuation { waiting.append($0) } }
      calls += 1
      let answer = await hub.answer(call)
      calls -= 1
      if ends < most, Int.random(in: 0..<5, using: &random) == 0 { isEnding = true }
      if call.name == .push, answer.status == 200 {
        told.merge(try PushReply(bytes: answer.body).vector)
      }
      guard isEnding else { return answer }
      if calls == 0 { try end() }
      throw Ended()
    }

    private func end() throws {
      defer {
        isEnding = false
        waiting.forEach { $0.resume() }
        waiting = []
      }
      ends += 1
      hub.close()
      hub = try open()
      guard let store = try hub.store(of: space) else { return }
      let vector = try store.read { try $0.versionVector() }
      #expect(vector.covers(told))
    }

    func close() { hub.close() }
  }

  @Test(.timeLimit(.minutes(10)))
  func `a hub that ends 200 times while members write has all that it has said to have`()
    async throws
  {
    let house = try await HubHouse()
    house.hub.close()
    let members = [
      house.members.first, try await house.members.join("ben"),
      try await house.members.join("cleo"), try await house.members.join("dan"),
    ]
    let hub = try MortalHub(
      house.members.first.store.space, endingAtMost: 200, seed: 7,
      opening: { [path = house.path, clock = house.members.clock] in
        var limits = HubLimits()
        limits.callsPerSecond = 1_000_000
        return try Hub(at: path, name: "our Pi", limits: limits, now: { clock.now })
      })
    let text = house.text
    let added = try await withThrowingTaskGroup(of: Int.self) { group in
      for member in members {
        group.addTask {
          let peer = HubPeer(text, for: member, over: hub)
          var count = 0
          while await hub.ends < 200 {
            count += 1
            let name = "\(count)"
            try await member.store.append { try $0.append(ItemEvent.added(name: name), to: UUID()) }
            let failure = try await member.exchange(with: peer).failure
            // Before the first has brought the space, nobody else is known.
            #expect([nil, .peer, .notEnrolled].contains(failure?.code))
          }
          return count
        }
      }
      return try await group.reduce(0, +)
    }
    for _ in 0..<2 {
      for member in members {
        let report = try await member.exchange(with: HubPeer(text, for: member, over: hub))
        #expect(report.failure == nil && report.refused.isEmpty)
      }
    }
    for member in members {
      #expect(try house.members.names(member).count == added)
      #expect(try house.members.digests(member) == house.members.digests(members[0]))
    }
    await hub.close()
    #expect(try await house.store().verify().ok)
  }

  @Test func `a device that writes under another name opens a session under that one`()
    async throws
  {
    let house = try await HubHouse()
    let (ada, ben) = (house.members.first, try await house.members.join("ben"))
    try await house.settle(ada, ben)
    let peer = house.peer(ben)
    try await ben.exchange(with: peer)
    try ben.store.mintReplica()
    try await ada.enrol(ben.request(), as: .writer, member: "ben")
    try await ada.exchange(with: house.peer(ada))
    try await house.members.add("bread", to: ben)
    // With the peer that had a session before.
    #expect(try await ben.exchange(with: peer).failure == nil)
    try await house.settle(ada, ben)
    let told = try await ada.memberVectors(in: house.peer(ada))
    #expect(try told.contains { try $0.replica == ben.replica() })
  }

  private struct Unreached: HubTransport, Error {
    func send(_ call: HubCall, patience: Duration) async throws -> HubAnswer { throw self }
  }

  @Test func `a hub that is not reached is told of as a peer, whatever is asked of it`()
    async throws
  {
    let house = try await HubHouse()
    let ada = house.members.first
    let peer = HubPeer(house.text, for: ada, over: Unreached())
    try await house.members.add("bread", to: ada)
    try await ada.setFrontier(ada.vector())
    #expect(try await ada.exchange(with: peer).failure?.code == .peer)
    let asking: [() async throws -> Void] = [
      { _ = try await ada.memberVectors(in: peer) },
      { _ = try await ada.commonVector(in: peer) },
      { try await ada.putSnapshot(in: peer) },
    ]
    for ask in asking {
      let error = await #expect(throws: SyncError.self) { try await ask() }
      #expect(error?.code == .peer)
    }
  }

  @Test(arguments: [
    FaultPlan.Fault.diskFull, .diskFullInFlush, .diskFailure,
  ])
  func `a hub whose disk was full goes on by itself once there is room`(
    _ fault: FaultPlan.Fault
  ) async throws {
    let house = try await HubHouse()
    house.hub.close()
    let ada = house.members.first
    let faults = FaultPlan()
    var stores = StoreOptions()
    stores.now = { [clock = house.members.clock] in clock.now }
    faults.install(in: &stores)
    let hub = try Hub(at: house.path, name: "our Pi", stores: stores)
    func exchange() async throws -> SyncError? {
      try await ada.exchange(with: HubPeer(house.text, for: ada, over: hub)).failure
    }
    #expect(try await exchange() == nil)
    try await house.members.add("bread", to: ada)
    faults.failNextCommit(fault)
    #expect(try await exchange()?.code == .peer)
    #expect(try await exchange() == nil)
    #expect(try hub.store(of: ada.store.space)?.read { try $0.versionVector() } == ada.vector())
  }

  @Test func `a hub that cannot use its files says whom to ask, and names no place of its own`()
    async throws
  {
    var house = try await HubHouse()
    let ada = house.members.first
    #expect(try await ada.exchange(with: house.peer(ada)).failure == nil)
    let kept = house.path + "/kept"
    try FileManager.default.removeItem(atPath: kept)
    try Data().write(to: URL(fileURLWithPath: kept))
    let first = try await ada.exchange(with: house.peer(ada)).failure
    #expect(first?.code == .peer)
    #expect(first?.message.contains("let who runs it look at its disk") == true)
    try FileManager.default.removeItem(atPath: kept)
    house.hub.close()
    let space = ada.store.space.uuidString.lowercased()
    try Data(repeating: 7, count: 1 << 16)
      .write(to: URL(fileURLWithPath: "\(house.path)/spaces/\(space)/data.mdb"))
    try house.restart()
    let second = try await ada.exchange(with: house.peer(ada)).failure
    #expect(second?.code == .peer)
    #expect(second?.message.contains("see Running a hub") == true)
    // What the guide says.
    house.hub.close()
    try FileManager.default.removeItem(atPath: "\(house.path)/spaces/\(space)")
    try house.restart()
    #expect(try await ada.exchange(with: house.peer(ada)).failure == nil)
  }
}
