import Daybook
import DaybookTesting
import Foundation
import TemporaryFolders
import Testing

@testable import DaybookSync

/// What the only owner wrote with a clock that was ahead: nobody could enrol it as another replica,
/// so it is written again in place.
struct OwnerTailTests {
  // MARK: Written again

  @Test(arguments: [false, true], [false, true])
  func `it is written again under the same name, and the others take it in`(
    isFolder: Bool, exchanging: Bool
  ) async throws {
    var scene = try await OwnerScene.made(isFolder: isFolder, exchanging: exchanging)
    let (replica, vector) = (try scene.owner.replica(), try scene.owner.vector())
    let identity = scene.owner.store.id
    // An exchange says so, and leaves it to a person.
    let report = try await scene.owner.exchange(with: scene.peer)
    #expect(report.rewritten == 0 && report.unsent?.code == .clockAhead)
    #expect(report.unsent?.message.contains("sync mint --rewrite") == true)
    #expect(try await scene.owner.rewriteTail(lackedBy: scene.peer) == 2)
    #expect(try scene.owner.replica() == replica && scene.owner.vector() == vector)
    #expect(try await scene.owner.rewriteTail(lackedBy: scene.peer) == 0)
    // Who has kept a place in the history begins anew.
    #expect(scene.owner.store.id != identity)
    scene = try await scene.reopened()
    #expect(try scene.owner.replica() == replica)
    try await scene.house.add("eggs", to: scene.owner)
    try await scene.checkSettled(["bread", "eggs", "milk", "salt"])
    // Nor does anything come back after the time that the clock has shown.
    scene.house.clock.advance(by: 366 * 86_400)
    try await scene.checkSettled(["bread", "eggs", "milk", "salt"])
  }

  @Test func `all of it has times that others take in, in the order in which it was written`()
    async throws
  {
    let scene = try await OwnerScene.made()
    try await scene.owner.rewriteTail(lackedBy: scene.peer)
    let (own, newest) = (try scene.owner.replica(), try scene.owner.vector()[scene.owner.replica()])
    let times = try (1...newest).map { sequence in
      try scene.owner.store.read { try $0.stampTime(of: Dot(replica: own, sequence: sequence)) }
    }
    let limit = scene.house.clock.now.addingTimeInterval(86_400)
    let known = times.compactMap(\.self)
    #expect(known.count == times.count && known == known.sorted())
    #expect(known.allSatisfy { $0 < limit })
    #expect(try scene.owner.store.read { try $0.logClock(aheadOf: scene.house.clock.now) } == nil)
  }

  @Test(arguments: [false, true])
  func `who was enrolled with the wrong clock is a member then`(isFolder: Bool) async throws {
    var invitation: Invitation?
    let scene = try await OwnerScene.made(isFolder: isFolder) { house, ahead in
      let request = try Replication.request(of: house.key("cleo"))
      invitation = try await ahead.enrol(request, as: .writer, member: "Cleo")
    }
    let cleo = try Replication.join(
      at: scene.house.folder.path("cleo"), schema: SyncHouse.schema,
      key: scene.house.key("cleo"), invitation: try #require(invitation),
      options: SyncHouse.options(scene.house.clock))
    try await scene.house.add("tea", to: cleo)
    #expect(try await scene.owner.rewriteTail(lackedBy: scene.peer) == 3)
    try await scene.checkSettled(["bread", "milk", "salt", "tea"], with: [cleo])
  }

  /// Nobody else has heard of that owner, who could so enrol nobody.
  @Test(arguments: [false, true])
  func `who was made another owner with the wrong clock is one then`(isFolder: Bool) async throws {
    let scene = try await OwnerScene.made(isFolder: isFolder) { house, ahead in
      let safe = try Replication.request(of: house.key("safe"))
      try await ahead.enrol(safe, as: .owner, member: "Ada's safe")
    }
    let report = try await scene.owner.exchange(with: scene.peer)
    #expect(report.rewritten == 0 && report.unsent?.code == .clockAhead)
    #expect(report.unsent?.message.contains("sync mint --rewrite") == true)
    let replica = try scene.owner.replica()
    #expect(try await scene.owner.rewriteTail(lackedBy: scene.peer) == 3)
    #expect(try scene.owner.replica() == replica)
    try await scene.checkSettled(["bread", "milk", "salt"])
    let owners = try scene.ben.space().members.values.filter { $0.role == .owner }
    #expect(owners.count == 2)
  }

  @Test func `what undoes something undoes it after`() async throws {
    let scene = try await OwnerScene.made { house, ahead in
      let id = try await house.add("jam", to: ahead)
      try await ahead.store.append { try $0.append(ItemEvent.named("honey"), to: id) }
      let token = try await ahead.store.append { try $0.append(ItemEvent.bought, to: id) }
      try await ahead.store.undo(transaction: token.number)
    }
    #expect(try await scene.owner.rewriteTail(lackedBy: scene.peer) == 6)
    #expect(try scene.house.names(scene.owner) == ["bread", "honey", "milk", "salt"])
    try await scene.checkSettled(["bread", "honey", "milk", "salt"])
  }

