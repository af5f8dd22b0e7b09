import Daybook
import DaybookSync
import DaybookTesting
import Foundation
import TemporaryFolders
import Testing

/// What an exchange with a folder does with a store's own tail when the folder says little, or
/// what nobody can have.
struct TailByFolderTests {
  @Test func `a member that says to have more than there is changes nothing`() async throws {
    let (house, ben) = try await SyncHouse.pair()
    try await house.first.exchange(with: FolderPeer(at: house.drive.path))
    try await ben.exchange(with: FolderPeer(at: house.drive.path))
    try await house.add("bread", to: ben)
    try await ben.exchange(with: FolderPeer(at: house.drive.path))
    let replica = try ben.replica()
    var said = VersionVector()
    said[replica] = .max
    let liar = Hello(
      space: ben.store.space, replica: ReplicaID(UUID()),
      vector: said, time: house.clock.now)
    try await FolderPeer(at: house.drive.path).acknowledge(liar)
    #expect(try await ben.rewriteTail(lackedBy: FolderPeer(at: house.drive.path)) == 0)
    #expect(try ben.replica() == replica)
  }

  @Test func `a clock that is behind changes nothing where nobody else was`() async throws {
    let (house, ben) = try await SyncHouse.pair()
    try await house.add("bread", to: ben)
    try await ben.exchange(with: FolderPeer(at: house.drive.path))
    let replica = try ben.replica()
    try await ben.store.close()
    let behind = try house.opened("ben", daysAhead: -1000)
    let report = try await behind.exchange(with: FolderPeer(at: house.drive.path))
    #expect(report.rewritten == 0 && report.unsent == nil)
    #expect(try behind.replica() == replica)
  }

  @Test func `what is in another folder as well stays and is told`() async throws {
    let (house, ben) = try await SyncHouse.pair()
    let folders = ["drive", "stick"].map { house.folder.url.appendingPathComponent($0) }
    for folder in folders {
      try await house.first.exchange(with: FolderPeer(at: folder.path))
      try await ben.exchange(with: FolderPeer(at: folder.path))
    }
    try await ben.store.close()
    let ahead = try house.opened("ben", daysAhead: 365)
    try await house.add("bread", to: ahead)
    for folder in folders { try await ahead.exchange(with: FolderPeer(at: folder.path)) }
    try await ahead.store.close()
    let right = try house.opened("ben", key: "ben")
    for folder in folders {
      let report = try await right.exchange(with: FolderPeer(at: folder.path))
      #expect(report.rewritten == 0)
      #expect(report.unsent?.code == .clockAhead)
    }
  }

  /// What it sent as the replica in between lies in the folder, and nobody takes it in.
  @Test(arguments: [false, true])
  func `what a store sent that was minted twice and enrolled once is written again`(
    isFolder: Bool
  ) async throws {
    let (house, ben) = try await SyncHouse.pair()
    func exchange(_ replication: Replication) async throws -> ExchangeReport {
      isFolder
        ? try await replication.exchange(with: FolderPeer(at: house.drive.path))
        : try await replication.exchange(with: house.peer)
    }
    for member in [house.first, ben] { _ = try await exchange(member) }
    try ben.store.mintReplica()
    for name in ["bread", "milk"] { try await house.add(name, to: ben) }
    _ = try await exchange(ben)
    #expect(try ben.strandedTransactions() == 0)
    try ben.store.mintReplica()
    #expect(try ben.strandedTransactions() == 2)
    try await house.first.enrol(ben.request(), as: .writer, member: "Ben")
    for member in [house.first, ben] { _ = try await exchange(member) }
    #expect(try ben.strandedTransactions() == 2)
    let rewritten =
      isFolder
      ? try await ben.rewriteTail(lackedBy: FolderPeer(at: house.drive.path))
      : try await ben.rewriteTail(lackedBy: house.peer)
    #expect(rewritten == 2)
    #expect(try ben.strandedTransactions() == 0)
    try await house.first.enrol(ben.request(), as: .writer, member: "Ben")
    for member in [house.first, ben, house.first] { _ = try await exchange(member) }
    #expect(try house.names(house.first) == ["bread", "milk", "salt"])
    try house.checkEqual([ben])
  }

  /// Both branches come to the same folder later, as when a drive brings them together.
  @Test(arguments: [1, 3], [2, 3])
  func `branches that a drive brings together are told apart`(
    first: Int, second: Int
  ) async throws {
    let (house, ben) = try await SyncHouse.pair()
    let files = FileManager.default
    let (drive, late) = (house.drive, house.folder.url.appendingPathComponent("late"))
    try await house.first.exchange(with: FolderPeer(at: drive.path))
    let (one, two) = try await house.copies(ben)
    try files.copyItem(at: drive, to: late)
    for number in 0..<first { try await house.add("one \(number)", to: one) }
    for number in 0..<second { try await house.add("two \(number)", to: two) }
    try await one.exchange(with: FolderPeer(at: drive.path))
    try await two.exchange(with: FolderPeer(at: late.path, name: "drive"))
    for case let path as String in files.enumerator(atPath: late.path) ?? .init() {
      let there = drive.appendingPathComponent(path).path
      if files.fileExists(atPath: there) { continue }
      try files.copyItem(atPath: late.appendingPathComponent(path).path, toPath: there)
    }
    for replication in [house.first, one, two, one, house.first] {
      try await replication.exchange(with: FolderPeer(at: drive.path))
    }
    for copy in [one, two] {
      try await house.first.enrol(copy.request(), as: .writer, member: "ben")
    }
    for replication in [house.first, one, two, house.first, one] {
      try await replication.exchange(with: FolderPeer(at: drive.path))
    }
    #expect(try house.names(house.first).count == first + second + 1)
    try house.checkEqual([one, two])
  }

  /// What only the copy has is neither lost with a snapshot, nor left out without a word.
  @Test(arguments: [1, 5, 8])
  func `a branch in place of which another one is final stays and is told`(
    count: Int
  ) async throws {
    let (house, ben) = try await SyncHouse.pair()
    let (one, two) = try await house.copies(ben)
    for number in 0..<5 { try await house.add("one \(number)", to: one) }
    for number in 0..<count { try await house.add("two \(number)", to: two) }
    let names = try house.names(two)
    try await one.exchange(with: house.peer)
    try await house.first.setFrontier(house.first.vector())
    try house.first.purgeAll()
    for _ in 0..<3 {
      let report = try await two.exchange(with: house.peer)
      #expect(report.rewritten == 0 && (report.unsent ?? report.failure) != nil)
      #expect(try house.names(two) == names)
    }
  }
}
