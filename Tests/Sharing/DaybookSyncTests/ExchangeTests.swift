import Daybook
import DaybookSync
import Foundation
import TemporaryFolders
import Testing

struct ExchangeTests {
  @Test func `a log that is longer than a page before it is shared can be joined`() async throws {
    let house = try await SyncHouse()
    for number in 0..<30 { try await house.add("\(number)", to: house.first) }
    try await house.first.createSpace(named: "Kitchen", member: "Ada")
    let ben = try await house.join(
      "ben", limit: PageLimit(transactions: 10, bytes: 1 << 20))
    let report = try await ben.exchange(with: StorePeer(house.first, name: "first"))
    #expect(report.failure == nil && report.refused.isEmpty)
    #expect(try house.names(ben).count == 30)
    #expect(try house.digests(ben) == house.digests(house.first))
  }

  @Test func `two stores have the same after an exchange`() async throws {
    let house = try await SyncHouse.founded()
    try await house.add("bread", to: house.first)
    let second = try await house.join("ben")
    var report = try await second.exchange(with: StorePeer(house.first, name: "first"))
    #expect(report.failure == nil && report.refused.isEmpty)
    #expect(report.absorbed == 3)
    #expect(try house.names(second) == ["bread"])
    try await house.add("milk", to: second)
    report = try await second.exchange(with: StorePeer(house.first, name: "first"))
    #expect(report.sent == 1 && report.refusedByPeer.isEmpty)
    #expect(try house.names(house.first) == ["bread", "milk"])
    #expect(try house.digests(second) == house.digests(house.first))
    #expect(try second.space() == house.first.space())
    report = try await second.exchange(with: StorePeer(house.first, name: "first"))
    #expect(report.sent == 0 && report.absorbed == 0)
  }

  @Test func `what one got from another goes on to a third`() async throws {
    let house = try await SyncHouse.founded()
    let (second, third) = (try await house.join("ben"), try await house.join("cleo"))
    for name in ["a", "b", "c"] { try await house.add(name, to: house.first) }
    try await second.exchange(with: StorePeer(house.first, name: "first"))
    try await house.add("d", to: second)
    try await third.exchange(with: StorePeer(second, name: "second"))
    #expect(try house.names(third) == ["a", "b", "c", "d"])
    try await house.add("e", to: third)
    try await house.first.exchange(with: StorePeer(third, name: "third"))
    #expect(try house.names(house.first) == ["a", "b", "c", "d", "e"])
  }

  @Test(arguments: [1, 3, 512])
  func `pages of any size bring the same`(size: Int) async throws {
    let house = try await SyncHouse.founded()
    let limit = PageLimit(transactions: size, bytes: 1 << 20)
    let (second, third) = (
      try await house.join("ben", limit: limit), try await house.join("cleo", limit: limit)
    )
    for number in 0..<20 { try await house.add("item \(number)", to: house.first) }
    try await second.exchange(with: StorePeer(house.first, name: "first"))
    for number in 0..<10 { try await house.add("more \(number)", to: second) }
    try await third.exchange(with: StorePeer(second, name: "second"))
    #expect(try house.names(third).count == 30)
    try await house.first.exchange(with: StorePeer(third, name: "third"))
    #expect(try house.digests(third) == house.digests(house.first))
  }

  @Test func `who was not enrolled is refused, and harms nobody`() async throws {
    let house = try await SyncHouse.founded()
    let stranger = try await SyncHouse()
    var options = SyncHouse.options(house.clock)
    options.space = house.first.store.space
    let store = try stranger.open("stranger", options)
    let mallory = try Replication(of: store, key: stranger.key("mallory"))
    try await house.add("bread", to: mallory)
    let page = try await mallory.page(lackedBy: VersionVector())
    let reply = try await StorePeer(house.first, name: "first").push(page)
    #expect(reply.refused.map(\.code) == [.notEnrolled])
    #expect(try house.names(house.first) == [])
    #expect(try house.first.vector()[mallory.replica()] == 0)
  }

  @Test func `another one who says that it is the founder is not believed`() async throws {
    let house = try await SyncHouse.founded()
    let second = try await house.join("ben")
    var options = SyncHouse.options(house.clock)
    options.space = house.first.store.space
    let mallory = try house.opened("false", key: "mallory", options)
    try await mallory.createSpace(named: "Kitchen", member: "Ada")
    let report = try await second.exchange(with: StorePeer(mallory, name: "mallory"))
    #expect(report.refused.map(\.code) == [.notEnrolled])
    #expect(throws: SyncError.self) { try second.space() }
    #expect(try second.vector() == VersionVector())
  }

