import Daybook
import DaybookSync
import DaybookTesting
import Foundation
import TemporaryFolders
import Testing

/// Making a space, joining it, and who belongs to it.
struct SpaceTests {
  @Test func `of many who make a space, one does`() async throws {
    let house = try await SyncHouse()
    let first = house.first
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
    #expect(try house.first.space().members.count == 1)
  }

  // MARK: What came from other spaces

  /// Stores that took in what another one wrote, which was not shared.
  private func imported(
    _ house: SyncHouse, _ names: [String], into replication: Replication
  ) async throws -> EventStore {
    let store = try house.open("elsewhere")
    for name in names {
      house.clock.advance(by: 1)
      try await store.append { try $0.append(ItemEvent.added(name: name), to: UUID()) }
    }
    for number in 1...UInt64(names.count) {
      let dot = Dot(replica: try store.read { try $0.replica() }, sequence: number)
      let message = try #require(try store.read { try $0.message(of: dot) })
      try await replication.store.absorb(message)
    }
    return store
  }

  /// A house that is not shared yet, whose first store has something of another one, too.
  private func houseWithImport(isPurged: Bool) async throws -> SyncHouse {
    let house = try await SyncHouse()
    try await house.add("bread", to: house.first)
    _ = try await imported(house, ["milk", "salt"], into: house.first)
    if isPurged { try house.first.purgeAll() }
    return house
  }

  @Test(arguments: [false, true])
  func `what was imported before belongs to the space and reaches members`(
    isPurged: Bool
  ) async throws {
    let house = try await houseWithImport(isPurged: isPurged)
    try await house.add("tea", to: house.first)
    try await house.first.createSpace(named: "Kitchen", member: "Ada")
    let ben = try await house.join("ben")
    let report = try await ben.exchange(with: house.peer)
    #expect(report.failure == nil && report.refused == [])
    #expect(try house.names(ben) == ["bread", "milk", "salt", "tea"])
    try house.checkEqual([ben])
    #expect(try house.first.store.compare(with: ben.store).isEqual)
    let cleo = try await house.join("cleo")
    #expect(try await cleo.exchange(with: StorePeer(ben, name: "ben")).refused == [])
    try await house.first.exchange(with: StorePeer(cleo, name: "cleo"))
    try house.checkEqual([cleo])
  }

  /// As when the process is killed after the space was created, and before anything was signed.
  @Test(arguments: [false, true])
  func `a space that was created halfway is completed with the next exchange`(
    isPurged: Bool
  ) async throws {
    let house = try await houseWithImport(isPurged: isPurged)
    if isPurged { try house.first.store.mintReplica() }
    let key = try house.key("first").publicKey
    let own = try house.first.replica()
    let past = try house.first.vector().sequences.keys.filter { $0 != own }.sorted()
    #expect(!past.isEmpty)
    try await house.first.store.append { draft in
      try draft.append(.created(name: "Kitchen", key: key, member: "Ada"))
      for replica in past {
        try draft.append(.enrolled(replica, key: key, member: "Ada", role: .writer))
      }
    }
    let ben = try await house.join("ben")
    try await house.first.exchange(with: FolderPeer(at: house.drive.path))
    let report = try await ben.exchange(with: FolderPeer(at: house.drive.path))
    #expect(report.failure == nil && report.refused == [] && report.missing == [])
    #expect(try house.names(ben) == ["bread", "milk", "salt"])
    #expect(try ben.vector() == house.first.vector())
  }

