import Daybook
import DaybookHub
import DaybookTesting
import Foundation
import Synchronization
import TemporaryFolders
import Testing

@testable import DaybookSync

/// Who may ask a hub, and what it says to others.
struct HubCallerTests {
  @Test(arguments: HubCall.Name.allCases)
  func `another space's identifier is answered as one that does not exist`(
    _ name: HubCall.Name
  ) async throws {
    let house = try await HubHouse()
    let ada = house.members.first
    try await ada.exchange(with: house.peer(ada))
    // Somebody with a space of its own at the same hub, and so with the hub's text.
    let strange = try await SyncHouse.founded()
    let own = HubPeer(house.text, for: strange.first, over: house.hub)
    try await strange.first.exchange(with: own)
    let listening = ListeningTransport(house.hub)
    try await strange.first.exchange(with: HubPeer(house.text, for: strange.first, over: listening))
    let session = listening.calls.withLock { $0.compactMap(\.session).last }
    let known = Daybook.Attachment(name: String(repeating: "a", count: 64), length: 1)
    let file = try #require(known)
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
        try await ada.page(lackedBy: VersionVector()).bytes, letter.bytes, FileList().bytes,
        FilePiece(of: file, at: 0, content: [1]).bytes,
        ChunkRequest(frontier: 1, hashes: [[UInt8](repeating: 1, count: 32)]).bytes,
      ]
      var found: [HubAnswer] = []
      for session in [nil, "", "AAAA", session] {
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
    let house = try await HubHouse()
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

  /// The session of somebody who has the hub's text, and says to have founded the space.
  private func squat(_ space: UUID, at house: HubHouse) async throws -> String {
    let (key, replica) = (try house.members.key("squatter"), ReplicaID(UUID()))
    let terms = try await house.peer(house.members.first).terms()
    var request = SessionRequest(
      replica: replica, nonce: terms.nonce,
      opening: SessionRequest.Opening(
        founder: replica, founderKey: key.publicKey, publicKey: key.publicKey))
    try request.sign(for: house.text, space, by: key)
    let answer = await house.hub.answer(HubCall(.session, space: space, body: request.bytes))
    #expect(answer.status == 200)
    return try SessionReply(bytes: answer.body).token
  }

  @Test(arguments: [false, true])
  func `who only says to have founded a space keeps nobody out of it`(
    _ ownerIsFirst: Bool
  ) async throws {
    let house = try await HubHouse()
    let (ada, ben) = (house.members.first, try await house.members.join("ben"))
    let space = ada.store.space
    let peer = house.peer(ada)
    if ownerIsFirst { _ = try await peer.hello(try ada.hello()) }
    let token = try await squat(space, at: house)
    let box = BoxLetter(in: JoinLink(to: space, by: house.text).box).bytes
    let links = await house.hub.answer(HubCall(.box, space: space, session: token, body: box))
    #expect(links.status == 403)
    #expect(try await ada.exchange(with: peer).refusedByPeer.isEmpty)
    // From then on what is there tells who founded it.
    let greeting = HubCall(.hello, space: space, session: token, body: try ada.hello().bytes)
    #expect(await house.hub.answer(greeting).status == 401)
    try await house.settle(ada, ben)
  }

  @Test func `a space begins with a snapshot though somebody else says to have founded it`()
    async throws
  {
    let house = try await HubHouse()
    let ada = house.members.first
    try await house.members.add("bread", to: ada)
    try await ada.setFrontier(ada.vector())
    try ada.purgeAll()
    _ = try await squat(ada.store.space, at: house)
    for _ in 0..<2 { #expect(try await ada.exchange(with: house.peer(ada)).failure == nil) }
    let there = try house.hub.store(of: ada.store.space)
    #expect(try there?.read { try $0.versionVector() } == ada.vector())
  }

  @Test func `nobody brings a space along who does not know the hub's secret`() async throws {
    let house = try await HubHouse()
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
    let house = try await HubHouse()
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
    // What somebody has overheard opens no other session.
    #expect(try await ask(nonce) == 401)
    var changed = nonce
    changed[7] &+= 1
    #expect(try await ask(changed) == 401)
    #expect(try await ask([]) == 401)
    house.members.clock.advance(by: 61)
    #expect(try await ask(nonce) == 401)
  }

  /// A transport that makes the first call for a session twice, as when the answer was lost.
  private final class RepeatingTransport: HubTransport {
    private let hub: Hub
    private let hasRepeated = Mutex(false)
    init(_ hub: Hub) { self.hub = hub }

    func send(_ call: HubCall, patience: Duration) async throws -> HubAnswer {
      let isFirst = call.name == .session && hasRepeated.withLock { !$0 }
      if isFirst {
        hasRepeated.withLock { $0 = true }
        _ = await hub.answer(call)
      }
      return await hub.answer(call)
    }
  }

  @Test func `a session whose answer was lost is asked for anew`() async throws {
    let house = try await HubHouse()
    let ada = house.members.first
    let peer = HubPeer(house.text, for: ada, over: RepeatingTransport(house.hub))
    #expect(try await ada.exchange(with: peer).failure == nil)
  }

  @Test func `a greeting in another member's name is not kept`() async throws {
    let house = try await HubHouse()
    let (ada, ben) = (house.members.first, try await house.members.join("ben"))
    try await house.settle(ada, ben)
    let forged = try ada.hello().bytes
    let unsigned = Hello(
      space: ada.store.space, replica: try ben.replica(), vector: try ada.vector(),
      time: house.members.clock.now
    ).bytes
    for body in [forged, unsigned] {
      let transport = TamperingTransport(hub: house.hub) { if $0.name == .said { $0.body = body } }
      let failure = try await ben.exchange(
        with: HubPeer(house.text, for: ben, over: transport)
      ).failure
      #expect(failure?.code == .badSignature)
    }
  }

  @Test func `a member who writes in another's name is refused, and the hub keeps nothing of it`()
    async throws
  {
    let house = try await HubHouse()
    let (ada, ben) = (house.members.first, try await house.members.join("ben"))
    try await house.settle(ada, ben)
    let known = try ada.vector()
    try await house.members.add("bread", to: ada)
    let page = try await ada.page(lackedBy: known)
    var changed = page.messages
    changed[0][changed[0].count - 1] ^= 1
    for (messages, heads) in [(page.messages, []), (changed, page.heads)] {
      let forged = SyncPage(
        space: page.space, messages: messages, heads: heads, hasMore: false)
      let reply = try await house.peer(ben).push(forged)
      #expect(reply.refused.count == 1 && reply.vector == known)
    }
    #expect(try await house.peer(ben).push(page).vector == ada.vector())
  }

  @Test func `another hub at the same address is not believed`() async throws {
    let house = try await HubHouse()
    let other = try Hub(at: house.members.folder.path + "/other", name: "other")
    let ada = house.members.first
    let report = try await ada.exchange(with: HubPeer(house.text, for: ada, over: other))
    #expect(report.failure?.code == .peer)
    #expect(report.failure?.message.contains("another hub") == true)
    // It knows no such link, which says nothing about the link.
    let link = JoinLink(to: ada.store.space, by: house.text)
    let failure = await #expect(throws: SyncError.self) {
      try await HubPeer.invitation(with: link, over: other)
    }
    #expect(failure?.code == .peer)
    #expect(failure?.message.contains("another hub") == true)
  }
}
