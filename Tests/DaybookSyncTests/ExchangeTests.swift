#if Sync
  import Daybook
  import DaybookSync
  import Foundation
  import TemporaryFolders
  import Testing

  @Suite struct ExchangeTests {
    @Test func `a log that is longer than a page before it is shared can be joined`() async throws {
      let house = try await SyncHouse()
      for number in 0..<30 { try await house.add("\(number)", to: house.first) }
      try await house.first.createSpace(named: "Kitchen", member: "Ada")
      let ben = try await house.join(
        "ben", limit: TransactionPage.Limit(transactions: 10, bytes: 1 << 20))
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
      let limit = TransactionPage.Limit(transactions: size, bytes: 1 << 20)
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
      let store = try EventStore.open(
        at: stranger.folder.path + "/stranger", schema: SyncHouse.schema, options: options)
      let mallory = try Replication(of: store, key: stranger.key("mallory"))
      try await house.add("bread", to: mallory)
      let report = try await mallory.exchange(with: StorePeer(house.first, name: "first"))
      #expect(report.refusedByPeer.map(\.code) == [.notEnrolled])
      #expect(try house.names(house.first) == [])
      #expect(try house.first.vector()[mallory.replica()] == 0)
    }

    @Test func `another one who says that it is the founder is not believed`() async throws {
      let house = try await SyncHouse.founded()
      let second = try await house.join("ben")
      var options = SyncHouse.options(house.clock)
      options.space = house.first.store.space
      let store = try EventStore.open(
        at: house.folder.path + "/false", schema: SyncHouse.schema, options: options)
      let mallory = try Replication(of: store, key: house.key("mallory"))
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
      let cleo = try Replication.join(
        at: house.folder.path("cleo"), schema: SyncHouse.schema, key: cleoKey,
        invitation: invitation, options: SyncHouse.options(house.clock))
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
        try Replication.join(
          at: house.folder.path(name), schema: SyncHouse.schema, key: house.key(name),
          invitation: invitation, options: SyncHouse.options(house.clock))
      }
      let (ben, cleo) = (stores[0], stores[1])
      func exchange(_ replication: Replication) async throws -> ExchangeReport {
        isFolder
          ? try await replication.exchange(with: FolderPeer(at: house.drive))
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
    @Test func `what a peer says to have in the other one's name takes nothing away`() async throws
    {
      let house = try await SyncHouse.founded()
      let invitation = try await house.first.enrol(
        Replication.request(of: house.key("ben")), as: .writer, member: "Ben")
      let cleo = try Replication.join(
        at: house.folder.path("cleo"), schema: SyncHouse.schema, key: house.key("cleo"),
        invitation: invitation, options: SyncHouse.options(house.clock))
      try await house.add("milk", to: cleo)
      let peer = BoastingPeer(peer: house.peer, replica: invitation.replica)
      #expect(try await cleo.exchange(with: peer).rewritten == 1)
      try await house.first.enrol(cleo.request(), as: .writer, member: "Cleo")
      try await cleo.exchange(with: house.peer)
      #expect(try house.names(house.first) == ["milk"])
    }

    @Test func `somebody is always left who can enrol`() async throws {
      let house = try await SyncHouse.founded()
      let ben = try await house.join("ben")
      let (own, other) = (try house.first.replica(), try ben.replica())
      for body in [
        { try await house.first.setRole(.reader, of: own) },
        { try await house.first.revoke(own) },
      ] as [() async throws -> Void] {
        let error = await #expect(throws: SyncError.self) { try await body() }
        #expect(error?.code == .notPermitted)
        #expect(error?.message.contains("only owner") == true)
      }
      try await house.first.setRole(.owner, of: other)
      try await house.first.setRole(.reader, of: own)
      #expect(try house.first.space().members[own]?.role == .reader)
    }

    @Test func `who is enrolled is not enrolled otherwise, and who was revoked gets no role`()
      async throws
    {
      let house = try await SyncHouse.founded()
      let request = Replication.request(of: try house.key("ben"))
      try await house.first.enrol(request, as: .writer, member: "Ben")
      // Once more gives the invitation again.
      try await house.first.enrol(request, as: .writer, member: "Ben")
      for (role, member) in [(SpaceRole.owner, "Ben"), (.writer, "Eve")] {
        let error = await #expect(throws: SyncError.self) {
          try await house.first.enrol(request, as: role, member: member)
        }
        #expect(error?.code == .notPermitted)
      }
      try await house.first.setRole(.reader, of: request.replica)
      var error = await #expect(throws: SyncError.self) {
        try await house.first.setKeeper(request.replica)
      }
      #expect(error?.message.contains("may only read") == true)
      try await house.first.revoke(request.replica)
      error = await #expect(throws: SyncError.self) {
        try await house.first.setRole(.owner, of: request.replica)
      }
      #expect(error?.message.contains("was revoked") == true)
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

    @Test func `only owners say who belongs to the space`() async throws {
      let house = try await SyncHouse.founded()
      let second = try await house.join("ben")
      try await second.exchange(with: StorePeer(house.first, name: "first"))
      let request = Replication.request(of: try house.key("cleo"))
      let error = await #expect(throws: SyncError.self) {
        try await second.enrol(request, as: .owner, member: "Cleo")
      }
      #expect(error?.code == .notPermitted)
      await #expect(throws: SyncError.self) { try await second.revoke(house.first.replica()) }
      await #expect(throws: SyncError.self) { try await second.setFrontier(second.vector()) }
      try await house.first.setRole(.owner, of: second.replica())
      try await second.exchange(with: StorePeer(house.first, name: "first"))
      try await second.enrol(request, as: .owner, member: "Cleo")
      #expect(try second.space().members.count == 3)
    }

    @Test func `what a peer lacks is not purged`() async throws {
      let house = try await SyncHouse.founded()
      let second = try await house.join("ben")
      try await second.exchange(with: StorePeer(house.first, name: "first"))
      try await house.first.exchange(with: StorePeer(second, name: "second"))
      for name in ["a", "b", "c"] { try await house.add(name, to: house.first) }
      try await house.first.setFrontier(house.first.vector())
      let token = try house.first.store.read { try $0.token() }
      let result = try house.first.store.purge(before: token)
      #expect(result.heldBackBy == "sync/second")
      #expect(result.events == 0)
      try await second.exchange(with: StorePeer(house.first, name: "first"))
      try await house.first.exchange(with: StorePeer(second, name: "second"))
      #expect(try house.first.store.purge(before: token).events == 3)
      #expect(try house.digests(second) == house.digests(house.first))
    }

    @Test func `a request and an invitation are read as they were written`() throws {
      let key = try ReplicaKey.load(
        at: FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).key"),
        creating: true)
      defer { try? FileManager.default.removeItem(at: key.url) }
      let request = Replication.request(of: key)
      #expect(try EnrolmentRequest("\(request)") == request)
      #expect(request.checkDigits.wholeMatch(of: /\d{5}( \d{5}){3}/) != nil)
      let other = EnrolmentRequest(
        replica: request.replica, publicKey: request.publicKey.reversed())
      #expect(
        zip(request.checkDigits.split(separator: " "), other.checkDigits.split(separator: " "))
          .allSatisfy { $0 != $1 })
      for text in ["", "daybook-request-1:", "\(request)x", String("\(request)".dropLast(4))] {
        let error = #expect(throws: SyncError.self) { try EnrolmentRequest(text) }
        #expect(error?.code == .text)
      }
    }

    @Test func `of many who make a key, one does, and all have that one`() async throws {
      let house = try await SyncHouse()
      for round in 0..<20 {
        let url = house.folder.url.appendingPathComponent("shared\(round).key")
        let keys = try await withThrowingTaskGroup(of: [UInt8].self) { group in
          for _ in 0..<8 {
            group.addTask { try ReplicaKey.load(at: url, creating: true).publicKey }
          }
          return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
        }
        #expect(keys.count == 1)
      }
    }

    @Test func `of many who make a space, one does`() async throws {
      let first = try await SyncHouse().first
      let made = try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<8 {
          group.addTask {
            do {
              try await first.createSpace(named: "Home", member: "member \(number)")
              return true
            } catch let error as SyncError where error.code == .space {
              return false
            }
          }
        }
        return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(made == 1)
      #expect(try first.space().members.count == 1)
    }

    @Test func `a key that others can read is refused, and one in a store`() async throws {
      let house = try await SyncHouse()
      let url = house.folder.url.appendingPathComponent("first.key")
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: url.path)
      #expect(throws: SyncError.self) { try ReplicaKey.load(at: url) }
      let inside = house.folder.url.appendingPathComponent("first/own.key")
      #expect(throws: SyncError.self) { try ReplicaKey.load(at: inside, creating: true) }
      let missing = house.folder.url.appendingPathComponent("none.key")
      #expect(throws: SyncError.self) { try ReplicaKey.load(at: missing) }
    }
  }

  /// A peer that says to have what it does not show.
  private struct BoastingPeer: SyncPeer {
    let peer: StorePeer
    let replica: ReplicaID
    var name: String { "boaster" }
    func hello(_ hello: Hello) async throws -> Hello {
      let answer = try await peer.hello(hello)
      var vector = answer.vector
      vector[replica] = 9
      return Hello(space: answer.space, replica: answer.replica, vector: vector)
    }
    func pull(
      _ vector: VersionVector, limit: TransactionPage.Limit
    ) async throws -> SyncPage {
      try await peer.pull(vector, limit: limit)
    }
    func push(_ page: SyncPage) async throws -> PushReply { try await peer.push(page) }
  }
#endif