  @Test func `a store with a space takes in nothing of another`() async throws {
    let house = try await SyncHouse()
    let other = try await imported(house, ["milk"], into: house.first)
    try await house.first.createSpace(named: "Kitchen", member: "Ada")
    try await other.append { try $0.append(ItemEvent.added(name: "salt"), to: UUID()) }
    let dot = Dot(replica: try other.read { try $0.replica() }, sequence: 2)
    let message = try #require(try other.read { try $0.message(of: dot) })
    let before = try house.first.vector()
    // Of one who is known here, and of one who is not.
    let stranger = try await SyncHouse()
    try await stranger.add("tea", to: stranger.first)
    let first = Dot(replica: try stranger.first.replica(), sequence: 1)
    let unknown = try #require(try stranger.first.store.read { try $0.message(of: first) })
    for message in [message, unknown] {
      let error = await #expect(throws: StoreError.self) {
        try await house.first.store.absorb(message)
      }
      #expect(error?.code == .foreignSpace)
    }
    #expect(try house.first.vector() == before)
    #expect(try await house.first.store.verify().ok)
  }

  // MARK: Joining

  @Test func `a join that ended early is repeated`() async throws {
    let house = try await SyncHouse.founded()
    let key = try house.key("ben")
    let invitation = try await house.first.enrol(
      Replication.request(of: key), as: .writer, member: "Ben")
    // The store was made, and nothing else.
    var options = SyncHouse.options(house.clock)
    options.space = invitation.space
    options.replica = invitation.replica
    let path = house.folder.path("ben")
    try await EventStore.open(at: path, schema: SyncHouse.schema, options: options).close()
    func join() throws -> Replication {
      try Replication.join(
        at: path, schema: SyncHouse.schema, key: key, invitation: invitation,
        options: SyncHouse.options(house.clock))
    }
    let ben = try join()
    #expect(!ben.wasMinted)
    try await house.add("bread", to: house.first)
    #expect(try await ben.exchange(with: house.peer).failure == nil)
    #expect(try house.names(ben) == ["bread"])
    let error = #expect(throws: SyncError.self) { try join() }
    #expect(error?.code == .space)
  }

  @Test func `nobody joins in a store of somebody else`() async throws {
    let house = try await SyncHouse.founded()
    let key = try house.key("ben")
    let invitation = try await house.first.enrol(
      Replication.request(of: key), as: .writer, member: "Ben")
    func open() throws -> EventStore {
      try house.open("mine")
    }
    try await open().close()
    // One that is closed, and one that is open.
    for path in [house.folder.path("mine"), house.folder.path("first")] {
      let error = #expect(throws: SyncError.self) {
        try Replication.join(
          at: path, schema: SyncHouse.schema, key: key, invitation: invitation,
          options: SyncHouse.options(house.clock))
      }
      #expect(error?.code == .space)
    }
    #expect(try open().read { try $0.pinnedFounder() } == nil)
  }

  // MARK: Members

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
    let request = try Replication.request(of: house.key("ben"))
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

  @Test func `only owners say who belongs to the space`() async throws {
    let house = try await SyncHouse.founded()
    let second = try await house.join("ben")
    try await second.exchange(with: StorePeer(house.first, name: "first"))
    let request = try Replication.request(of: house.key("cleo"))
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

  @Test func `of two who make a purged store a space at once, one does`() async throws {
    let house = try await SyncHouse()
    try await house.add("bread", to: house.first)
    try house.first.purgeAll()
    let other = try Replication(of: house.first.store, key: house.key("first"))
    let first = house.first
    async let one: Void = first.createSpace(named: "Kitchen", member: "Ada")
    async let two: Void = other.createSpace(named: "Cellar", member: "Ada")
    var failures = 0
    do { try await one } catch { failures += 1 }
    do { try await two } catch { failures += 1 }
    #expect(failures == 1)
    #expect(try first.space().founder == first.replica())
    try await house.add("milk", to: first)
    #expect(try house.names(first) == ["bread", "milk"])
  }

  @Test func `a keeper that says the last number there is stops no other one`() async throws {
    let house = try await SyncHouse.founded()
    let second = try await house.join("ben")
    try await house.first.setKeeper(second.replica())
    try await second.exchange(with: house.peer)
    let vector = try second.vector()
    try await second.store.append { try $0.append(.frontier(number: .max, vector)) }
    try await second.exchange(with: house.peer)
    #expect(try house.first.space().frontiers.isEmpty)
    let third = try await house.join("cleo")
    try await house.first.setKeeper(third.replica())
    try await third.exchange(with: house.peer)
    #expect(try await third.setFrontier(third.vector()) == 1)
  }

  /// Of one store, as by an app and the command line.
  @Test func `of many who set frontiers at once, each sets the next one`() async throws {
    let house = try await SyncHouse.founded()
    let store = house.first.store
    let numbers = try await withThrowingTaskGroup(of: [UInt64].self) { group in
      for lane in 0..<4 {
        let replication = try Replication(of: store, key: house.key("first"))
        group.addTask {
          var numbers: [UInt64] = []
          for number in 0..<10 {
            let id = UUID()
            try await store.append {
              try $0.append(ItemEvent.added(name: "\(lane) \(number)"), to: id)
            }
            if let set = try await replication.setFrontier(replication.vector()) {
              numbers.append(set)
            }
          }
          return numbers
        }
      }
      return try await group.reduce([]) { $0 + $1 }
    }
    #expect(Set(numbers).count == numbers.count)
    #expect(try house.first.space().frontiers.map(\.number) == numbers.sorted())
  }

  @Test func `a revocation counts what was written until it is stated`() async throws {
    let house = try await SyncHouse.founded()
    let second = try await house.join("ben", as: .owner)
    try await second.exchange(with: house.peer)
    let store = house.first.store
    let own = try house.first.replica()
    let adding = Task {
      for number in 0..<50 {
        let id = UUID()
        try await store.append { try $0.append(ItemEvent.added(name: "\(number)"), to: id) }
      }
    }
    // Somebody steps down while another task goes on writing.
    try await house.first.setRole(.writer, of: own)
    try await adding.value
    #expect(try house.names(house.first).count == 50)
  }
}
