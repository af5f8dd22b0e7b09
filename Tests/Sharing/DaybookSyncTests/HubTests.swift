import Daybook
import DaybookHub
import DaybookTesting
import Foundation
import Synchronization
import TemporaryFolders
import Testing

@testable import DaybookSync

/// Members who meet at a hub alone, which knows nothing of what they write.
@Suite struct HubTests {
  /// A hub, and what members need to know of it.
  struct House {
    let members: SyncHouse
    private(set) var hub: Hub
    let path: String

    init(_ limits: HubLimits = HubLimits()) async throws {
      members = try await SyncHouse.founded()
      path = members.folder.path + "/hub"
      hub = try Self.open(path, limits, members.clock)
    }

    private static func open(
      _ path: String, _ limits: HubLimits, _ clock: TestClock
    ) throws -> Hub {
      try Hub(at: path, name: "our Pi", limits: limits, now: { clock.now })
    }

    var text: HubText { hub.text(at: ["https://pi:4711"]) }

    func peer(_ member: Replication) -> HubPeer {
      HubPeer(text, for: member, over: hub)
    }

    /// Ends the hub's process, and begins another one.
    mutating func restart() throws {
      hub.close()
      hub = try Self.open(path, hub.limits, members.clock)
    }

    /// Each exchanges as often as it takes until all have the same.
    func settle(_ replications: Replication...) async throws {
      for _ in 0..<2 {
        for member in replications {
          let report = try await member.exchange(with: peer(member))
          #expect(report.failure == nil)
          #expect(report.refused.isEmpty && report.refusedByPeer.isEmpty)
        }
      }
      let first = try members.digests(replications[0])
      for member in replications.dropFirst() {
        #expect(try members.digests(member) == first)
        #expect(try member.vector() == replications[0].vector())
        #expect(try await member.store.verify().ok)
      }
    }

    /// The hub's own store of the space, once the hub has let go of it.
    func store() throws -> EventStore {
      hub.close()
      let space = members.first.store.space.uuidString.lowercased()
      return try EventStore.open(at: "\(path)/spaces/\(space)", schema: Schema())
    }
  }

  @Test func `two who are never on together have the same`() async throws {
    let house = try await House()
    let (ada, ben) = (house.members.first, try await house.members.join("ben"))
    try await house.members.add("bread", to: ada)
    try await house.settle(ada, ben)
    try await house.members.add("milk", to: ben)
    try await house.members.add("salt", to: ada)
    try await house.settle(ben, ada)
    #expect(try house.members.names(ada) == ["bread", "milk", "salt"])
    #expect(try await house.store().verify().ok)
  }

  @Test func `a hub that is enrolled as a reader is a member like others`() async throws {
    let house = try await House()
    let ada = house.members.first
    try await ada.enrol(house.hub.request, as: .reader, member: "Pi")
    let ben = try await house.members.join("ben")
    try await house.settle(ada, ben)
    #expect(try ben.space().members[house.hub.request.replica]?.role == .reader)
    // No frontier waits for it.
    try await ada.setFrontier(ada.commonVector(in: house.peer(ada)))
  }

  @Test func `members tell a hub what they have, which frontiers need`() async throws {
    let house = try await House()
    let (ada, ben) = (house.members.first, try await house.members.join("ben"))
    try await house.members.add("bread", to: ada)
    try await ada.exchange(with: house.peer(ada))
    await #expect(throws: SyncError.self) { try await ada.commonVector(in: house.peer(ada)) }
    try await house.settle(ada, ben)
    #expect(try await ada.commonVector(in: house.peer(ada)) == ada.vector())
    let told = try await ben.memberVectors(in: house.peer(ben))
    #expect(told.map(\.replica) == [try ada.replica()])
    try await house.members.add("milk", to: ada)
    try await ada.exchange(with: house.peer(ada))
    #expect(try await ada.holdingBack(in: house.peer(ada)).map(\.replica) == [try ben.replica()])
  }

