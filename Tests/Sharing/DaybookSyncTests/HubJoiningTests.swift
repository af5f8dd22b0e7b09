import Daybook
import DaybookHub
import DaybookTesting
import Foundation
import TemporaryFolders
import Testing

@testable import DaybookSync

/// Devices that join with a link, by way of a hub.
struct HubJoiningTests {
  @Test func `a device joins with a link, when the owner has seen its digits`() async throws {
    let house = try await HubHouse()
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
    let house = try await HubHouse()
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
    let forger = TamperingTransport(hub: house.hub) { call in
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

  @Test func `nobody is told to be let in while the hub refuses what says so`() async throws {
    let members = try await SyncHouse.founded()
    let ada = members.first
    let clock = TestClock(members.clock.now)
    let hub = try Hub(at: members.folder.path + "/hub", name: "our Pi", now: { clock.now })
    let peer = HubPeer(hub.text(at: ["https://pi:4711"]), for: ada, over: hub)
    try await ada.exchange(with: peer)
    clock.advance(by: -2 * 86_400)
    let link = try await peer.invite()
    let key = try members.key("phone")
    _ = try await HubPeer.ask(with: link, key: key, device: "phone", over: hub)
    let request = try #require(try await peer.request(with: link))
    let failure = await #expect(throws: SyncError.self) {
      try await peer.admit(request, with: link, by: ada, member: "Ben")
    }
    #expect(failure?.code == .clockAhead)
    #expect(failure?.message.contains("the hub’s clock") == true)
    #expect(try await HubPeer.invitation(with: link, over: hub) == nil)
  }

  @Test func `links of a clock that was a year ahead are closed, and lock nobody out`()
    async throws
  {
    var limits = HubLimits()
    limits.boxes = 2
    let members = try await SyncHouse.founded()
    let ada = members.first
    let clock = TestClock(members.clock.now)
    let hub = try Hub(
      at: members.folder.path + "/hub", name: "our Pi", limits: limits, now: { clock.now })
    let peer = HubPeer(hub.text(at: ["https://pi:4711"]), for: ada, over: hub)
    try await ada.exchange(with: peer)
    let year = 365 * 86_400.0
    clock.advance(by: year)
    let links = [try await peer.invite(), try await peer.invite()]
    clock.advance(by: -year)
    for link in links {
      let failure = await #expect(throws: SyncError.self) { try await peer.request(with: link) }
      #expect(failure?.code == .text)
    }
    let link = try await peer.invite()
    // A clock that is set back by a little closes nothing.
    clock.advance(by: -60)
    #expect(try await peer.request(with: link) == nil)
  }

  @Test func `who waits asks on while the hub is off, and hears of that once each time`()
    async throws
  {
    let off = SyncError(.peer, "the hub cannot be reached")
    var answers: [Result<Int?, SyncError>] = [
      .success(nil), .failure(off), .failure(off), .success(nil), .failure(off), .success(7),
    ]
    var told = 0
    let answer: Int = try await HubPolling.wait(every: .zero, failed: { _ in told += 1 }) {
      () async throws -> Int? in
      try answers.removeFirst().get()
    }
    #expect(answer == 7 && told == 2 && answers.isEmpty)
  }

  @Test func `who waits ends with what no patience mends`() async throws {
    let failure = await #expect(throws: SyncError.self) {
      let _: Int = try await HubPolling.wait(every: .zero, failed: { _ in }) {
        () async throws -> Int? in
        throw SyncError(.text, "the link was used")
      }
    }
    #expect(failure?.code == .text)
  }

  @Test func `a hub that begins anew while a device waits burns nothing`() async throws {
    var house = try await HubHouse()
    let ada = house.members.first
    let key = try house.members.key("phone")
    try await ada.exchange(with: house.peer(ada))
    let link = try await house.peer(ada).invite()
    let asked = try await HubPeer.ask(with: link, key: key, device: "phone", over: house.hub)
    try house.restart()
    let again = try await HubPeer.ask(with: link, key: key, device: "phone", over: house.hub)
    #expect(again == asked)
    let found = try await house.peer(ada).request(with: link)
    let request = try #require(found)
    try await house.peer(ada).admit(request, with: link, by: ada, member: "Ben")
    try house.restart()
    try await house.peer(ada).admit(request, with: link, by: ada, member: "Ben")
    let invitation = try await HubPeer.invitation(with: link, over: house.hub)
    #expect(invitation?.replica == asked.request.replica)
  }

