import Daybook
import DaybookSync
import Foundation
import TemporaryFolders
import Testing

/// Getting everything back from a folder when every device is lost, by a key from a safe.
struct RecoveryTests {
  /// A house whose owner has put a key and an invitation into a safe.
  func safe() async throws -> (house: SyncHouse, invitation: Invitation) {
    let house = try await SyncHouse.founded()
    let request = try Replication.request(of: house.key("safe"))
    let invitation = try await house.first.enrol(request, as: .owner, member: "Safe")
    for name in ["bread", "milk"] { try await house.add(name, to: house.first) }
    try await house.first.exchange(with: FolderPeer(at: house.drive.path))
    return (house, invitation)
  }

  func recover(
    _ house: SyncHouse, _ invitation: Invitation, as name: String
  ) async throws -> Replication {
    // On another device there is the key alone.
    try? FileManager.default.removeItem(atPath: house.folder.path("safe.key.guard"))
    let found = try house.join(name, key: house.key("safe"), invitation)
    let report = try await found.exchange(with: FolderPeer(at: house.drive.path))
    #expect(report.failure == nil && report.refused.isEmpty)
    return found
  }

  @Test func `who has the key of a safe gets everything back and is an owner`() async throws {
    let (house, invitation) = try await safe()
    let found = try await recover(house, invitation, as: "found")
    try house.checkEqual([found])
    try await found.revoke(house.first.replica())
    let key = try house.key("phone")
    let phone = try house.join(
      "phone", key: key, await found.enrol(Replication.request(of: key), as: .owner, member: "Ada"))
    try await house.add("tea", to: found)
    try await found.exchange(with: FolderPeer(at: house.drive.path))
    try await phone.exchange(with: FolderPeer(at: house.drive.path))
    #expect(try house.names(phone) == ["bread", "milk", "tea"])
    #expect(try phone.store.compare(with: found.store).isEqual)
  }

  @Test func `also when what the folder held was purged`() async throws {
    let (house, invitation) = try await safe()
    try await house.first.setFrontier(house.first.vector())
    try house.first.purgeAll()
    _ = try await house.first.putSnapshot(in: FolderPeer(at: house.drive.path))
    try await house.add("tea", to: house.first)
    try await house.first.exchange(with: FolderPeer(at: house.drive.path))
    let found = try await recover(house, invitation, as: "found")
    try house.checkEqual([found])
  }

  // MARK: The only owner

  /// A house whose only owner has put a snapshot into the folder, and a copy of its store as it
  /// was before.
  func backedUp(
    hasUnsent: Bool, _ copy: (EventStore, _ path: String) throws -> Void
  ) async throws -> (house: SyncHouse, second: Replication) {
    let (house, second) = try await SyncHouse.pair()
    let peer = { FolderPeer(at: house.drive.path) }
    for member in [house.first, second, house.first] { try await member.exchange(with: peer()) }
    if hasUnsent { try await house.add("unsent", to: house.first) }
    try copy(house.first.store, house.folder.path("backup"))
    try await house.add("later", to: house.first)
    for member in [house.first, second] { try await member.exchange(with: peer()) }
    try await house.first.setFrontier(house.first.vector())
    for member in [house.first, second, house.first, second] {
      try await member.exchange(with: peer())
      _ = try await member.putSnapshot(in: peer())
    }
    return (house, second)
  }

  @Test(arguments: [false, true])
  func `the only owner comes back by its own snapshot`(hasUnsent: Bool) async throws {
    let (house, second) = try await backedUp(hasUnsent: hasUnsent) { store, path in
      _ = try store.copy(to: path)
    }
    try second.purgeAll()
    let owner = try house.first.replica()
    try await house.first.store.close()
    let store = try house.open("backup")
    #expect(throws: SyncError.self) { try Replication(of: store, key: house.key("first")) }
    let again = try await Replication.recover(
      store, key: house.key("first"), from: FolderPeer(at: house.drive.path))
    #expect(try !again.wasMinted && again.replica() == owner && again.space().keeper == owner)
    try await second.exchange(with: FolderPeer(at: house.drive.path))
    #expect(try again.vector() == second.vector())
    #expect(try house.digests(again) == house.digests(second))
  }