  /// The clock was ahead from the first day, so that nobody has anything of the space.
  @Test func `a space that was made with the wrong clock can be shared then`() async throws {
    let house = try await SyncHouse()
    try await house.first.store.close()
    let ahead = try house.opened("first", daysAhead: OwnerScene.year)
    try await ahead.createSpace(named: "Kitchen", member: "Ada")
    try await house.add("bread", to: ahead)
    try await ahead.store.close()
    let owner = try house.opened("first", key: "first")
    let invitation = try await owner.enrol(
      Replication.request(of: house.key("ben")), as: .writer, member: "ben")
    let ben = try Replication.join(
      at: house.folder.path("ben"), schema: SyncHouse.schema, key: house.key("ben"),
      invitation: invitation, options: SyncHouse.options(house.clock))
    let peer = StorePeer(ben, name: "ben")
    #expect(try await owner.exchange(with: peer).unsent?.code == .clockAhead)
    #expect(try await owner.rewriteTail(lackedBy: peer) == 3)
    let scene = OwnerScene(
      house: house, owner: owner, ben: ben, isFolder: false, guardBefore: Data())
    try await scene.checkSettled(["bread"])
  }

  // MARK: Ends in between

  enum End: CaseIterable {
    /// Killed after the folder had nothing of it any more.
    case withdrawn
    /// Killed when the guard said that nothing of it has left.
    case lowered
  }

  @Test(arguments: End.allCases, [false, true])
  func `ended at any step it loses nothing, and a second try does it`(
    end: End, isFolder: Bool
  ) async throws {
    var scene = try await OwnerScene.made(isFolder: isFolder)
    let names = try scene.house.names(scene.owner)
    let owner = scene.owner
    let killed = WithdrawnFolder(peer: scene.drive) { throw SyncError(.peer, "it was killed") }
    switch end {
    case .withdrawn:
      await #expect(throws: SyncError.self) { try await owner.rewriteTail(lackedBy: killed) }
    case .lowered: try scene.guardBefore.write(to: scene.guardFile)
    }
    scene = try await scene.reopened()
    #expect(try scene.house.names(scene.owner) == names)
    // An exchange in between brings the folder back to what it was.
    if end != .lowered {
      #expect(try await scene.owner.exchange(with: scene.peer).unsent?.code == .clockAhead)
    }
    #expect(try await scene.owner.rewriteTail(lackedBy: scene.peer) == 2)
    try await scene.checkSettled(["bread", "milk", "salt"])
  }

  /// As when an app follows a folder while somebody asks for this.
  @Test(arguments: [false, true])
  func `an exchange that goes on meanwhile hands over nothing of what it was`(
    isNew: Bool
  ) async throws {
    let scene = try await OwnerScene.made()
    // What is new is signed with the next page; the rest was signed before.
    if isNew { try await scene.house.add("eggs", to: scene.owner) }
    var count = 0
    let report = try await scene.owner.carryOutExchange(with: scene.peer) { effect, carryOut in
      if case .sign = effect, count == 0 {
        count = try await scene.owner.rewriteTail(lackedBy: scene.peer)
      }
      return try await carryOut()
    }
    #expect(count == (isNew ? 3 : 2))
    #expect(report.failure?.code == .badChain)
    #expect(try await scene.owner.store.verify().ok)
    let names = ["bread"] + (isNew ? ["eggs"] : []) + ["milk", "salt"]
    let again = try await scene.reopened()
    try await again.checkSettled(names)
  }

  @Test func `a page that was read before is not given to who has asked for it`() async throws {
    let scene = try await OwnerScene.made()
    let owner = scene.owner
    let page = try owner.unsignedPage(lackedBy: scene.ben.vector(), limit: nil)
    #expect(try await owner.rewriteTail(lackedBy: scene.peer) == 2)
    let error = await #expect(throws: SyncError.self) { try await owner.sign(page) }
    #expect(error?.code == .badChain)
    try await scene.reopened().checkSettled(["bread", "milk", "salt"])
  }

  /// As a hub may that has refused it.
  @Test func `who shows what it was takes the space from nobody`() async throws {
    let scene = try await OwnerScene.made()
    let (owner, replica) = (scene.owner, try scene.owner.replica())
    let hoarder = Hoarder(page: try await owner.page(lackedBy: VersionVector()))
    #expect(try await owner.rewriteTail(lackedBy: scene.peer) == 2)
    let report = try await owner.exchange(with: hoarder)
    #expect(report.rewritten == 0 && report.unsent?.code == .forkedReplica)
    #expect(try owner.replica() == replica)
    try await scene.checkSettled(["bread", "milk", "salt"])
  }
}