  @Test func `what was changed on its way is refused whole, and comes again`() async throws {
    let house = try await SyncHouse.founded()
    let second = try await house.join("ben")
    for name in ["a", "b", "c"] { try await house.add(name, to: house.first) }
    let page = try await house.first.page(lackedBy: VersionVector())
    var bytes = page.bytes
    let place = try #require(
      bytes.indices.dropLast().first { bytes[$0...].starts(with: Array("added".utf8)) })
    bytes[place] ^= 1
    let changed = try await second.absorb(SyncPage(bytes: bytes))
    #expect(changed.report.absorbed == 0)
    #expect(changed.refused.map(\.code) == [.badChain])
    #expect(try second.vector() == VersionVector())
    let whole = try await second.absorb(SyncPage(bytes: page.bytes))
    #expect(whole.refused.isEmpty)
    #expect(try house.names(second) == ["a", "b", "c"])
  }

  @Test func `a copy of a store writes on as another replica`() async throws {
    let house = try await SyncHouse.founded()
    let second = try await house.join("ben")
    try await second.exchange(with: StorePeer(house.first, name: "first"))
    try await house.add("bread", to: second)
    let copied = house.folder.path + "/copy"
    try FileManager.default.copyItem(
      atPath: house.folder.path + "/ben", toPath: copied)
    try await house.add("milk", to: second)
    try await second.exchange(with: StorePeer(house.first, name: "first"))
    // The copy lacks what left the device with its key.
    let store = try EventStore.open(
      at: copied, schema: SyncHouse.schema, options: SyncHouse.options(house.clock))
    let copy = try Replication(of: store, key: house.key("ben"))
    #expect(copy.wasMinted)
    #expect(try copy.replica() != second.replica())
    // With another key it is another replica as well.
    let other = try Replication(of: store, key: house.key("other"))
    try await house.first.enrol(other.request(), as: .writer, member: "Ben")
    try await house.add("eggs", to: other)
    try await other.exchange(with: StorePeer(house.first, name: "first"))
    #expect(try house.names(house.first) == ["bread", "eggs", "milk"])
    #expect(try house.names(other) == ["bread", "eggs", "milk"])
  }

  @Test func `two copies that both wrote on are found by their chains`() async throws {
    let house = try await SyncHouse.founded()
    let second = try await house.join("ben")
    try await second.exchange(with: StorePeer(house.first, name: "first"))
    let copied = house.folder.path + "/copy"
    try FileManager.default.copyItem(
      atPath: house.folder.path + "/ben", toPath: copied)
    try FileManager.default.copyItem(
      atPath: house.folder.path + "/ben.key", toPath: house.folder.path + "/copy.key")
    let store = try EventStore.open(
      at: copied, schema: SyncHouse.schema, options: SyncHouse.options(house.clock))
    let copy = try Replication(of: store, key: house.key("copy"))
    #expect(!copy.wasMinted)
    try await house.add("bread", to: second)
    try await second.exchange(with: StorePeer(house.first, name: "first"))
    try await house.add("milk", to: copy)
    try await house.add("eggs", to: copy)
    let report = try await copy.exchange(with: StorePeer(house.first, name: "first"))
    #expect(report.rewritten == 2)
    #expect(report.refusedByPeer.map(\.code) == [.notEnrolled])
    #expect(try house.names(house.first) == ["bread"])
  }

  @Test func `who joins with the invitation of somebody else writes in nobody's name`()
    async throws
  {
    let house = try await SyncHouse.founded()
    let (benKey, cleoKey) = (try house.key("ben"), try house.key("cleo"))
    let invitation = try await house.first.enrol(
      Replication.request(of: benKey), as: .writer, member: "Ben")
    let cleo = try house.join("cleo", key: cleoKey, invitation)
    let peer = StorePeer(house.first, name: "first")
    try await cleo.exchange(with: peer)
    #expect(try cleo.replica() != invitation.replica)
    try await house.add("milk", to: cleo)
    #expect(try await cleo.exchange(with: peer).refusedByPeer.map(\.code) == [.notEnrolled])
    try await house.first.enrol(cleo.request(), as: .writer, member: "Cleo")
    #expect(try await cleo.exchange(with: peer).refusedByPeer == [])
    #expect(try house.names(house.first) == ["milk"])
  }

  /// Over a folder what was written lies there in the other one's name.
  @Test(arguments: [false, true])
  func `what was written with somebody else's invitation becomes one's own`(
    isFolder: Bool
  ) async throws {
    let house = try await SyncHouse.founded()
    let invitation = try await house.first.enrol(
      Replication.request(of: house.key("ben")), as: .writer, member: "Ben")
    let stores = try ["ben", "cleo"].map { name in
      try house.join(name, key: house.key(name), invitation)
    }
    let (ben, cleo) = (stores[0], stores[1])
    func exchange(_ replication: Replication) async throws -> ExchangeReport {
      isFolder
        ? try await replication.exchange(with: FolderPeer(at: house.drive.path))
        : try await replication.exchange(with: house.peer)
    }
    try await house.add("milk", to: cleo)
    _ = try await exchange(house.first)
    #expect(try await exchange(cleo).rewritten == 1)
    #expect(try cleo.replica() != invitation.replica)
    try await house.add("salt", to: ben)
    _ = try await exchange(ben)
    try await house.first.enrol(cleo.request(), as: .writer, member: "Cleo")
    for replication in [house.first, cleo, ben, house.first, cleo, ben] {
      #expect(try await exchange(replication).failure == nil)
    }
    #expect(try house.names(house.first) == ["milk", "salt"])
    try house.checkEqual([ben, cleo])
  }

  /// Whoever may write to a folder, or answers for a store, can say so.
  @Test func `what a peer says to have in the other one's name takes nothing away`() async throws {
    let house = try await SyncHouse.founded()
    let invitation = try await house.first.enrol(
      Replication.request(of: house.key("ben")), as: .writer, member: "Ben")
    let cleo = try house.join("cleo", key: house.key("cleo"), invitation)
    try await house.add("milk", to: cleo)
    let peer = BoastingPeer(peer: house.peer, replica: invitation.replica)
    #expect(try await cleo.exchange(with: peer).rewritten == 1)
    try await house.first.enrol(cleo.request(), as: .writer, member: "Cleo")
    try await cleo.exchange(with: house.peer)
    #expect(try house.names(house.first) == ["milk"])
  }

  @Test func `what a revoked member writes afterwards counts for nobody`() async throws {
    let house = try await SyncHouse.founded()
    let second = try await house.join("ben")
    let peer = StorePeer(house.first, name: "first")
    try await second.exchange(with: peer)
    try await house.add("bread", to: second)
    try await second.exchange(with: peer)
    try await house.first.revoke(second.replica())
    try await house.add("milk", to: second)
    try await second.exchange(with: peer)
    #expect(try house.names(house.first) == ["bread"])
    #expect(try house.names(second) == ["bread"])
    let error = await #expect(throws: StoreError.self) { try await house.add("eggs", to: second) }
    #expect(error?.code == .notPermitted)
    #expect(try house.digests(second) == house.digests(house.first))
  }

  @Test func `what a peer lacks is not purged`() async throws {
    let house = try await SyncHouse.founded()
    let second = try await house.join("ben")
    try await second.exchange(with: StorePeer(house.first, name: "first"))
    try await house.first.exchange(with: StorePeer(second, name: "second"))
    for name in ["a", "b", "c"] { try await house.add(name, to: house.first) }
    try await house.first.setFrontier(house.first.vector())
    let token = try house.first.store.read { try $0.token() }
    let result = try await house.first.store.purge(before: token)
    #expect(result.heldBackBy == "sync/second")
    #expect(result.events == 0)
    try await second.exchange(with: StorePeer(house.first, name: "first"))
    try await house.first.exchange(with: StorePeer(second, name: "second"))
    #expect(try await house.first.store.purge(before: token).events == 3)
    #expect(try house.digests(second) == house.digests(house.first))
  }
}

/// A peer that says to have what it does not show.
private struct BoastingPeer: ForwardingPeer {
  let peer: StorePeer
  let replica: ReplicaID
  let name = "boaster"

  func hello(_ hello: Hello) async throws -> Hello {
    let answer = try await peer.hello(hello)
    var vector = answer.vector
    vector[replica] = 9
    return Hello(space: answer.space, replica: answer.replica, vector: vector)
  }
}
