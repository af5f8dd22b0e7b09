import Daybook
import DaybookSync
import DaybookTesting
import Foundation
import TemporaryFolders
import Testing

/// What a store remembers of its peers, and how it forgets them.
struct KnownPeerTests {
  private func drive(_ house: SyncHouse, name: String? = nil) -> FolderPeer {
    FolderPeer(at: house.folder.path("drive"), name: name)
  }

  private func behind(_ member: Replication) throws -> [String: UInt64] {
    Dictionary(
      uniqueKeysWithValues: try member.store.knownPeers().map { ($0.name, $0.behind) })
  }

  @Test func `what a peer lacks is counted, and not how far back it begins`() async throws {
    let house = try await SyncHouse.founded()
    let ben = try await house.join("ben")
    for member in [house.first, ben] { try await member.exchange(with: drive(house)) }
    try await house.add("Milk", to: ben)
    for name in ["Eggs", "Flour"] { try await house.add(name, to: house.first) }
    #expect(try behind(ben) == ["drive": 1])
    try await house.first.exchange(with: drive(house))
    // Ben gets two, and the folder still lacks the one from before them.
    let other = StorePeer(house.first, name: "first")
    let page = try await other.pull(ben.vector(), limit: .standard)
    _ = try await ben.absorb(page)
    #expect(try ben.store.read { try $0.transactions().count } > 3)
    #expect(try behind(ben) == ["drive": 3], "as far as it knows")
    try await ben.exchange(with: drive(house))
    #expect(try behind(ben) == ["drive": 0])
    try await house.add("Salt", to: ben)
    #expect(try behind(ben) == ["drive": 1])
  }

  @Test func `what is the same by the status of an exchange is the same later`() async throws {
    let house = try await SyncHouse.founded()
    let ben = try await house.join("ben")
    try await ben.exchange(with: StorePeer(house.first, name: "first"))
    // The founder refuses what comes from a clock that is two days ahead.
    house.clock.advance(by: 2 * 86_400)
    try await house.add("Milk", to: ben)
    house.clock.advance(by: -2 * 86_400)
    try await house.add("Eggs", to: house.first)
    try await ben.exchange(with: StorePeer(house.first, name: "first"))
    var statuses = ben.statuses.makeAsyncIterator()
    let status = await statuses.next()
    #expect(status?.behind == 1)
    #expect(try behind(ben) == ["first": 1])
  }

  @Test func `a folder that was never there is not waited for`() async throws {
    let house = try await SyncHouse.founded()
    let url = house.folder.url.appendingPathComponent("drive")
    try Data().write(to: url)
    let failed = try await house.first.exchange(with: drive(house))
    #expect(failed.failure != nil)
    #expect(try behind(house.first).isEmpty)
    try FileManager.default.removeItem(at: url)
    try await house.first.exchange(with: drive(house))
    #expect(try behind(house.first) == ["drive": 0])
    // One that has answered before is waited for, whatever fails now.
    try await house.add("Milk", to: house.first)
    try FileManager.default.removeItem(at: url)
    try Data().write(to: url)
    #expect(try await house.first.exchange(with: drive(house)).failure != nil)
    #expect(try behind(house.first).keys.contains("drive"))
  }

  @Test func `a purge does not wait for a peer that was forgotten`() async throws {
    let house = try await SyncHouse.founded()
    try await house.first.exchange(with: drive(house))
    try await house.add("Milk", to: house.first)
    try await house.first.setFrontier(house.first.vector())
    let newest = try house.first.store.read { try $0.token() }
    let held = try await house.first.store.purge(before: newest)
    #expect(held.heldBackBy == "sync/drive")
    #expect(try house.first.store.forgetPeer("drive"))
    #expect(try !house.first.store.forgetPeer("drive"))
    #expect(try behind(house.first).isEmpty)
    #expect(try await house.first.store.purge(before: newest).events > 0)
  }