  @Test func `a link that was changed anywhere is none`() async throws {
    let house = try await HubHouse()
    let ada = house.members.first
    try await ada.exchange(with: house.peer(ada))
    let link = "\(try await house.peer(ada).invite())"
    #expect("\(try JoinLink(link))" == link)
    let mark = try #require(link.firstIndex(of: "#"))
    for place in link.indices where place > mark {
      var changed = link
      changed.replaceSubrange(place...place, with: link[place] == "A" ? "B" : "A")
      // The last digit may have bits that mean nothing.
      if link.index(after: place) == link.endIndex { continue }
      #expect(throws: SyncError.self) { try JoinLink(changed) }
    }
    for text in [
      "", "#", link + "AAAA", String(link.dropLast(4)), "https://pi:4711/daybook/1/join#",
    ] {
      #expect(throws: SyncError.self) { try JoinLink(text) }
    }
  }

  @Test(arguments: ["", "\u{200B}", "Ben\nAda", String(repeating: "x", count: 201)])
  func `a device without a name that can be shown asks nothing`(name: String) async throws {
    let house = try await HubHouse()
    let ada = house.members.first
    let peer = house.peer(ada)
    try await ada.exchange(with: peer)
    let link = try await peer.invite()
    let failure = await #expect(throws: SyncError.self) {
      try await HubPeer.ask(
        with: link, key: house.members.key("phone"), device: name, over: house.hub)
    }
    #expect(failure?.code == .text)
    #expect(
      failure?.message == "the name of a device has 1 to 200 bytes on one line, not blanks alone")
    #expect(try await peer.request(with: link) == nil)
  }

  @Test func `a device's name has nothing that a screen obeys`() async throws {
    let house = try await HubHouse()
    let key = try house.members.key("phone")
    let name = "Ben\u{1B}[2J\u{202E}\u{2028}\n\u{7}" + String(repeating: "x", count: 100)
    let request = JoinRequest(device: name, request: Replication.request(of: key))
    let read = try JoinRequest(bytes: request.bytes)
    #expect(read.device.hasPrefix("Ben[2Jxxx") && read.device.count <= 60)
  }

  @Test func `of two owners who answer, the second is told, and enrols nobody`() async throws {
    let house = try await HubHouse()
    let ada = house.members.first
    let ben = try await house.members.join("ben", as: .owner)
    let key = try house.members.key("phone")
    try await house.settle(ada, ben)
    let link = try await house.peer(ada).invite()
    _ = try await HubPeer.ask(with: link, key: key, device: "phone", over: house.hub)
    let request = try #require(try await house.peer(ben).request(with: link))
    try await house.peer(ada).admit(request, with: link, by: ada, member: "Cleo")
    let known = try ben.vector()
    let failure = await #expect(throws: SyncError.self) {
      try await house.peer(ben).admit(request, with: link, by: ben, as: .owner, member: "Dan")
    }
    #expect(failure?.code == .notPermitted)
    #expect(try ben.vector() == known)
    try await house.settle(ada, ben)
    #expect(try ben.space().members[request.request.replica]?.role == .writer)
  }

  @Test func `only owners invite, and only so many at a time`() async throws {
    var limits = HubLimits()
    limits.boxes = 2
    let house = try await HubHouse(limits)
    let (ada, ben) = (house.members.first, try await house.members.join("ben"))
    try await house.settle(ada, ben)
    await #expect(throws: SyncError.self) { try await house.peer(ben).invite() }
    for _ in 0..<2 { _ = try await house.peer(ada).invite() }
    await #expect(throws: SyncError.self) { try await house.peer(ada).invite() }
    house.members.clock.advance(by: 86_401)
    _ = try await house.peer(ada).invite()
  }

  @Test func `who has a link that its owner has closed can ask nothing`() async throws {
    let house = try await HubHouse()
    let (ada, ben) = (house.members.first, try await house.members.join("ben"))
    try await house.settle(ada, ben)
    let peer = house.peer(ada)
    let (link, other) = (try await peer.invite(), try await peer.invite())
    let key = try house.members.key("phone")
    _ = try await HubPeer.ask(with: link, key: key, device: "phone", over: house.hub)
    // A writer closes none.
    let refusal = await #expect(throws: SyncError.self) { try await house.peer(ben).close(link) }
    #expect(refusal?.code == .notPermitted)
    try await peer.close(link)
    for _ in 0..<2 {
      let failure = await #expect(throws: SyncError.self) {
        try await HubPeer.invitation(with: link, over: house.hub)
      }
      #expect(failure?.code == .text)
      await #expect(throws: SyncError.self) { try await peer.close(link) }
    }
    // The other link is as it was.
    _ = try await HubPeer.ask(with: other, key: key, device: "phone", over: house.hub)
  }

  @Test func `a link that an owner has answered stays open for the device, which is a member`()
    async throws
  {
    var limits = HubLimits()
    limits.boxes = 1
    let house = try await HubHouse(limits)
    let (ada, peer) = (house.members.first, house.peer(house.members.first))
    let (link, _, asked) = try await house.asked()
    try await peer.admit(
      try #require(try await peer.request(with: link)), with: link, by: ada, member: "Cleo")
    let refusal = await #expect(throws: SyncError.self) { try await peer.close(link) }
    #expect(refusal == .ofAnsweredLink)
    // It keeps nobody from another one.
    _ = try await peer.invite()
    try await peer.closeLinks()
    #expect(try await HubPeer.invitation(with: link, over: house.hub) != nil)
    #expect(try ada.space().members[asked.request.replica]?.isRevoked == false)
  }

  @Test func `an owner hears of a member to whom a closed link says nothing`() async throws {
    let house = try await HubHouse()
    let ada = house.members.first
    let (link, key, asked) = try await house.asked()
    let request = try #require(try await house.peer(ada).request(with: link))
    // Another owner closes it after this one has enrolled the device.
    let mail = house.path + "/mail"
    let closing = TamperingTransport(hub: house.hub) { call in
      if call.name == .letter { try? FileManager.default.removeItem(atPath: mail) }
    }
    let peer = HubPeer(house.text, for: ada, over: closing)
    let failure = await #expect(throws: SyncError.self) {
      try await peer.admit(request, with: link, by: ada, member: "Ben")
    }
    #expect(failure?.code == .text && failure?.message.contains("Ben is a member now") == true)
    // So it does when the answer was lost on its way, and the link was closed then.
    let again = await #expect(throws: SyncError.self) {
      try await house.peer(ada).admit(request, with: link, by: ada, member: "Benjamin")
    }
    #expect(again == failure)
    #expect(try ada.space().members[asked.request.replica]?.isRevoked == false)
    // Another link tells the device.
    let other = try await house.peer(ada).invite()
    _ = try await HubPeer.ask(with: other, key: key, device: "phone", over: house.hub)
    try await house.peer(ada).admit(request, with: other, by: ada, member: "Ben")
    #expect(try await HubPeer.invitation(with: other, over: house.hub) != nil)
  }

  @Test func `a device that is not let in hears it with its next question`() async throws {
    let house = try await HubHouse()
    let (ada, peer) = (house.members.first, house.peer(house.members.first))
    let (link, key, asked) = try await house.asked()
    #expect(try await HubPeer.invitation(with: link, over: house.hub) == nil)
    try await peer.close(link)
    let failure = await #expect(throws: SyncError.self) {
      try await HubPeer.invitation(with: link, over: house.hub)
    }
    #expect(failure?.code == .text)
    #expect(try ada.space().members[asked.request.replica] == nil)
    // Another link lets it in, with the same key.
    let other = try await peer.invite()
    _ = try await HubPeer.ask(with: other, key: key, device: "phone", over: house.hub)
    let request = try #require(try await peer.request(with: other))
    try await peer.admit(request, with: other, by: ada, member: "Ben")
    #expect(try await HubPeer.invitation(with: other, over: house.hub) != nil)
  }

  @Test func `a device that waits while the hub's folder is gone is not told of a closed link`()
    async throws
  {
    let house = try await HubHouse()
    let ada = house.members.first
    try await ada.exchange(with: house.peer(ada))
    let link = try await house.peer(ada).invite()
    let key = try house.members.key("phone")
    _ = try await HubPeer.ask(with: link, key: key, device: "phone", over: house.hub)
    try FileManager.default.moveItem(atPath: house.path, toPath: house.path + " aside")
    let failure = await #expect(throws: SyncError.self) {
      try await HubPeer.invitation(with: link, over: house.hub)
    }
    #expect(failure?.code == .peer)
    try FileManager.default.moveItem(atPath: house.path + " aside", toPath: house.path)
    #expect(try await HubPeer.invitation(with: link, over: house.hub) == nil)
  }

  @Test func `an owner closes all links at once, and there is room for as many again`()
    async throws
  {
    var limits = HubLimits()
    limits.boxes = 2
    let house = try await HubHouse(limits)
    let ada = house.members.first
    let peer = house.peer(ada)
    try await ada.exchange(with: peer)
    let links = [try await peer.invite(), try await peer.invite()]
    _ = try await HubPeer.ask(
      with: links[0], key: house.members.key("phone"), device: "phone", over: house.hub)
    try await peer.closeLinks()
    for link in links {
      await #expect(throws: SyncError.self) { try await peer.request(with: link) }
    }
    for _ in 0..<2 { _ = try await peer.invite() }
    // Where none is open, none is closed.
    try await peer.closeLinks()
    try await peer.closeLinks()
  }
}
