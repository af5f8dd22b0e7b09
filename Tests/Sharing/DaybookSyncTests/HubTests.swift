import Daybook
import DaybookHub
import DaybookTesting
import Foundation
import TemporaryFolders
import Testing

@testable import DaybookSync

/// Members who meet at a hub alone, which knows nothing of what they write.
struct HubTests {
  @Test func `two who are never on together have the same`() async throws {
    let house = try await HubHouse()
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
    let house = try await HubHouse()
    let ada = house.members.first
    try await ada.enrol(house.hub.request, as: .reader, member: "Pi")
    let ben = try await house.members.join("ben")
    try await house.settle(ada, ben)
    #expect(try ben.space().members[house.hub.request.replica]?.role == .reader)
    // No frontier waits for it.
    try await ada.setFrontier(ada.commonVector(in: house.peer(ada)))
  }

  @Test func `a hub that was revoked gets nothing from who knows`() async throws {
    let house = try await HubHouse()
    let ada = house.members.first
    try await ada.enrol(house.hub.request, as: .reader, member: "Pi")
    #expect(try await ada.exchange(with: house.peer(ada)).failure == nil)
    try await ada.revoke(house.hub.request.replica)
    let report = try await ada.exchange(with: house.peer(ada))
    #expect(report.failure?.code == .revokedHub)
    #expect(report.failure?.isForGood == true)
    #expect(report.sent == 0 && report.attachmentsSent == 0)
  }

  @Test func `members tell a hub what they have, which frontiers need`() async throws {
    let house = try await HubHouse()
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
    var house = try await HubHouse()
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
    let house = try await HubHouse()
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
    let house = try await HubHouse()
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
      #expect(failure.code == .revoked)
      #expect(failure.isForGood)
    }
    // Void transactions come by another way, and are passed on: a purge waits for nobody's.
    try await ada.exchange(with: StorePeer(ben, name: "ben"))
    let cleo = try await house.members.join("cleo")
    try await house.settle(ada, cleo)
    #expect(try cleo.vector() == ben.vector().merging(ada.vector()))
    #expect(try house.members.names(cleo).isEmpty)
  }

  @Test func `a newcomer begins with the snapshot that an owner left at the hub`() async throws {
    let house = try await HubHouse()
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

  @Test func `nobody else on the hub's machine can open what it keeps`() async throws {
    let house = try await HubHouse()
    let ada = house.members.first
    try await house.members.add("bread", to: ada)
    try await ada.exchange(with: house.peer(ada))
    try await ada.setFrontier(ada.vector())
    try await ada.exchange(with: house.peer(ada))
    _ = try await ada.putSnapshot(in: house.peer(ada))
    let files = FileManager.default
    let names = try files.subpathsOfDirectory(atPath: house.path)
    #expect(names.contains { $0.hasPrefix("kept/") && $0.hasSuffix(".chunk") })
    for name in names {
      let path = "\(house.path)/\(name)"
      let mode = try #require(
        try files.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)
      #expect(mode.intValue & 0o077 == 0, "\(name)")
    }
  }

  @Test(arguments: [true, false])
  func `a hub whose folder is gone makes no other one, and says so`(_ isOpen: Bool) async throws {
    let house = try await HubHouse()
    let ada = house.members.first
    #expect(try await ada.exchange(with: house.peer(ada)).failure == nil)
    if !isOpen { house.hub.close() }
    try FileManager.default.moveItem(atPath: house.path, toPath: house.path + " aside")
    #expect(!house.hub.isInPlace)
    try await house.members.add("bread", to: ada)
    let failure = try await ada.exchange(with: house.peer(ada)).failure
    #expect(failure?.message.contains("cannot use its files") == true)
    for folder in ["spaces", "kept"] {
      #expect(!FileManager.default.fileExists(atPath: "\(house.path)/\(folder)"))
    }
    try? FileManager.default.removeItem(atPath: house.path)
    try FileManager.default.moveItem(atPath: house.path + " aside", toPath: house.path)
    #expect(house.hub.isInPlace)
    #expect(try await ada.exchange(with: house.peer(ada)).sent > 0)
  }

  @Test func `whoever runs a hub hears once which store cannot be used`() async throws {
    let house = try await HubHouse()
    let ada = house.members.first
    #expect(try await ada.exchange(with: house.peer(ada)).failure == nil)
    house.hub.close()
    let store = "\(house.path)/spaces/\(ada.store.space.uuidString.lowercased())"
    #expect(truncate(store + "/data.mdb", 8192) == 0)
    let clock = house.members.clock
    let (told, telling) = AsyncStream.makeStream(of: String.self)
    let hub = try Hub(
      at: house.path, name: "our Pi", failed: { telling.yield($0.message) },
      now: { clock.now })
    for _ in 0..<2 {
      let peer = HubPeer(house.text, for: ada, over: hub)
      #expect(try await ada.exchange(with: peer).failure != nil)
    }
    telling.finish()
    let messages = await told.reduce(into: []) { $0.append($1) }
    #expect(messages.count == 1 && messages[0].contains(store), "\(messages)")
  }

  @Test func `members bring everything back to a hub that lost its disk`() async throws {
    let house = try await HubHouse()
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
    let house = try await HubHouse()
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

  @Test func `a hub whose clock is behind refuses, and each exchange says so until it is right`()
    async throws
  {
    let members = try await SyncHouse.founded()
    let ada = members.first
    let clock = TestClock(members.clock.now.addingTimeInterval(-2 * 86_400))
    let hub = try Hub(at: members.folder.path + "/hub", name: "our Pi", now: { clock.now })
    let peer = HubPeer(hub.text(at: ["https://pi:4711"]), for: ada, over: hub)
    try await members.add("bread", to: ada)
    let own = try ada.replica()
    for _ in 0..<2 {
      let report = try await ada.exchange(with: peer)
      #expect(report.failure == nil && report.unsent == nil)
      #expect(report.sent == 0)
      #expect(report.refusedByPeer.map(\.code) == [.clockAhead])
      #expect(report.refusedByPeer.first?.dot?.replica == own)
    }
    clock.advance(by: 2 * 86_400)
    let report = try await ada.exchange(with: peer)
    #expect(report.failure == nil && report.refusedByPeer == [])
    #expect(report.sent > 0)
    #expect(try report.peer == ada.vector())
  }

  @Test(arguments: ["", " ", "\u{200B}", "our\nPi", String(repeating: "x", count: 101)])
  func `a hub without a name that can be shown leaves no folder`(name: String) throws {
    let folder = try TemporaryFolder()
    let failure = #expect(throws: SyncError.self) {
      try Hub(at: folder.path("hub"), name: name)
    }
    #expect(failure?.code == .text)
    #expect(
      failure?.message == "the name of a hub has 1 to 100 bytes on one line, not blanks alone")
    #expect(!FileManager.default.fileExists(atPath: folder.path("hub")))
  }

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
