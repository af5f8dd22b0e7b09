import Daybook
import Foundation
import Testing

@testable import DaybookSync

/// Files of a folder that cannot show by themselves that they hold what is signed.
struct VoucherTests {
  /// A store that has purged what a chain goes through, and a folder that lacks what comes after.
  private func vouched() async throws -> (house: SyncHouse, second: Replication, page: SyncPage) {
    let house = try await SyncHouse.founded()
    let second = try await house.join("ben")
    try await house.add("bread", to: house.first)
    try await house.first.exchange(with: FolderPeer(at: house.drive.path))
    try await house.add("milk", to: house.first)
    try await house.first.setFrontier(house.first.vector())
    // Both in one run, of which only the last is signed there.
    try await second.exchange(with: house.peer)
    let token = try second.store.read { try $0.newestTransactions(limit: 3)[2].token }
    try await second.store.purge(before: token, forced: true)
    let has = try await FolderPeer(at: house.drive.path).hello(second.hello()).vector
    return (house, second, try await second.page(lackedBy: has))
  }

  @Test func `who cannot tell a chain any more vouches for what it puts there`() async throws {
    let (house, second, page) = try await vouched()
    #expect(page.voucher != nil && page.starts.isEmpty && !page.isEmpty)
    let third = try await house.join("cleo")
    let report = try await second.exchange(with: FolderPeer(at: house.drive.path))
    #expect(report.failure == nil && report.sent > 0)
    // It knows the founder, then the second one, too.
    let peer = FolderPeer(at: house.drive.path)
    try await third.exchange(with: peer)
    #expect(try await third.exchange(with: peer).failure == nil)
    #expect(try house.names(third) == ["bread", "milk"])
  }

  /// By nobody who is known, by a member whose word is for another page, and by none.
  @Test(arguments: ["stranger", "other", "reader", "revoked", "none"])
  func `another one's word for a file counts for nothing`(who: String) async throws {
    let (house, second, page) = try await vouched()
    var forged = page
    let another = try await house.first.page(lackedBy: VersionVector())
    forged.voucher =
      switch who {
      case "reader", "revoked":
        try PageVoucher(of: page, second.replica(), house.key("ben"))
      case "stranger":
        try PageVoucher(of: page, ReplicaID(UUID()), house.key("stranger"))
      case "other":
        try PageVoucher(of: another, second.replica(), house.key("ben"))
      default: nil
      }
    let stranger = FolderPlace(page.space).folder(of: ReplicaID(UUID()))
    if who == "none" {
      #expect(throws: SyncError.self) { try Segment(forged, before: VersionVector()) }
      return
    }
    if who == "reader" { try await house.first.setRole(.reader, of: second.replica()) }
    if who == "revoked" { try await house.first.revoke(second.replica()) }
    let bytes = try Segment(forged, before: VersionVector()).bytes
    _ = try DriveFiles(at: house.drive.path)
      .append(bytes, page.messages.count, to: stranger, after: 0)
    let peer = FolderPeer(at: house.drive.path)
    let has = try await peer.hello(house.first.hello()).vector
    #expect(
      has[try house.first.replica()] == page.heads[0].dot.sequence - UInt64(page.messages.count))
    #expect(Array(peer.problems.values) == ["is not signed by whom it names"])
  }
}
