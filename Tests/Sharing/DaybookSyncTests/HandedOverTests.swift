import Daybook
import DaybookSync
import DaybookTesting
import Foundation
import TemporaryFolders
import Testing

/// What others may have of a store's own, when it comes to writing it again.
struct HandedOverTests {
  private func folders(_ house: SyncHouse) -> [URL] {
    ["drive", "stick"].map { house.folder.url.appendingPathComponent($0) }
  }

  @Test(arguments: [false, true])
  func `what two folders may have is not written again, answered or not`(
    isLost: Bool
  ) async throws {
    let (house, second) = try await SyncHouse.pair()
    for folder in folders(house) {
      try await house.first.exchange(with: FolderPeer(at: folder.path))
      try await second.exchange(with: FolderPeer(at: folder.path))
    }
    try await second.store.close()
    let ahead = try house.opened("ben", daysAhead: 2)
    try await house.add("bread", to: ahead)
    let stick = FolderPeer(at: folders(house)[1].path)
    if isLost {
      #expect(try await ahead.exchange(with: LostAnswer(peer: stick)).failure?.code == .peer)
    } else {
      try await ahead.exchange(with: stick)
    }
    try await ahead.exchange(with: FolderPeer(at: folders(house)[0].path))
    try await ahead.store.close()
    let right = try house.opened("ben", key: "ben")
    try await house.first.exchange(with: FolderPeer(at: folders(house)[0].path))
    let report = try await right.exchange(with: FolderPeer(at: folders(house)[0].path))
    #expect(report.rewritten == 0 && report.unsent?.code == .clockAhead)
    house.clock.advance(by: 3 * 86_400)
    for folder in folders(house) + folders(house) {
      try await house.first.exchange(with: FolderPeer(at: folder.path))
      try await right.exchange(with: FolderPeer(at: folder.path))
    }
    #expect(try house.names(house.first) == ["bread", "salt"])
    try house.checkEqual([right])
  }

  @Test func `what comes after something stranded counts as sent, too`() async throws {
    let (house, second) = try await SyncHouse.pair()
    for folder in folders(house) {
      try await house.first.exchange(with: FolderPeer(at: folder.path))
      try await second.exchange(with: FolderPeer(at: folder.path))
    }
    try await house.add("stranded", to: second)
    try await second.store.close()
    let again = try house.opened("ben", key: "ben2")
    #expect(try again.strandedTransactions() == 1)
    try await house.first.enrol(again.request(), as: .writer, member: "Ben")
    for folder in folders(house) {
      try await house.first.exchange(with: FolderPeer(at: folder.path))
      try await again.exchange(with: FolderPeer(at: folder.path))
    }
    try await again.store.close()
    let options = SyncHouse.options(house.clock, ahead: 2 * 86_400)
    let ahead = try house.opened("ben", key: "ben2", options)
    try await house.add("bread", to: ahead)
    for folder in folders(house) { try await ahead.exchange(with: FolderPeer(at: folder.path)) }
    try await ahead.store.close()
    let right = try house.opened("ben", key: "ben2")
    for folder in folders(house) {
      try await house.first.exchange(with: FolderPeer(at: folder.path))
    }
    let report = try await right.exchange(with: FolderPeer(at: folders(house)[0].path))
    #expect(report.rewritten == 0 && report.unsent?.code == .clockAhead)
  }

  @Test func `what a device has said under an earlier name is not another one's word`()
    async throws
  {
    let (house, second) = try await SyncHouse.pair()
    let peer = { FolderPeer(at: house.drive.path) }
    try await second.exchange(with: peer())
    // Never enrolled, and what it wrote is in the folder.
    try second.store.mintReplica()
    let unknown = try Replication(of: second.store, key: house.key("ben"))
    try await house.add("stranded", to: unknown)
    try await unknown.exchange(with: peer())
    // Enrolled, and it has told the folder that it has this.
    try second.store.mintReplica()
    let enrolled = try Replication(of: second.store, key: house.key("ben"))
    try await house.first.enrol(enrolled.request(), as: .writer, member: "Ben")
    try await house.first.exchange(with: peer())
    try await enrolled.exchange(with: peer())
    try second.store.mintReplica()
    let last = try Replication(of: second.store, key: house.key("ben"))
    #expect(try last.strandedTransactions() == 1)
    #expect(try await last.rewriteTail(lackedBy: peer()) == 1)
    try await house.first.enrol(last.request(), as: .writer, member: "Ben")
    try await house.first.exchange(with: peer())
    try await last.exchange(with: peer())
    try await house.first.exchange(with: peer())
    #expect(try house.names(house.first) == ["salt", "stranded"])
    try house.checkEqual([last])
  }

  /// By the key lost before the snapshot comes, or after.
  @Test(arguments: [true, false])
  func `what was left behind is still told of after a snapshot`(isBefore: Bool) async throws {
    let (house, second) = try await SyncHouse.pair()
    try await house.add("stranded", to: second)
    func lost(_ replication: Replication) async throws -> Replication {
      try await replication.store.close()
      let again = try house.opened("ben", key: "ben2")
      try await house.first.enrol(again.request(), as: .writer, member: "Ben")
      return again
    }
    var member = isBefore ? try await lost(second) : second
    try await house.add("bread", to: house.first)
    try await house.first.setFrontier(house.first.vector())
    try house.first.purgeAll()
    let made = try await house.first.snapshot()
    #expect(try await member.bootstrap(from: made.manifest) { try made.chunk($0) })
    if !isBefore { member = try await lost(member) }
    #expect(try member.strandedTransactions() == 1)
    #expect(try await member.store.verify().ok)
    #expect(try await member.rewriteTail(lackedBy: house.peer) == 1)
    #expect(try member.strandedTransactions() == 0)
    // Its name may have been used by then.
    if try house.first.space().members[member.replica()] == nil {
      try await house.first.enrol(member.request(), as: .writer, member: "Ben")
    }
    try await member.exchange(with: house.peer)
    #expect(try house.names(house.first) == ["bread", "salt", "stranded"])
    try house.checkEqual([member])
  }

  @Test func `who joined with another's invitation keeps what it wrote, also by a snapshot`()
    async throws
  {
    let (house, second) = try await SyncHouse.pair()
    let request = try Replication.request(of: house.key("cleo"))
    let invitation = try await house.first.enrol(request, as: .writer, member: "Cleo")
    let dan = try house.join("dan", key: house.key("dan"), invitation)
    try await house.add("dan's", to: dan)
    try await house.first.setFrontier(house.first.vector())
    try house.first.purgeAll()
    let report = try await dan.exchange(with: house.peer)
    #expect(report.hasBootstrapped && report.rewritten == 1)
    try await house.first.enrol(dan.request(), as: .writer, member: "Dan")
    try await dan.exchange(with: house.peer)
    try await second.exchange(with: house.peer)
    #expect(try house.names(house.first).contains("dan's"))
    try house.checkEqual([dan, second])
  }
}
