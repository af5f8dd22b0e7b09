#if Sync
  import Daybook
  import DaybookSync
  import DaybookTesting
  import Foundation
  import TemporaryFolders
  import Testing

  /// What a store wrote under a name that others know otherwise, or do not take in.
  @Suite struct TailTests {
    private func peer(_ house: SyncHouse) -> StorePeer { StorePeer(house.first, name: "first") }

    private func pair() async throws -> (house: SyncHouse, second: Replication) {
      let house = try await SyncHouse.founded()
      let second = try await house.join("ben")
      try await house.add("salt", to: second)
      try await second.exchange(with: peer(house))
      return (house, second)
    }

    private func opened(
      _ name: String, _ house: SyncHouse, key: String, _ options: StoreOptions? = nil
    ) throws -> Replication {
      let store = try EventStore.open(
        at: house.folder.path(name), schema: SyncHouse.schema,
        options: options ?? SyncHouse.options(house.clock))
      return try Replication(of: store, key: house.key(key))
    }

    /// Two stores of one, with key and guard, both of which write on.
    private func copies(
      _ second: Replication, _ house: SyncHouse
    ) async throws -> (Replication, Replication) {
      try await second.store.close()
      let files = FileManager.default
      for (file, copy) in [("ben", "copy"), ("ben.key", "copy.key")] {
        try files.copyItem(atPath: house.folder.path(file), toPath: house.folder.path(copy))
      }
      try files.copyItem(
        atPath: house.folder.path("ben.key.guard"), toPath: house.folder.path("copy.key.guard"))
      let one = try opened("ben", house, key: "ben")
      let two = try opened("copy", house, key: "copy")
      #expect(!one.wasMinted && !two.wasMinted)
      return (one, two)
    }

    private func checkEqual(_ all: [Replication], _ house: SyncHouse) throws {
      for replication in all {
        #expect(try house.digests(replication) == house.digests(house.first))
        #expect(try replication.vector() == house.first.vector())
        let verification = try replication.store.verify()
        #expect(verification.ok, "\(verification.checks.filter { !$0.ok })")
      }
    }

    @Test(arguments: [1, 2, 3], [1, 2, 3])
    func `the branch of a copy that came second is written again`(
      first: Int, second: Int
    ) async throws {
      let (house, ben) = try await pair()
      let (one, two) = try await copies(ben, house)
      for number in 0..<first { try await house.add("one \(number)", to: one) }
      for number in 0..<second { try await house.add("two \(number)", to: two) }
      try await one.exchange(with: peer(house))
      try await two.exchange(with: peer(house))
      #expect(try await two.rewriteTail(lackedBy: peer(house)) == second)
      #expect(try two.replica() != one.replica())
      #expect(try two.store.verify().ok)
      try await house.first.enrol(two.request(), as: .writer, member: "Ben")
      #expect(try await two.exchange(with: peer(house)).refused == [])
      try await house.add("last", to: one)
      try await one.exchange(with: peer(house))
      try await two.exchange(with: peer(house))
      #expect(try house.names(house.first).count == first + second + 2)
      try checkEqual([one, two], house)
      // Nothing is left to be written again.
      #expect(try await one.rewriteTail(lackedBy: peer(house)) == 0)
      #expect(try await two.rewriteTail(lackedBy: peer(house)) == 0)
    }

    @Test func `a store opened again after it has written its tail anew writes on as itself`()
      async throws
    {
      let (house, ben) = try await pair()
      let (one, two) = try await copies(ben, house)
      try await house.add("one", to: one)
      try await house.add("two", to: two)
      try await one.exchange(with: peer(house))
      try await two.rewriteTail(lackedBy: peer(house))
      let replica = try two.replica()
      try await two.store.close()
      let again = try opened("copy", house, key: "copy")
      #expect(!again.wasMinted)
      #expect(try again.replica() == replica)
    }

    @Test func `what undoes something in the tail undoes it after`() async throws {
      let (house, ben) = try await pair()
      let (one, two) = try await copies(ben, house)
      let id = try await house.add("one", to: one)
      try await house.add("two", to: two)
      let token = try await two.store.append { try $0.append(ItemEvent.added(name: "x"), to: id) }
      try await two.store.undo(transaction: token.number)
      try await one.exchange(with: peer(house))
      #expect(try house.names(two) == ["salt", "two"])
      #expect(try await two.rewriteTail(lackedBy: peer(house)) == 3)
      #expect(try house.names(two) == ["salt", "two"])
      try await house.first.enrol(two.request(), as: .writer, member: "Ben")
      try await two.exchange(with: peer(house))
      try await one.exchange(with: peer(house))
      #expect(try house.names(house.first) == ["one", "salt", "two"])
      try checkEqual([one, two], house)
    }

    @Test func `what a clock a year ahead wrote is written again once it is right`() async throws {
      let (house, ben) = try await pair()
      try await ben.store.close()
      var options = SyncHouse.options(house.clock)
      options.now = { [clock = house.clock] in clock.now.addingTimeInterval(365 * 86_400) }
      let ahead = try opened("ben", house, key: "ben", options)
      for name in ["bread", "milk"] { try await house.add(name, to: ahead) }
      #expect(
        try await ahead.exchange(with: peer(house)).refusedByPeer.map(\.code) == [.clockAhead])
      try await ahead.store.close()
      let right = try opened("ben", house, key: "ben")
      try await house.add("eggs", to: right)
      #expect(try await right.exchange(with: peer(house)).refusedByPeer.count == 1)
      #expect(try await right.rewriteTail(lackedBy: peer(house)) == 3)
      try await house.first.enrol(right.request(), as: .writer, member: "Ben")
      try await house.add("tea", to: right)
      let report = try await right.exchange(with: peer(house))
      #expect(report.refusedByPeer == [])
      #expect(try house.names(house.first) == ["bread", "eggs", "milk", "salt", "tea"])
      try checkEqual([right], house)
    }

    @Test func `what was not sent before the key was lost is sent as another replica`()
      async throws
    {
      let (house, ben) = try await pair()
      try await house.add("bread", to: ben)
      try await ben.store.close()
      let next = try opened("ben", house, key: "new")
      #expect(next.wasMinted)
      try await house.add("milk", to: next)
      try await next.exchange(with: peer(house))
      #expect(try await next.rewriteTail(lackedBy: peer(house)) == 2)
      try await house.first.enrol(next.request(), as: .writer, member: "Ben")
      try await next.exchange(with: peer(house))
      #expect(try house.names(house.first) == ["bread", "milk", "salt"])
      try checkEqual([next], house)
    }

    @Test func `a peer that shows nothing for what it says to have changes nothing`() async throws {
      let (house, ben) = try await pair()
      let before = try ben.replica()
      let error = await #expect(throws: SyncError.self) {
        try await ben.rewriteTail(lackedBy: MutePeer(peer: peer(house)))
      }
      #expect(error?.code == .badSignature)
      #expect(try ben.replica() == before)
    }

    @Test func `what is final is not written again`() async throws {
      let (house, ben) = try await pair()
      try await house.first.setFrontier(house.first.vector())
      try await ben.exchange(with: peer(house))
      let before = try ben.replica()
      #expect(throws: StoreError.self) { try ben.store.rewriteTail(beyond: VersionVector()) }
      #expect(try ben.replica() == before)
      #expect(try ben.store.verify().ok)
    }

    @Test func `over a folder the branch that it holds stays`() async throws {
      let (house, ben) = try await pair()
      let drive = house.folder.url.appendingPathComponent("drive")
      try await house.first.exchange(with: FolderPeer(at: drive))
      let (one, two) = try await copies(ben, house)
      try await house.add("one", to: one)
      try await house.add("two", to: two)
      try await one.exchange(with: FolderPeer(at: drive))
      #expect(try await two.rewriteTail(lackedBy: FolderPeer(at: drive)) == 1)
      try await house.first.enrol(two.request(), as: .writer, member: "Ben")
      for replication in [house.first, two, one, house.first, two, one] {
        try await replication.exchange(with: FolderPeer(at: drive))
      }
      #expect(try house.names(house.first) == ["one", "salt", "two"])
      try checkEqual([one, two], house)
    }
  }

  /// A peer that hands over nothing.
  private struct MutePeer: SyncPeer {
    let peer: StorePeer
    var name: String { peer.name }
    func hello(_ hello: Hello) async throws -> Hello { try await peer.hello(hello) }
    func pull(
      _ vector: VersionVector, limit: TransactionPage.Limit
    ) async throws -> SyncPage {
      let page = try await peer.pull(vector, limit: limit)
      return SyncPage(space: page.space, messages: page.messages, heads: [], hasMore: false)
    }
    func push(_ page: SyncPage) async throws -> PushReply { try await peer.push(page) }
  }
#endif
