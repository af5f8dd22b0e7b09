#if Sync
  import Daybook
  import DaybookSync
  import DaybookTesting
  import Foundation
  import TemporaryFolders
  import Testing

  /// Getting everything back from a folder when every device is lost, by a key from a safe.
  @Suite struct RecoveryTests {
    /// A house whose owner has put a key and an invitation into a safe.
    private func safe() async throws -> (house: SyncHouse, invitation: Invitation) {
      let house = try await SyncHouse.founded()
      let request = Replication.request(of: try house.key("safe"))
      let invitation = try await house.first.enrol(request, as: .owner, member: "Safe")
      for name in ["bread", "milk"] { try await house.add(name, to: house.first) }
      try await house.first.exchange(with: FolderPeer(at: house.drive))
      return (house, invitation)
    }

    private func recover(
      _ house: SyncHouse, _ invitation: Invitation, as name: String
    ) async throws -> Replication {
      // On another device there is the key alone.
      try? FileManager.default.removeItem(atPath: house.folder.path("safe.key.guard"))
      let found = try Replication.join(
        at: house.folder.path(name), schema: SyncHouse.schema, key: house.key("safe"),
        invitation: invitation, options: SyncHouse.options(house.clock))
      let report = try await found.exchange(with: FolderPeer(at: house.drive))
      #expect(report.failure == nil && report.refused.isEmpty)
      return found
    }

    @Test func `who has the key of a safe gets everything back and is an owner`() async throws {
      let (house, invitation) = try await safe()
      let found = try await recover(house, invitation, as: "found")
      try house.checkEqual([found])
      try await found.revoke(house.first.replica())
      let key = try house.key("phone")
      let phone = try Replication.join(
        at: house.folder.path("phone"), schema: SyncHouse.schema, key: key,
        invitation: await found.enrol(Replication.request(of: key), as: .owner, member: "Ada"),
        options: SyncHouse.options(house.clock))
      try await house.add("tea", to: found)
      try await found.exchange(with: FolderPeer(at: house.drive))
      try await phone.exchange(with: FolderPeer(at: house.drive))
      #expect(try house.names(phone) == ["bread", "milk", "tea"])
      #expect(try phone.store.compare(with: found.store).isEqual)
    }

    @Test func `also when what the folder held was purged`() async throws {
      let (house, invitation) = try await safe()
      try await house.first.setFrontier(house.first.vector())
      try house.first.purgeAll()
      _ = try await house.first.putSnapshot(in: FolderPeer(at: house.drive))
      try await house.add("tea", to: house.first)
      try await house.first.exchange(with: FolderPeer(at: house.drive))
      let found = try await recover(house, invitation, as: "found")
      try house.checkEqual([found])
    }

    @Test func `a second time with the same key goes on after the first`() async throws {
      let (house, invitation) = try await safe()
      let one = try await recover(house, invitation, as: "one")
      try await house.add("tea", to: one)
      try await one.exchange(with: FolderPeer(at: house.drive))
      try await one.store.close()
      let two = try await recover(house, invitation, as: "two")
      try await house.add("salt", to: two)
      try await two.exchange(with: FolderPeer(at: house.drive))
      try await house.first.exchange(with: FolderPeer(at: house.drive))
      #expect(try house.names(house.first) == ["bread", "milk", "salt", "tea"])
      try house.checkEqual([two])
    }
  }
#endif
