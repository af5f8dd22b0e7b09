import Daybook
import DaybookTesting
import Foundation
import TemporaryFolders
import Testing

@testable import DaybookSync

/// What stays as it is, and why.
extension OwnerTailTests {
  /// The other member's clock is ahead as well, and it takes in the first half.
  @Test(arguments: [false, true])
  func `what a member has taken in of it stays as it is, and is told`(isFolder: Bool) async throws {
    let scene = try await OwnerScene.made(isFolder: isFolder, exchanging: false)
    let house = scene.house
    try await scene.owner.store.close()
    try await scene.ben.store.close()
    var ahead = try house.opened("first", daysAhead: OwnerScene.year)
    var ben = try house.opened("ben", daysAhead: OwnerScene.year - 0.5)
    func exchange() async throws {
      if isFolder {
        for member in [ahead, ben] { try await member.exchange(with: scene.drive) }
      } else {
        try await ahead.exchange(with: StorePeer(ben, name: "ben"))
      }
    }
    try await exchange()
    #expect(try house.names(ben) == ["bread", "milk", "salt"])
    try await house.add("eggs", to: ahead)
    try await ahead.store.close()
    ahead = try house.opened("first", key: "first")
    func refused() async throws -> SyncError? {
      let (owner, peer) = (ahead, scene.way(to: ben, named: "ben"))
      return await #expect(throws: SyncError.self) {
        try await owner.rewriteTail(lackedBy: peer)
      }
    }
    let (vector, space) = (try ahead.vector(), try ahead.space())
    let clock = try #require(try await refused())
    #expect(clock.code == .clockAhead && clock.message.contains("the clock of ben is more than"))
    try await ben.store.close()
    ben = try house.opened("ben", key: "ben")
    if isFolder { try await ben.exchange(with: scene.drive) }
    let held = try #require(try await refused())
    #expect(held.code == .clockAhead && held.message.hasPrefix("ben may have some of"))
    #expect(try ahead.vector() == vector && ahead.space() == space)
    // It comes when its time has come.
    house.clock.advance(by: 366 * 86_400)
    let later = OwnerScene(
      house: house, owner: ahead, ben: ben, isFolder: isFolder, guardBefore: Data())
    try await later.checkSettled(["bread", "eggs", "milk", "salt"])
  }

  @Test func `a new peer that was asked and has not answered may have it`() async throws {
    let scene = try await OwnerScene.made(exchanging: false) { house, ahead in
      let report = try await ahead.exchange(with: SilentPeer(name: "cleo"))
      #expect(report.failure?.code == .peer)
    }
    let (owner, peer) = (scene.owner, scene.peer)
    let error = await #expect(throws: SyncError.self) {
      try await owner.rewriteTail(lackedBy: peer)
    }
    #expect(error?.message.hasPrefix("cleo may have some of") == true)
  }

  @Test func `what another folder has, too, stays, and that folder is named`() async throws {
    let scene = try await OwnerScene.made(isFolder: true) { house, ahead in
      let stick = FolderPeer(at: house.folder.path + "/stick")
      try await ahead.exchange(with: stick)
    }
    let error = await #expect(throws: SyncError.self) {
      try await scene.owner.rewriteTail(lackedBy: scene.drive)
    }
    #expect(error?.message.hasPrefix("stick may have some of") == true)
  }

  /// As when an app follows a stick while somebody asks for this.
  @Test func `what another folder gets while it is withdrawn from one stays`() async throws {
    let scene = try await OwnerScene.made(isFolder: true)
    let (owner, drive) = (scene.owner, scene.drive)
    let stick = FolderPeer(at: scene.house.folder.path + "/stick")
    try await expectRefusal(scene) { try await owner.exchange(with: stick) }
    let again = await #expect(throws: SyncError.self) {
      try await owner.rewriteTail(lackedBy: drive)
    }
    #expect(again?.message.hasPrefix("stick may have some of") == true)
  }

  /// As when another process exchanges with the folder from which it is withdrawn.
  @Test func `what is put back while it is withdrawn stays until a second try`() async throws {
    let scene = try await OwnerScene.made(isFolder: true)
    let (owner, drive) = (scene.owner, scene.drive)
    let same = FolderPeer(at: drive.path)
    try await expectRefusal(scene) { try await owner.exchange(with: same) }
    #expect(try await owner.rewriteTail(lackedBy: drive) == 2)
    try await scene.checkSettled(["bread", "milk", "salt"])
  }

  /// Makes sure that nothing is written again where something happens once the folder has none of
  /// it.
  private func expectRefusal(
    _ scene: OwnerScene, _ next: @escaping @Sendable () async throws -> Void
  ) async throws {
    let owner = scene.owner
    let (vector, said) = (try owner.vector(), try Data(contentsOf: scene.guardFile))
    let busy = WithdrawnFolder(peer: scene.drive, next: next)
    let error = await #expect(throws: StoreError.self) {
      try await owner.rewriteTail(lackedBy: busy)
    }
    #expect(error?.code == .invalidArgument)
    #expect(try owner.vector() == vector && Data(contentsOf: scene.guardFile) == said)
  }

  @Test func `a peer that was asked and has not answered may have it`() async throws {
    let scene = try await OwnerScene.made(exchanging: false) { house, ahead in
      let report = try await ahead.exchange(with: SilentPeer(name: "ben"))
      #expect(report.failure?.code == .peer)
    }
    let (owner, peer) = (scene.owner, scene.peer)
    let error = await #expect(throws: SyncError.self) {
      try await owner.rewriteTail(lackedBy: peer)
    }
    #expect(error?.message.hasPrefix("ben may have some of") == true)
    // Its answer comes with the next exchange.
    #expect(try await owner.exchange(with: peer).unsent?.code == .clockAhead)
    #expect(try await owner.rewriteTail(lackedBy: peer) == 2)
    try await scene.checkSettled(["bread", "milk", "salt"])
  }

  @Test func `the guard beside the key says what left where nothing was written again`()
    async throws
  {
    struct Full: Error {}
    let scene = try await OwnerScene.made()
    let owner = scene.owner
    let said = try Data(contentsOf: scene.guardFile)
    #expect(said != scene.guardBefore)
    let own = try owner.replica()
    let nothing = try owner.store.chain(through: Dot(replica: own, sequence: 0))
    #expect(throws: Full.self) {
      try owner.keyGuard.lower(own, to: nothing) {
        #expect(try Data(contentsOf: scene.guardFile) != said)
        throw Full()
      } check: { _ in
      }
    }
    #expect(try Data(contentsOf: scene.guardFile) == said)
  }

  @Test(arguments: [.storage, .writerStopped] as [StoreError.Code])
  func `the guard says no more than a store that may have been written again`(
    code: StoreError.Code
  ) async throws {
    let scene = try await OwnerScene.made()
    let owner = scene.owner
    let own = try owner.replica()
    let nothing = try owner.store.chain(through: Dot(replica: own, sequence: 0))
    let error = #expect(throws: StoreError.self) {
      try owner.keyGuard.lower(own, to: nothing) {
        throw StoreError(code, "the flush failed")
      } check: { _ in
      }
    }
    #expect(error?.code == code)
    #expect(try owner.keyGuard.read()[own]?.sequence == 0)
  }

  @Test func `nothing is written again where a copy with the same key has sent others`()
    async throws
  {
    let scene = try await OwnerScene.made()
    let (owner, peer) = (scene.owner, scene.peer)
    let (replica, vector) = (try owner.replica(), try owner.vector())
    let digits = String(repeating: "0", count: 64)
    let said = Data("\(replica) \(vector[replica]) \(digits)\n".utf8)
    try said.write(to: scene.guardFile)
    let error = await #expect(throws: SyncError.self) {
      try await owner.rewriteTail(lackedBy: peer)
    }
    #expect(error?.code == .copied)
    #expect(try Data(contentsOf: scene.guardFile) == said)
  }

  @Test func `a frontier that was set with the wrong clock stays, and what it holds`() async throws
  {
    let scene = try await OwnerScene.made { _, ahead in
      _ = try await ahead.setFrontier(ahead.vector())
    }
    let vector = try scene.owner.vector()
    let (owner, peer) = (scene.owner, scene.peer)
    let error = await #expect(throws: StoreError.self) {
      try await owner.rewriteTail(lackedBy: peer)
    }
    #expect(error?.code == .invalidArgument)
    #expect(error?.message.contains("wait until its time has come") == true)
    #expect(try owner.vector() == vector)
  }

  /// After it all that is written again would be ahead as well, and nobody would take it in.
  @Test func `what comes after a member's own of that time stays, as that does`() async throws {
    let house = try await SyncHouse.founded()
    let ben = try await house.join("ben")
    try await house.first.exchange(with: StorePeer(ben, name: "ben"))
    for member in [house.first, ben] { try await member.store.close() }
    let ahead = try house.opened("first", daysAhead: OwnerScene.year)
    let late = try house.opened("ben", daysAhead: OwnerScene.year - 0.5)
    try await house.add("tea", to: late)
    try await ahead.exchange(with: StorePeer(late, name: "ben"))
    #expect(try house.names(ahead) == ["tea"])
    try await house.add("bread", to: ahead)
    for member in [ahead, late] { try await member.store.close() }
    let owner = try house.opened("first", key: "first")
    let peer = StorePeer(try house.opened("ben", key: "ben"), name: "ben")
    let vector = try owner.vector()
    let error = await #expect(throws: StoreError.self) {
      try await owner.rewriteTail(lackedBy: peer)
    }
    #expect(error?.code == .invalidArgument)
    #expect(error?.message.hasSuffix("try again when their time has come") == true)
    #expect(try owner.vector() == vector)
  }

  @Test func `with another owner the store goes on as another replica, as before`() async throws {
    let house = try await SyncHouse.founded()
    let safe = try Replication.request(of: house.key("safe"))
    try await house.first.enrol(safe, as: .owner, member: "Ada's safe")
    let ben = try await house.join("ben")
    try await house.first.exchange(with: StorePeer(ben, name: "ben"))
    let replica = try house.first.replica()
    try await house.first.store.close()
    let ahead = try house.opened("first", daysAhead: OwnerScene.year)
    try await house.add("bread", to: ahead)
    try await ahead.store.close()
    let right = try house.opened("first", key: "first")
    #expect(try await right.rewriteTail(lackedBy: StorePeer(ben, name: "ben")) == 1)
    #expect(try right.replica() != replica)
  }
}