  @Test func `a hub that begins anew asks who is there, and goes on`() async throws {
    var house = try await House()
    let (ada, ben) = (house.members.first, try await house.members.join("ben"))
    let (adas, bens) = (house.peer(ada), house.peer(ben))
    try await ada.exchange(with: adas)
    try await ben.exchange(with: bens)
    let before = house.text
    try house.restart()
    #expect(house.text == before)
    try await house.members.add("bread", to: ada)
    try await house.settle(ada, ben)
    #expect(try await ada.memberVectors(in: house.peer(ada)).count == 1)
  }

  @Test func `a session is over after an hour, and the next one is opened`() async throws {
    let house = try await House()
    let peer = house.peer(house.members.first)
    #expect(try await house.members.first.exchange(with: peer).failure == nil)
    #expect(house.hub.counts.sessions == 1)
    house.members.clock.advance(by: 3_601)
    try await house.members.add("bread", to: house.members.first)
    #expect(try await house.members.first.exchange(with: peer).failure == nil)
    #expect(house.hub.counts.sessions == 1)
  }

  @Test func `a hub answers no more calls of who was revoked, and takes in what came before`()
    async throws
  {
    let house = try await House()
    let (ada, ben) = (house.members.first, try await house.members.join("ben"))
    try await house.settle(ada, ben)
    let peer = house.peer(ben)
    try await ben.exchange(with: peer)
    try await ada.revoke(ben.replica())
    try await ada.exchange(with: house.peer(ada))
    try await house.members.add("mine", to: ben)
    // In the session that it has, and in a new one.
    for peer in [peer, house.peer(ben)] {
      let failure = try #require(try await ben.exchange(with: peer).failure)
      #expect(failure.code == .notPermitted)
      #expect(failure.message.contains("revoked"))
    }
    // Void transactions come by another way, and are passed on: a purge waits for nobody's.
    try await ada.exchange(with: StorePeer(ben, name: "ben"))
    let cleo = try await house.members.join("cleo")
    try await house.settle(ada, cleo)
    #expect(try cleo.vector() == ben.vector().merging(ada.vector()))
    #expect(try house.members.names(cleo).isEmpty)
  }

  @Test func `a newcomer begins with the snapshot that an owner left at the hub`() async throws {
    let house = try await House()
    let ada = house.members.first
    try await house.members.add("bread", to: ada)
    try await ada.exchange(with: house.peer(ada))
    try await ada.setFrontier(ada.vector())
    try await house.members.add("milk", to: ada)
    try ada.purgeAll()
    // A second hub has nothing of what was purged.
    let other = try Hub(
      at: house.members.folder.path + "/other", name: "other",
      now: { [clock = house.members.clock] in clock.now })
    let text = other.text(at: ["https://other"])
    let report = try await ada.exchange(with: HubPeer(text, for: ada, over: other))
    #expect(report.failure == nil)
    let ben = try await house.members.join("ben")
    _ = try await ada.exchange(with: HubPeer(text, for: ada, over: other))
    let first = try await ben.exchange(with: HubPeer(text, for: ben, over: other))
    #expect(first.failure == nil)
    #expect(first.hasBootstrapped)
    #expect(try house.members.names(ben) == ["bread", "milk"])
    #expect(try house.members.digests(ben) == house.members.digests(ada))
  }

  @Test func `members bring everything back to a hub that lost its disk`() async throws {
    let house = try await House()
    let (ada, ben) = (house.members.first, try await house.members.join("ben"))
    try await house.members.add("bread", to: ada)
    try await house.settle(ada, ben)
    house.hub.close()
    for folder in ["spaces", "kept"] {
      try FileManager.default.removeItem(atPath: "\(house.path)/\(folder)")
    }
    var again = house
    try again.restart()
    try await house.members.add("milk", to: ben)
    // The second phone comes first.
    try await again.settle(ben, ada)
    #expect(try house.members.names(ada) == ["bread", "milk"])
  }

