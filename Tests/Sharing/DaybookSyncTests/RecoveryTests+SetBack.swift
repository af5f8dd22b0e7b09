import Daybook
import DaybookSync
import Foundation
import TemporaryFolders
import Testing

/// Stores that a person or a sync client has set back to an earlier day.
extension RecoveryTests {
  /// A person or a sync client puts the files of an earlier day back, and the app writes on.
  @Test(arguments: [1, 2, 3])
  func `the only owner's store that was set back and wrote on goes on as itself`(
    written: Int
  ) async throws {
    let (house, second) = try await SyncHouse.pair()
    let owner = try house.first.replica()
    try await house.first.exchange(with: FolderPeer(at: house.drive.path))
    try Self.keep(house.first.store, at: house.folder.path("before"))
    for name in ["bread", "milk"] { try await house.add(name, to: house.first) }
    try await house.first.exchange(with: FolderPeer(at: house.drive.path))
    try await house.first.store.close()
    let store = try house.open("before")
    let names = (1...written).map { "other \($0)" }
    for name in names {
      try await store.append { try $0.append(ItemEvent.added(name: name), to: UUID()) }
    }
    // It enrols and sends nothing meanwhile.
    let error = #expect(throws: SyncError.self) {
      try Replication(of: store, key: house.key("first"))
    }
    #expect(error?.code == .copied)
    let again = try await Replication.recover(
      store, key: house.key("first"), from: FolderPeer(at: house.drive.path))
    for member in [again, second, again, second] {
      let report = try await member.exchange(with: FolderPeer(at: house.drive.path))
      #expect(report.failure == nil && report.refused.isEmpty)
    }
    #expect(try again.replica() == owner)
    #expect(try house.names(second) == (["bread", "milk", "salt"] + names).sorted())
    #expect(try house.digests(again) == house.digests(second))
    try await again.enrol(Replication.request(of: house.key("cleo")), as: .writer, member: "Cleo")
    #expect(try again.store.read { try $0.formerReplica() } == nil)
    #expect(try await store.verify().ok)
    // The next start asks nothing.
    #expect(try !Replication(of: store, key: house.key("first")).wasMinted)
  }

  /// Store and guard were set back, as with a whole disk: nobody but a person can tell that from a
  /// copy that is in use.
  @Test(arguments: [1, 3])
  func `the only owner's store whose guard was set back too goes on as itself when it is told to`(
    written: Int
  ) async throws {
    let (house, second) = try await SyncHouse.pair()
    let (owner, key) = (try house.first.replica(), try house.key("first"))
    let peer = { FolderPeer(at: house.drive.path) }
    try await house.first.exchange(with: peer())
    try Self.keep(house.first.store, at: house.folder.path("before"))
    let guardFile = URL(fileURLWithPath: house.folder.path("first.key.guard"))
    let noted = try Data(contentsOf: guardFile)
    for name in ["bread", "milk"] { try await house.add(name, to: house.first) }
    for member in [house.first, second] { try await member.exchange(with: peer()) }
    try await house.first.store.close()
    try noted.write(to: guardFile)
    let store = try house.open("before")
    let names = (1...written).map { "other \($0)" }
    for name in names {
      try await store.append { try $0.append(ItemEvent.added(name: name), to: UUID()) }
    }
    let again = try Replication(of: store, key: key)
    #expect(try await again.exchange(with: peer()).rewritten == written)
    #expect(try again.wasOnlyOwner() && again.replica() != owner)
    let resumed = try await Replication.resumeOwner(store, key: key, from: peer())
    #expect(try resumed.replica() == owner && !resumed.wasOnlyOwner())
    for member in [resumed, second, resumed, second] {
      let report = try await member.exchange(with: peer())
      #expect(report.failure == nil && report.refused.isEmpty)
    }
    #expect(try house.names(second) == (["bread", "milk", "salt"] + names).sorted())
    #expect(try house.digests(resumed) == house.digests(second))
    try await resumed.enrol(Replication.request(of: house.key("cleo")), as: .writer, member: "Cleo")
    #expect(try !Replication(of: store, key: key).wasMinted)
  }

  /// A store and its guard that were set back, and another folder that has one more transaction of
  /// the owner than the house's.
  private func setBackBetweenTwoFolders() async throws -> (
    SyncHouse, owner: ReplicaID, second: Replication, EventStore, folders: [URL]
  ) {
    let (house, second) = try await SyncHouse.pair()
    let owner = try house.first.replica()
    let folders = [house.drive, house.folder.url.appendingPathComponent("other drive")]
    for member in [house.first, second] {
      for folder in folders { try await member.exchange(with: FolderPeer(at: folder.path)) }
    }
    try Self.keep(house.first.store, at: house.folder.path("before"))
    let guardFile = URL(fileURLWithPath: house.folder.path("first.key.guard"))
    let noted = try Data(contentsOf: guardFile)
    try await house.add("bread", to: house.first)
    for folder in folders { try await house.first.exchange(with: FolderPeer(at: folder.path)) }
    try await house.add("milk", to: house.first)
    try await house.first.exchange(with: FolderPeer(at: folders[1].path))
    try await house.first.store.close()
    try noted.write(to: guardFile)
    let store = try house.open("before")
    for name in ["tea", "salt 2"] {
      try await store.append { try $0.append(ItemEvent.added(name: name), to: UUID()) }
    }
    return (house, owner, second, store, folders)
  }

  @Test(arguments: [0, 1])
  func `the only owner that was set back with its guard goes on once it has read all its folders`(
    from place: Int
  ) async throws {
    let (house, owner, second, store, folders) = try await setBackBetweenTwoFolders()
    let key = try house.key("first")
    let again = try Replication(of: store, key: key)
    for folder in folders {
      let report = try await again.exchange(with: FolderPeer(at: folder.path))
      #expect(report.failure == nil && report.unsent == nil)
    }
    #expect(try again.wasOnlyOwner())
    let resumed = try await Replication.resumeOwner(
      store, key: key, from: FolderPeer(at: folders[place].path))
    #expect(try resumed.replica() == owner)
    for member in [resumed, second, resumed, second] {
      for folder in folders {
        let report = try await member.exchange(with: FolderPeer(at: folder.path))
        #expect(report.failure == nil && report.unsent == nil && report.refused.isEmpty)
      }
    }
    #expect(try house.names(second) == ["bread", "milk", "salt", "salt 2", "tea"])
    #expect(try house.digests(resumed) == house.digests(second))
  }

  /// It was not asked about what only the other folder has, and must not drop it without a word.
  @Test func `an owner that resumed from the folder that has less says so at the other one`()
    async throws
  {
    let (house, _, _, store, folders) = try await setBackBetweenTwoFolders()
    let key = try house.key("first")
    try await Replication(of: store, key: key).exchange(with: FolderPeer(at: folders[0].path))
    let resumed = try await Replication.resumeOwner(
      store, key: key, from: FolderPeer(at: folders[0].path))
    let report = try await resumed.exchange(with: FolderPeer(at: folders[1].path))
    let told = try #require(report.unsent ?? report.failure ?? report.refused.first)
    #expect([.forkedReplica, .badChain].contains(told.code), "\(report)")
  }
}