  @Test(arguments: ["", String(repeating: "x", count: 196)])
  func `a peer has a name under which something can be noted`(name: String) async throws {
    let house = try await SyncHouse.founded()
    let error = await #expect(throws: SyncError.self) {
      try await house.first.exchange(with: drive(house, name: name))
    }
    #expect(error?.code == .text)
    let longest = String(repeating: "x", count: 195)
    #expect(try await house.first.exchange(with: drive(house, name: longest)).failure == nil)
    #expect(try behind(house.first) == [longest: 0])
  }

  @Test func `a store that has joined a space creates none`() async throws {
    let house = try await SyncHouse.founded()
    let ben = try await house.join("ben")
    let error = await #expect(throws: SyncError.self) {
      try await ben.createSpace(named: "Mine", member: "Ben")
    }
    #expect(error?.code == .space)
    #expect(try ben.vector().count == 0)
  }

  @Test func `a text that is none says what it is`() async throws {
    let house = try await SyncHouse.founded()
    let request = try Replication.request(of: house.key("ben"))
    let invitation = try await house.first.enrol(request, as: .writer, member: "Ben")
    func message(_ body: () throws -> Void) -> String? {
      (#expect(throws: SyncError.self) { try body() })?.message
    }
    #expect(message { _ = try Invitation("\(request)") }?.hasPrefix("this is a request") == true)
    #expect(
      message { _ = try EnrolmentRequest("\(invitation)") }?.hasPrefix("this is an invitation")
        == true)
    #expect(
      message { _ = try Invitation("\(invitation)".dropLast(8).description) }
        == "the invitation was changed on its way; copy all of it")
    #expect(
      message { _ = try Invitation("\(invitation)".replacing(#/-\d:/#, with: "-9:")) }
        == "the invitation was made by another version of Daybook; update the app")
    #expect(message { _ = try Invitation("hello") }?.hasPrefix("this is no invitation") == true)
  }

  @Test func `an invitation says what the inviter's views are built with`() async throws {
    let house = try await SyncHouse.founded()
    let request = try Replication.request(of: house.key("ben"))
    let made = try await house.first.enrol(request, as: .writer, member: "Ben")
    let long = String(repeating: "x", count: 201)
    for views in [[:], ["days": "Asia/Tokyo 05:30", "Ω": "é", "none": "", "long": long]] {
      let invitation = Invitation(
        space: made.space, founder: made.founder, founderKey: made.founderKey,
        inviter: made.inviter, inviterKey: made.inviterKey, replica: made.replica, views: views)
      let text = "\(invitation)"
      #expect(text.hasPrefix("daybook-invitation-\(views.isEmpty ? 1 : 2):"))
      #expect(try Invitation(text) == invitation)
      let days = try Invitation(text).parameters(ofProjection: "days")
      #expect(days == views["days"])
      #expect(try Invitation(text).parameters(ofProjection: "none") == nil)
      #expect(invitation.parameters(ofProjection: "long") == nil)
      let place = try #require(text.firstIndex(of: ":").map { text.index(after: $0) })
      let letter = text[place] == "A" ? "B" : "A"
      let changed = text.replacingCharacters(in: place...place, with: letter)
      #expect(throws: SyncError.self) { try Invitation(changed) }
    }
  }

  @Test func `older snapshots leave the folder when a newer one is complete`() async throws {
    let house = try await SyncHouse.founded()
    let ben = try await house.join("ben")
    let place = house.folder.url.appendingPathComponent(
      "drive/\(house.first.store.space.uuidString.lowercased())/snapshot")
    func snapshots() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: place.path).sorted()
    }
    func settle() async throws {
      try await house.add("Milk", to: house.first)
      for member in [house.first, ben, house.first] {
        try await member.exchange(with: drive(house))
      }
      try await house.first.setFrontier(house.first.vector())
      for member in [house.first, ben] { try await member.exchange(with: drive(house)) }
    }
    try await settle()
    for member in [house.first, ben] { try await member.putSnapshot(in: drive(house)) }
    try await settle()
    try await house.first.putSnapshot(in: drive(house))
    #expect(try snapshots() == ["1", "2"], "nobody has checked the newer one yet")
    try await ben.putSnapshot(in: drive(house))
    #expect(try snapshots() == ["1", "2"], "one member still has its own there")
    try await house.first.putSnapshot(in: drive(house))
    #expect(try snapshots() == ["2"])
    let cleo = try await house.join("cleo")
    try await house.first.exchange(with: drive(house))
    let report = try await cleo.exchange(with: drive(house))
    #expect(report.failure == nil)
    #expect(try house.digests(cleo) == house.digests(house.first))
  }
}