  @Test(.timeLimit(.minutes(10)))
  func `who follows a hub hears at once what others have brought`() async throws {
    let house = try await House()
    let (ada, ben) = (house.members.first, try await house.members.join("ben"))
    try await house.settle(ada, ben)
    // A pause so long that the test would fail by its limit.
    let task = Task { [peer = house.peer(ben)] in
      try await ben.follow(peer, every: .seconds(3_600))
    }
    try await house.members.add("bread", to: ada)
    try await ada.exchange(with: house.peer(ada))
    for try await names in ben.store.values({ try $0.rows(OpenItems.all).map(\.key.first) })
    where names == ["bread"] { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  // MARK: Who may ask

  /// A transport that changes what passes.
  private struct Tampering: HubTransport {
    let hub: Hub
    var change: @Sendable (inout HubCall) throws -> Void

    func send(_ call: HubCall, patience: Duration) async throws -> HubAnswer {
      var call = call
      try change(&call)
      return await hub.answer(call)
    }
  }

  @Test(arguments: HubCall.Name.allCases)
  func `another space's identifier is answered as one that does not exist`(
    _ name: HubCall.Name
  ) async throws {
    let house = try await House()
    let ada = house.members.first
    try await ada.exchange(with: house.peer(ada))
    // Somebody with a space of its own at the same hub, and so with the hub's text.
    let strange = try await SyncHouse.founded()
    let own = HubPeer(house.text, for: strange.first, over: house.hub)
    try await strange.first.exchange(with: own)
    if name == .terms { return }
    let letter = JoinLink(to: ada.store.space, by: house.text).letter(.request, [1])
    let nonce = try await own.terms().nonce
    var answers: [[HubAnswer]] = []
    for space in [ada.store.space, UUID()] {
      var request = SessionRequest(
        replica: try strange.first.replica(), nonce: nonce,
        opening: nil)
      try request.sign(for: house.text, space, by: strange.key("first"))
      let bodies = [
        [], request.bytes, try strange.first.hello().bytes, try ada.hello().bytes,
        PullRequest(VersionVector(), limit: .standard).bytes, [0xFF, 0x00],
        try await ada.page(lackedBy: VersionVector()).bytes, letter.bytes,
      ]
      var found: [HubAnswer] = []
      for session in [nil, "", "AAAA"] {
        for body in bodies {
          found.append(
            await house.hub.answer(HubCall(name, space: space, session: session, body: body)))
        }
      }
      answers.append(found)
    }
    #expect(answers[0] == answers[1])
    #expect(answers[0].allSatisfy { $0.status != 200 })
  }

  @Test func `who is no member gets no session, also with the hub's secret`() async throws {
    let house = try await House()
    let ada = house.members.first
    try await ada.exchange(with: house.peer(ada))
    // It knows the space's name, and has a key of its own.
    let key = try house.members.key("stranger")
    let terms = try await house.peer(ada).terms()
    var request = SessionRequest(
      replica: ReplicaID(UUID()), nonce: terms.nonce,
      opening: SessionRequest.Opening(
        founder: ReplicaID(UUID()), founderKey: key.publicKey, publicKey: key.publicKey))
    try request.sign(for: house.text, ada.store.space, by: key)
    let answer = await house.hub.answer(
      HubCall(.session, space: ada.store.space, body: request.bytes))
    #expect(answer.status == 404)
    // In a member's name.
    request = SessionRequest(replica: try ada.replica(), nonce: terms.nonce, opening: nil)
    try request.sign(for: house.text, ada.store.space, by: key)
    #expect(
      await house.hub.answer(HubCall(.session, space: ada.store.space, body: request.bytes))
        .status == 404)
  }

  @Test func `nobody brings a space along who does not know the hub's secret`() async throws {
    let house = try await House()
    let ada = house.members.first
    let wrong = HubText(
      addresses: house.text.addresses, fingerprint: nil, key: house.text.key,
      secret: [UInt8](repeating: 7, count: 32))
    let report = try await ada.exchange(with: HubPeer(wrong, for: ada, over: house.hub))
    #expect(report.failure?.code == .notEnrolled)
    #expect(house.hub.counts.spaces == 0)
    #expect(!FileManager.default.fileExists(atPath: house.path + "/spaces"))
  }

  @Test func `what was signed for a session is good for a minute`() async throws {
    let house = try await House()
    let ada = house.members.first
    try await ada.exchange(with: house.peer(ada))
    let nonce = try await house.peer(ada).terms().nonce
    func ask(_ nonce: [UInt8]) async throws -> Int {
      let request = try SessionRequest(of: ada.store, ada.key, to: house.text, nonce: nonce)
      return await house.hub.answer(
        HubCall(.session, space: ada.store.space, body: request.bytes)
      ).status
    }
    #expect(try await ask(nonce) == 200)
    var changed = nonce
    changed[7] &+= 1
    #expect(try await ask(changed) == 401)
    #expect(try await ask([]) == 401)
    house.members.clock.advance(by: 61)
    #expect(try await ask(nonce) == 401)
  }

  @Test func `a greeting in another member's name is not kept`() async throws {
    let house = try await House()
    let (ada, ben) = (house.members.first, try await house.members.join("ben"))
    try await house.settle(ada, ben)
    let forged = try ada.hello().bytes
    let unsigned = Hello(
      space: ada.store.space, replica: try ben.replica(), vector: try ada.vector(),
      time: house.members.clock.now
    ).bytes
    for body in [forged, unsigned] {
      let transport = Tampering(hub: house.hub) { if $0.name == .said { $0.body = body } }
      let failure = try await ben.exchange(
        with: HubPeer(house.text, for: ben, over: transport)
      ).failure
      #expect(failure?.code == .badSignature)
    }
  }

  @Test func `another hub at the same address is not believed`() async throws {
    let house = try await House()
    let other = try Hub(at: house.members.folder.path + "/other", name: "other")
    let ada = house.members.first
    let report = try await ada.exchange(with: HubPeer(house.text, for: ada, over: other))
    #expect(report.failure?.code == .peer)
    #expect(report.failure?.message.contains("another hub") == true)
  }

  // MARK: Joining with a link

  @Test func `a device joins with a link, when the owner has seen its digits`() async throws {
    let house = try await House()
    let ada = house.members.first
    let peer = house.peer(ada)
    try await house.members.add("bread", to: ada)
    try await ada.exchange(with: peer)
    let link = try JoinLink("\(try await peer.invite())")
    #expect(try await peer.request(with: link) == nil)
    let key = try house.members.key("phone")
    let asked = try await HubPeer.ask(with: link, key: key, device: "Ben's phone", over: house.hub)
    // Asked again, it is the same.
    #expect(
      try await HubPeer.ask(with: link, key: key, device: "Ben's phone", over: house.hub) == asked)
    #expect(try await HubPeer.invitation(with: link, over: house.hub) == nil)
    let request = try #require(try await peer.request(with: link))
    #expect(request.request.checkDigits == asked.request.checkDigits)
    for _ in 0..<2 { try await peer.admit(request, with: link, by: ada, member: "Ben") }
    let invitation = try #require(try await HubPeer.invitation(with: link, over: house.hub))
    let ben = try Replication.join(
      at: house.members.folder.path + "/phone", schema: SyncHouse.schema, key: key,
      invitation: invitation, options: SyncHouse.options(house.members.clock))
    try await house.settle(ben, ada)
    #expect(try house.members.names(ben) == ["bread"])
  }