  /// As `Backup` does: the store that is restored writes as a new replica.
  @Test(arguments: [false, true])
  func `the only owner goes on as itself after a backup was restored`(
    hasWritten: Bool
  ) async throws {
    let (house, second) = try await backedUp(hasUnsent: true) { store, path in
      _ = try store.copy(to: path)
    }
    let owner = try house.first.replica()
    try await house.first.store.close()
    let store = try house.open("backup")
    try store.mintReplica(in: nil, afterRestore: true)
    if hasWritten {
      let id = UUID()
      try await store.append { try $0.append(ItemEvent.added(name: "since"), to: id) }
    }
    let error = #expect(throws: SyncError.self) {
      try Replication(of: store, key: house.key("first"))
    }
    #expect(error?.code == .copied)
    let empty = FolderPeer(at: house.folder.path("empty"))
    await #expect(throws: SyncError.self) {
      try await Replication.recover(store, key: house.key("first"), from: empty)
    }
    // It was not the folder of the space: nothing is put there, nor noted.
    #expect(!FileManager.default.fileExists(atPath: empty.path))
    #expect(try store.knownPeers().allSatisfy { $0.name != empty.name })
    let again = try await Replication.recover(
      store, key: house.key("first"), from: FolderPeer(at: house.drive.path))
    #expect(try again.replica() == owner)
    let third = try await again.enrol(
      Replication.request(of: house.key("cleo")), as: .writer, member: "Cleo")
    #expect(third.inviter == owner)
    try await again.exchange(with: FolderPeer(at: house.drive.path))
    try await second.exchange(with: FolderPeer(at: house.drive.path))
    #expect(
      try house.names(second) == ["later", "salt"] + (hasWritten ? ["since"] : []) + ["unsent"])
    #expect(try house.digests(again) == house.digests(second))
    #expect(try await store.verify().ok)
  }

  /// The process ends after the store is itself again, and before what it wrote since counts.
  @Test func `an owner that came back halfway finishes with the next exchange`() async throws {
    let (house, second) = try await SyncHouse.pair()
    let owner = try house.first.replica()
    try house.first.store.mintReplica(in: nil, afterRestore: true)
    let since = try house.first.replica()
    try await house.add("since", to: house.first)
    try house.first.store.resume(owner)
    let again = try Replication(of: house.first.store, key: house.key("first"))
    #expect(try again.mintReason == nil && again.replica() == owner)
    try await again.exchange(with: FolderPeer(at: house.drive.path))
    try await second.exchange(with: FolderPeer(at: house.drive.path))
    #expect(try house.names(second) == ["salt", "since"])
    // It writes no more, so nobody waits for it.
    #expect(try again.space().members[since]?.isRevoked == true)
    #expect(try again.store.read { try $0.formerReplica() } == nil)
    try house.checkEqual([second])
  }

  @Test func `a member does not go on as the only owner`() async throws {
    let (house, second) = try await SyncHouse.pair()
    let error = await #expect(throws: SyncError.self) {
      try await Replication.resumeOwner(
        second.store, key: house.key("ben"), from: house.peer)
    }
    #expect(error?.code == .key)
  }

  static func keep(_ store: EventStore, at path: String) throws {
    _ = try store.copy(to: path)
  }

  /// Else two branches of one writer would be among the others, who could not come together again.
  @Test func `a member's store that was set back sends nothing to who does not know that`()
    async throws
  {
    let (house, second) = try await SyncHouse.pair()
    try Self.keep(second.store, at: house.folder.path("before"))
    try await house.add("bread", to: second)
    try await second.exchange(with: FolderPeer(at: house.drive.path))
    try await second.store.close()
    let store = try house.open("before")
    for name in ["milk", "tea"] {
      try await store.append { try $0.append(ItemEvent.added(name: name), to: UUID()) }
    }
    let again = try Replication(of: store, key: house.key("ben"))
    let report = try await again.exchange(with: house.peer)
    #expect(report.failure?.code == .copied && report.sent == 0)
    #expect(try house.names(house.first) == ["salt"])
    #expect(try await again.exchange(with: FolderPeer(at: house.drive.path)).rewritten == 2)
    try await house.first.exchange(with: FolderPeer(at: house.drive.path))
    #expect(try house.names(house.first) == ["bread", "salt"])
    try await house.first.enrol(again.request(), as: .writer, member: "Ben")
    try await again.exchange(with: house.peer)
    #expect(try house.names(house.first) == ["bread", "milk", "salt", "tea"])
    #expect(try house.digests(again) == house.digests(house.first))
  }

  /// Without it nobody knows how much it had sent.
  @Test func `without its guard the only owner's store stays a new replica`() async throws {
    let (house, _) = try await SyncHouse.pair()
    try house.first.store.mintReplica(in: nil, afterRestore: true)
    try FileManager.default.removeItem(atPath: house.folder.path("first.key.guard"))
    let again = try Replication(of: house.first.store, key: house.key("first"))
    #expect(again.mintReason == .restored)
  }

  @Test func `a backup of a restored store knows which replica it was`() async throws {
    let (house, _) = try await SyncHouse.pair()
    let owner = try house.first.replica()
    for _ in 0..<2 { try house.first.store.mintReplica(in: nil, afterRestore: true) }
    #expect(try house.first.store.read { try $0.formerReplica() } == owner)
    try house.first.store.mintReplica()
    #expect(try house.first.store.read { try $0.formerReplica() } == nil)
  }

  /// Each joined as the other one, and the process ended before that was found out.
  @Test func `two who took one another's invitations are not locked out`() async throws {
    let house = try await SyncHouse.founded()
    var invitations: [Invitation] = []
    for name in ["ben", "cleo"] {
      let request = Replication.request(of: try house.key(name))
      invitations.append(try await house.first.enrol(request, as: .writer, member: name))
    }
    let ben = try house.join("ben", key: house.key("ben"), invitations[1])
    try await house.add("bread", to: ben)
    _ = try await ben.absorb(house.first.page(lackedBy: VersionVector()))
    try await ben.store.close()
    let again = try house.opened("ben", key: "ben")
    #expect(again.mintReason == .otherKey)
    #expect(try again.strandedTransactions() == 1)
  }

  @Test func `a snapshot takes the place of no later one under the same name`() async throws {
    let (house, second) = try await SyncHouse.pair()
    let (one, two) = try await house.copies(second)
    try await house.add("bread", to: one)
    try await one.exchange(with: house.peer)
    try await house.add("tea", to: house.first)
    try await house.first.setFrontier(house.first.vector())
    try house.first.purgeAll()
    try await house.add("milk", to: two)
    let made = try await house.first.snapshot()
    let error = #expect(throws: StoreError.self) {
      try two.store.bootstrap { $0 < made.chunks.count ? made.chunks[$0] : nil }
    }
    #expect(error?.code == .forkedReplica)
    #expect(try house.names(two) == ["milk", "salt"])
    #expect(try await two.store.verify().ok)
  }

  @Test func `a restored store of another member says that it is a new replica`() async throws {
    let (house, second) = try await SyncHouse.pair()
    try second.store.mintReplica(in: nil, afterRestore: true)
    let again = try Replication(of: second.store, key: house.key("ben"))
    #expect(again.mintReason == .restored)
    let replica = try again.replica()
    // Until an owner has enrolled it.
    try await house.first.enrol(again.request(), as: .writer, member: "Ben")
    try await again.exchange(with: house.peer)
    let known = try Replication(of: second.store, key: house.key("ben"))
    #expect(try !known.wasMinted && known.replica() == replica)
  }

  // MARK: Keys of others

  @Test func `another key does not take the place of the only owner's`() async throws {
    let (house, second) = try await SyncHouse.pair()
    let owner = try house.first.replica()
    for name in ["ben", "new"] {
      let error = #expect(throws: SyncError.self) {
        try Replication(of: house.first.store, key: house.key(name))
      }
      #expect(error?.code == .key)
    }
    #expect(try house.first.replica() == owner)
    let error = #expect(throws: SyncError.self) {
      try Replication(of: second.store, key: house.key("first"))
    }
    #expect(error?.code == .key)
    // A lost key is another matter: a new one makes another replica.
    #expect(try Replication(of: second.store, key: house.key("new")).mintReason == .otherKey)
  }

  @Test func `a second time with the same key goes on after the first`() async throws {
    let (house, invitation) = try await safe()
    let one = try await recover(house, invitation, as: "one")
    try await house.add("tea", to: one)
    try await one.exchange(with: FolderPeer(at: house.drive.path))
    try await one.store.close()
    let two = try await recover(house, invitation, as: "two")
    try await house.add("salt", to: two)
    try await two.exchange(with: FolderPeer(at: house.drive.path))
    try await house.first.exchange(with: FolderPeer(at: house.drive.path))
    #expect(try house.names(house.first) == ["bread", "milk", "salt", "tea"])
    try house.checkEqual([two])
  }
}
