import Daybook
import DaybookSync
import DaybookTesting
import Foundation
import TemporaryFolders
import Testing

/// What the guide's page on failures says.
struct FailureTests {
  private func peer(_ house: SyncHouse) -> StorePeer { StorePeer(house.first, name: "first") }

  /// A founder and a member who have exchanged.
  private func pair() async throws -> (house: SyncHouse, second: Replication) {
    let house = try await SyncHouse.founded()
    let second = try await house.join("ben")
    try await second.exchange(with: peer(house))
    return (house, second)
  }

  /// A store closed and opened again, with the key of a name.
  private func reopened(
    _ replication: Replication, _ name: String, _ house: SyncHouse, key: String,
    _ options: StoreOptions? = nil
  ) async throws -> Replication {
    try await replication.store.close()
    return try house.opened(name, key: key, options)
  }

  @Test
  func `NZ-5: an edit that was offline for a month takes its place by when it was made`()
    async throws
  {
    let (house, second) = try await pair()
    let id = try await house.add("bread", to: house.first)
    try await second.exchange(with: peer(house))
    house.clock.advance(by: 60)
    try await second.store.append { try $0.append(ItemEvent.named("rye"), to: id) }
    house.clock.advance(by: 60)
    try await house.first.store.append { try $0.append(ItemEvent.named("rolls"), to: id) }
    house.clock.advance(by: 30 * 86_400)
    try await second.exchange(with: peer(house))
    #expect(try house.names(house.first) == ["rolls"])
    #expect(try house.names(second) == ["rolls"])
  }

  @Test func `an edit that comes after a frontier has its place after it`() async throws {
    let (house, second) = try await pair()
    let id = try await house.add("bread", to: house.first)
    try await second.exchange(with: peer(house))
    house.clock.advance(by: 60)
    try await second.store.append { try $0.append(ItemEvent.named("rye"), to: id) }
    house.clock.advance(by: 60)
    try await house.first.store.append { try $0.append(ItemEvent.named("rolls"), to: id) }
    try await house.first.setFrontier(house.first.vector())
    house.clock.advance(by: 60)
    try await second.exchange(with: peer(house))
    // As if it had been made then: it is the newest.
    #expect(try house.names(house.first) == ["rye"])
    #expect(try house.names(second) == ["rye"])
  }

  @Test func `what a clock a year ahead wrote is refused and names the transaction`()
    async throws
  {
    let (house, second) = try await pair()
    let options = SyncHouse.options(house.clock, ahead: 365 * 86_400)
    let ahead = try await reopened(second, "ben", house, key: "ben", options)
    try await house.add("bread", to: ahead)
    try await house.add("milk", to: house.first)
    let report = try await ahead.exchange(with: peer(house))
    #expect(report.refusedByPeer.map(\.code) == [.clockAhead])
    #expect(report.refusedByPeer.first?.dot?.sequence == 1)
    // The other way nothing is wrong.
    #expect(try house.names(ahead) == ["bread", "milk"])
  }

  @Test func `a clock a year behind writes after all that it has seen`() async throws {
    let (house, second) = try await pair()
    let id = try await house.add("bread", to: house.first)
    try await second.exchange(with: peer(house))
    let options = SyncHouse.options(house.clock, ahead: -365 * 86_400)
    let behind = try await reopened(second, "ben", house, key: "ben", options)
    try await behind.store.append { try $0.append(ItemEvent.named("rye"), to: id) }
    let report = try await behind.exchange(with: peer(house))
    #expect(report.refusedByPeer.isEmpty)
    #expect(try house.names(house.first) == ["rye"])
  }

  @Test func `a store that was restored gets back what it had sent, and writes as another one`()
    async throws
  {
    let (house, second) = try await pair()
    let old = house.folder.path("backup")
    try FileManager.default.copyItem(atPath: house.folder.path("ben"), toPath: old)
    try await house.add("bread", to: second)
    try await second.exchange(with: peer(house))
    try await second.store.close()
    try FileManager.default.removeItem(atPath: house.folder.path("ben"))
    try FileManager.default.moveItem(atPath: old, toPath: house.folder.path("ben"))
    let restored = try house.opened("ben", key: "ben")
    #expect(restored.wasMinted)
    try await house.add("milk", to: restored)
    var report = try await restored.exchange(with: peer(house))
    #expect(report.absorbed == 1)
    #expect(report.refusedByPeer.map(\.code) == [.notEnrolled])
    #expect(try house.names(restored) == ["bread", "milk"])
    try await house.first.enrol(restored.request(), as: .writer, member: "Ben")
    report = try await restored.exchange(with: peer(house))
    #expect(report.refusedByPeer.isEmpty)
    #expect(try house.names(house.first) == ["bread", "milk"])
    #expect(try house.digests(restored) == house.digests(house.first))
  }

