import Foundation
import Nursery
import Synchronization

@testable import Daybook
@testable import DaybookSync

/// Law: whatever a page holds, a member's store takes in whole signed runs of it, or leaves no
/// trace of it.
///
/// The bytes are those of a page.
enum PageFuzz {
  static func run(_ bytes: UnsafeRawBufferPointer) {
    let page: SyncPage
    do { page = try SyncPage(bytes: [UInt8](bytes)) } catch {
      return law(
        (error as? SyncError)?.code == .malformed, "a page was refused by \(type(of: error))")
    }
    law((try? SyncPage(bytes: page.bytes)) == page, "a page is read otherwise when it is written")
    MemberStore.take(page)
  }
}

/// Law: what a member signs may be anything; see `PageFuzz`.
///
/// The bytes are orders to the member, one after the other.
enum MemberFuzz {
  static func run(_ bytes: UnsafeRawBufferPointer) {
    do {
      var orders = try Orders(bytes)
      while let page = try orders.nextPage() { MemberStore.take(page) }
    } catch {
      // What no chain can be made of, nobody can sign.
      law((error as? SyncError)?.code == .malformed, "a page could not be signed: \(error)")
    }
  }
}

/// The store that pages are given to.
struct MemberStore: Sendable {
  /// What a refused page must leave as it was.
  private struct Trace: Equatable {
    let vector: VersionVector
    let digests: [String: Digest]
    let names: Int
    let replicas: Int
    let head: UInt64
  }

  /// Stores that have taken in nothing but the beginning, for whoever asks next.
  private static let idle = Mutex<[MemberStore]>([])

  private let replication: Replication

  /// Gives a page to a store, which is another one whenever the one before took something in.
  static func take(_ page: SyncPage) {
    do {
      let store = try idle.withLock { $0.popLast() } ?? MemberStore()
      if try !store.take(page) { idle.withLock { $0.append(store) } }
    } catch {
      law(false, "the store failed: \(error)")
    }
  }

  private init() throws {
    let member = try HostileMember()
    var options = StoreOptions()
    options.space = HostileMember.space
    options.replica = HostileMember.replica(9)
    options.mapSize = 64 << 20
    options.now = {
      Date(timeIntervalSince1970: Double(HostileMember.milliseconds) / 1000 + 60)
    }
    let store = try EventStore.temporary(schema: Self.schema, options: options)
    let founder = member.founder
    try store.pin(
      founder: founder.replica, founderKey: founder.publicKey, inviter: founder.replica,
      inviterKey: founder.publicKey)
    replication = try Replication(of: store, key: Self.key)
    let refused = try replication.absorb(member.beginning()).refused
    law(refused.isEmpty, "the beginning was refused: \(refused)")
  }

  private static let schema =
    (try? DayBoundary(zone: "UTC")).flatMap { try? Schema.nursery(boundary: $0, views: .history) }
    ?? Schema()

  private static let key: ReplicaKey = {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "daybook-\(UUID().uuidString).key")
    defer { try? FileManager.default.removeItem(at: url) }
    do { return try ReplicaKey.load(at: url.path, creating: true) } catch {
      fatalError("there is no key: \(error)")
    }
  }()

  /// Returns whether something of the page was taken in.
  private func take(_ page: SyncPage) throws -> Bool {
    let before = try trace()
    let (report, refused) = try replication.absorb(page)
    let after = try trace()
    if report.absorbed == 0 {
      law(before == after, "a page of which nothing was taken in left a trace: \(refused)")
      return false
    }
    for (replica, sequence) in after.vector.sequences
    where sequence != before.vector[replica] {
      law(
        page.heads.contains { $0.dot == Dot(replica: replica, sequence: sequence) },
        "a part of a run was taken in, up to \(sequence)")
    }
    let verification = try replication.store.verify()
    law(
      verification.isSound,
      "a page damaged the store: \(verification.checks.filter { !$0.isSound })")
    return true
  }

  private func trace() throws -> Trace {
    let digests = try replication.store.digests()
    return try replication.store.read { reader in
      let log = reader.log
      let counters = try LogCounters(log.transaction, log.tables)
      return Trace(
        vector: try reader.versionVector(), digests: digests, names: Int(counters.names),
        replicas: try log.replicaIDs().count, head: counters.transactions)
    }
  }
}