  @Test func `a link is good for one device and a day, and nobody changes what passes`()
    async throws
  {
    let house = try await House()
    let ada = house.members.first
    try await ada.exchange(with: house.peer(ada))
    let link = try await house.peer(ada).invite()
    // A box that nobody has opened, and one of another space.
    for space in [ada.store.space, UUID()] {
      let unknown = JoinLink(to: space, by: house.text)
      await #expect(throws: SyncError.self) {
        try await HubPeer.ask(
          with: unknown, key: house.members.key("a"), device: "a", over: house.hub)
      }
    }
    let other = JoinRequest(
      device: "Ben's phone", request: Replication.request(of: try house.members.key("forger")))
    let forger = Tampering(hub: house.hub) { call in
      guard call.name == .letter, let letter = try? BoxLetter(bytes: call.body) else { return }
      call.body =
        BoxLetter(
          in: letter.box, letter.sort, content: other.bytes, code: letter.code
        ).bytes
    }
    _ = try await HubPeer.ask(
      with: link, key: house.members.key("phone"), device: "Ben's phone", over: forger)
    let failure = await #expect(throws: SyncError.self) {
      try await house.peer(ada).request(with: link)
    }
    #expect(failure?.code == .badSignature)

    let second = try await house.peer(ada).invite()
    _ = try await HubPeer.ask(
      with: second, key: house.members.key("phone"), device: "phone", over: house.hub)
    await #expect(throws: SyncError.self) {
      try await HubPeer.ask(
        with: second, key: house.members.key("thief"), device: "thief", over: house.hub)
    }
    // Who knows the box, and not the link, cannot replace what is there.
    let another = second.letter(.request, [1, 2, 3])
    #expect(
      await house.hub.answer(HubCall(.letter, space: ada.store.space, body: another.bytes)).status
        == 403)
    house.members.clock.advance(by: 86_401)
    await #expect(throws: SyncError.self) { try await house.peer(ada).request(with: second) }
  }

  @Test func `only owners invite, and only so many at a time`() async throws {
    var limits = HubLimits()
    limits.boxes = 2
    let house = try await House(limits)
    let (ada, ben) = (house.members.first, try await house.members.join("ben"))
    try await house.settle(ada, ben)
    await #expect(throws: SyncError.self) { try await house.peer(ben).invite() }
    for _ in 0..<2 { _ = try await house.peer(ada).invite() }
    await #expect(throws: SyncError.self) { try await house.peer(ada).invite() }
    house.members.clock.advance(by: 86_401)
    _ = try await house.peer(ada).invite()
  }

  // MARK: Limits

  @Test func `a call that is too long is refused, and one that comes too soon`() async throws {
    var limits = HubLimits()
    limits.longestBody = 1_000
    limits.callsPerSecond = 5
    let house = try await House(limits)
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

  @Test func `a space that is full takes nothing more, and gives what it has`() async throws {
    var limits = HubLimits()
    limits.largestSpace = 1
    let house = try await House(limits)
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
    let house = try await House(limits)
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
    #expect(try await fourth.first.exchange(with: peer).failure?.code == .notPermitted)
  }

  /// A transport that notes what passes.
  private final class Listening: HubTransport {
    let hub: Hub
    let calls = Mutex<[HubCall]>([])
    init(_ hub: Hub) { self.hub = hub }

    func send(_ call: HubCall, patience: Duration) async throws -> HubAnswer {
      calls.withLock { $0.append(call) }
      return await hub.answer(call)
    }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `calls that were changed on their way are answered, and harm nobody`(seed: UInt64)
    async throws
  {
    var limits = HubLimits()
    limits.callsPerSecond = 1_000_000
    let house = try await House(limits)
    let (ada, ben) = (house.members.first, try await house.members.join("ben"))
    try await house.members.add("bread", to: ada)
    let listening = Listening(house.hub)
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

  // MARK: Texts

  @Test func `the text of a hub is read as it was printed, and nothing else is`() throws {
    let text = HubText(
      addresses: ["https://192.168.1.7:4711", "https://pi.local:4711"],
      fingerprint: [UInt8](repeating: 3, count: 32), key: [UInt8](repeating: 1, count: 32),
      secret: [UInt8](repeating: 2, count: 32))
    #expect(try HubText("\(text)") == text)
    #expect(try HubText(" \(text)\n") == text)
    let printed = "\(text)"
    for place in [20, 60, printed.count - 3] {
      var changed = Array(printed)
      changed[place] = changed[place] == "A" ? "B" : "A"
      #expect(throws: SyncError.self) { try HubText(String(changed)) }
    }
    #expect(throws: SyncError.self) { try HubText(String(printed.dropLast(4))) }
    #expect(throws: SyncError.self) { try HubText("daybook-request-1:AAAA") }
  }
}

extension VersionVector {
  /// What either has.
  fileprivate func merging(_ other: VersionVector) -> VersionVector {
    var merged = self
    merged.merge(other)
    return merged
  }
}