  /// The founder's store as it was before it wrote and sent two transactions more.
  private func restoredFounder(
    _ house: SyncHouse, sendingTo peers: [any SyncPeer]
  ) async throws -> EventStore {
    let path = house.folder.path("first")
    try await house.first.store.flush()
    try FileManager.default.copyItem(atPath: path, toPath: house.folder.path("backup"))
    for peer in peers {
      try await house.add("bread", to: house.first)
      try await house.first.exchange(with: peer)
    }
    try await house.first.store.close()
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: house.folder.path("backup"), toPath: path)
    return try EventStore.open(
      at: path, schema: SyncHouse.schema, options: SyncHouse.options(house.clock))
  }

  @Test func `the restored store of the only owner gets back what it has sent, and stays one`()
    async throws
  {
    let (house, second) = try await pair()
    let cleo = try await house.join("cleo")
    try await cleo.exchange(with: peer(house))
    let own = try house.first.replica()
    let (all, some) = (StorePeer(second, name: "ben"), StorePeer(cleo, name: "cleo"))
    let store = try await restoredFounder(house, sendingTo: [some, all])
    let key = try house.key("first")
    let error = #expect(throws: SyncError.self) { try Replication(of: store, key: key) }
    #expect(error?.code == .copied)
    #expect(error?.message.contains("it has 3 of the 5 transactions that it had sent") == true)
    // Who has a part of them gives it, and that is not enough.
    await #expect(throws: SyncError.self) {
      try await Replication.recover(store, key: key, from: some)
    }
    #expect(try store.read { try $0.versionVector() }[own] == 4)
    await #expect(throws: SyncError.self) {
      try await Replication.recover(
        store, key: key, from: FolderPeer(at: house.folder.path("gone/x")))
    }
    let restored = try await Replication.recover(store, key: key, from: all)
    #expect(try !restored.wasMinted && restored.replica() == own)
    try await house.add("milk", to: restored)
    let dora = try Replication.request(of: house.key("dora"))
    try await restored.enrol(dora, as: .writer, member: "Dora")
    for peer in [all, some] {
      #expect(try await restored.exchange(with: peer).refusedByPeer == [])
    }
    for member in [second, cleo] {
      #expect(try house.names(member) == ["bread", "bread", "milk"])
      #expect(try member.space().members[dora.replica] != nil)
    }
    // From then on it is as any other store.
    #expect(try await Replication.recover(store, key: key, from: some).replica() == own)
  }

  @Test
  func `a restored only owner that wrote before it got back what it has sent is itself again`()
    async throws
  {
    let (house, second) = try await pair()
    let own = try house.first.replica()
    let all = StorePeer(second, name: "ben")
    let store = try await restoredFounder(house, sendingTo: [all, all])
    try await store.append { draft in
      try draft.append(ItemEvent.added(name: "milk"), to: UUID())
    }
    let restored = try await Replication.recover(store, key: house.key("first"), from: all)
    #expect(try restored.replica() == own)
    #expect(try house.names(restored) == ["bread", "bread", "milk"])
  }

  @Test func `another owner's restored store is minted`() async throws {
    let (house, second) = try await pair()
    let owner = try await house.join("owner", as: .owner)
    try await owner.exchange(with: peer(house))
    let store = try await restoredFounder(
      house, sendingTo: [StorePeer(second, name: "ben")])
    #expect(try Replication(of: store, key: house.key("first")).wasMinted)
  }

  @Test func `a device whose key is lost goes on as another replica`() async throws {
    let (house, second) = try await pair()
    try await house.add("bread", to: second)
    try await second.exchange(with: peer(house))
    let next = try await reopened(second, "ben", house, key: "new")
    #expect(next.wasMinted)
    try await house.first.enrol(next.request(), as: .writer, member: "Ben")
    try await house.add("milk", to: next)
    let report = try await next.exchange(with: peer(house))
    #expect(report.refusedByPeer.isEmpty)
    #expect(try house.names(house.first) == ["bread", "milk"])
  }

  @Test func `a device that loses its key before it hears of anybody goes on as another replica`()
    async throws
  {
    let house = try await SyncHouse.founded()
    let second = try await house.join("ben")
    try await house.add("bread", to: second)
    // Whoever gets this cannot tell that it was signed with the key of a member.
    _ = try await second.page(lackedBy: VersionVector())
    // What is noted beside the key is still there.
    try FileManager.default.removeItem(atPath: second.keyPath)
    let next = try await reopened(second, "ben", house, key: "ben")
    #expect(next.wasMinted)
  }

  @Test func `of two owners who revoke one another the one nearer to the founder stays`()
    async throws
  {
    let house = try await SyncHouse.founded()
    let second = try await house.join("ben", as: .owner)
    try await second.exchange(with: peer(house))
    let key = try house.key("cleo")
    let invitation = try await second.enrol(
      Replication.request(of: key), as: .owner, member: "Cleo")
    let third = try house.join("cleo", key: key, invitation)
    try await third.exchange(with: StorePeer(second, name: "second"))
    try await third.revoke(second.replica())
    house.clock.advance(by: 60)
    try await second.revoke(third.replica())
    for _ in 0..<2 {
      try await third.exchange(with: StorePeer(second, name: "second"))
      try await second.exchange(with: peer(house))
    }
    for member in [house.first, second, third] {
      let members = try member.space().members
      #expect(try members[second.replica()]?.isRevoked == false)
      #expect(try members[third.replica()]?.isRevoked == true)
    }
  }

  @Test func `a folder that was deleted is filled again`() async throws {
    let (house, second) = try await pair()
    let drive = house.folder.url.appendingPathComponent("drive")
    try await house.add("bread", to: second)
    try await second.exchange(with: FolderPeer(at: drive.path))
    try FileManager.default.removeItem(at: drive)
    let report = try await second.exchange(with: FolderPeer(at: drive.path))
    #expect(report.failure == nil && report.sent == 3)
    #expect(try await house.first.exchange(with: FolderPeer(at: drive.path)).absorbed == 1)
  }

  @Test func `what an exchange brought before it failed stays`() async throws {
    let house = try await SyncHouse.founded()
    let limit = PageLimit(transactions: 1, bytes: 1 << 20)
    let second = try await house.join("ben", limit: limit)
    for name in ["a", "b", "c"] { try await house.add(name, to: house.first) }
    let failing = FailingPeer(peer: peer(house), pages: 3)
    var report = try await second.exchange(with: failing)
    #expect(report.absorbed == 3 && report.failure?.code == .peer)
    #expect(try house.names(second) == ["a"])
    report = try await second.exchange(with: peer(house))
    #expect(report.absorbed == 2 && report.failure == nil)
    #expect(try house.digests(second) == house.digests(house.first))
  }

  @Test func `what came without an answer is sent again and changes nothing`() async throws {
    let (house, second) = try await pair()
    try await house.add("bread", to: second)
    let mute = LostAnswer(peer: peer(house))
    #expect(try await second.exchange(with: mute).failure?.code == .peer)
    let before = try house.digests(house.first)
    let report = try await second.exchange(with: peer(house))
    #expect(report.failure == nil && report.refusedByPeer.isEmpty)
    #expect(try house.digests(house.first) == before)
    #expect(try house.names(house.first) == ["bread"])
  }

  @Test(arguments: 1...6)
  func `over a folder, a clock that is ahead stops its own writer and nobody else`(
    round: Int
  ) async throws {
    let (house, second) = try await pair()
    let third = try await house.join("cleo")
    let drive = house.folder.url.appendingPathComponent("drive")
    try await house.first.exchange(with: FolderPeer(at: drive.path))
    let options = SyncHouse.options(house.clock, ahead: 365 * 86_400)
    let ahead = try await reopened(second, "ben", house, key: "ben", options)
    try await house.add("bread", to: ahead)
    try await ahead.exchange(with: FolderPeer(at: drive.path))
    for name in ["milk", "eggs"] {
      try await house.add(name, to: house.first)
      try await house.first.exchange(with: FolderPeer(at: drive.path))
    }
    let report = try await third.exchange(with: FolderPeer(at: drive.path))
    #expect(report.refused.map(\.code) == [.clockAhead])
    #expect(try house.names(third) == ["eggs", "milk"])
  }

  @Test func `a reader appends nothing`() async throws {
    let house = try await SyncHouse.founded()
    let reader = try await house.join("ben", as: .reader)
    try await reader.exchange(with: peer(house))
    let error = await #expect(throws: StoreError.self) { try await house.add("x", to: reader) }
    #expect(error?.code == .notPermitted)
  }
}

/// A peer that ends in the middle.
private struct FailingPeer: ForwardingPeer {
  let peer: StorePeer
  /// After how many pages it fails.
  let pages: Int
  private let count = Count()

  init(peer: StorePeer, pages: Int) {
    self.peer = peer
    self.pages = pages
  }

  private struct Gone: Error {}

  private actor Count {
    private var value = 0
    func next() -> Int {
      value += 1
      return value
    }
  }

  func pull(
    _ vector: VersionVector, limit: PageLimit
  ) async throws -> SyncPage {
    if await count.next() > pages { throw Gone() }
    return try await peer.pull(vector, limit: limit)
  }
}
