#if Sync
import BenchSupport
import Daybook
import DaybookSync
import Foundation
import HouseholdRuns
import Nursery
import NurseryHousehold

/// What it costs to share a household of one event a transaction: two members of a space, of
/// which one has all and the other nothing.
enum ReplicationRuns {
  static func run(_ name: String, _ path: String, _ events: Int) async throws -> Timing? {
    switch name {
    case "share": return try await share(path, events)
    case "pages": return try await pages(path, events)
    case "catch-up": return try await catchUp(path, events)
    case "absorb": return try await absorb(path, events)
    case "folder-write": return try await writeFolder(path, events)
    case "folder-read": return try await readFolder(path, events)
    case "wire": return try await wire(path, events)
    case "retractions": return try await retractions(path, events)
    default: return nil
    }
  }

  /// Makes the two members' stores, which the other runs work on.
  private static func share(_ path: String, _ events: Int) async throws -> Timing {
    let pair = try Pair(path)
    let store = try pair.openFirst()
    let first = try Replication(of: store, key: pair.key("first"))
    try await first.createSpace(named: "Household", member: "Zoe")
    let key = try pair.key("second")
    let invitation = try await first.enrol(
      Replication.request(of: key), as: .writer, member: "Ada")
    try pair.join(key, invitation)
    let entries = Dataset(events: events).steps.map(DatasetEntry.of)
    return try Timing.of(events) {
      for entry in entries { try store.append(durability: .bulk) { try entry.append(to: &$0) } }
      try store.flush()
    }
  }

  /// Makes and signs the bytes of all pages.
  private static func pages(_ path: String, _ events: Int) async throws -> Timing {
    let pair = try Pair(path)
    let first = try pair.first()
    return try await Timing.of(events) { _ = try await pair.bytes(of: first) }
  }

  /// Reads the bytes of all pages, checks who has signed them and takes them in.
  private static func catchUp(_ path: String, _ events: Int) async throws -> Timing {
    let pair = try Pair(path)
    let pages = try await pair.bytes(of: pair.first())
    let second = try pair.second()
    return try await Timing.of(events) {
      for bytes in pages {
        let (_, refused) = try await second.absorb(SyncPage(bytes: bytes))
        precondition(refused.isEmpty)
      }
    }
  }

  /// Takes in the same messages one by one, and nobody looks who has signed them.
  private static func absorb(_ path: String, _ events: Int) async throws -> Timing {
    let pair = try Pair(path)
    let messages = try await pair.bytes(of: pair.first()).flatMap {
      try SyncPage(bytes: $0).messages
    }
    let second = try pair.second().store
    return try await Timing.of(events) {
      for message in messages { try await second.absorb(message, durability: .bulk) }
      try await second.flush()
    }
  }

  /// Writes all to an empty folder.
  private static func writeFolder(_ path: String, _ events: Int) async throws -> Timing {
    let pair = try Pair(path)
    let first = try pair.first()
    return try await Timing.of(events) { try await pair.exchange(first) }
  }

  /// Takes in all that is in a folder.
  private static func readFolder(_ path: String, _ events: Int) async throws -> Timing {
    let pair = try Pair(path)
    try await pair.exchange(pair.first())
    let second = try pair.second()
    return try await Timing.of(events) { try await pair.exchange(second) }
  }

  /// Takes in transactions that each take back all before them.
  private static func retractions(_ path: String, _ events: Int) async throws -> Timing {
    _ = try await share(path, 1)
    let pair = try Pair(path)
    let first = try pair.first()
    for _ in 1..<events {
      let newest = try first.store.read { try $0.token().number }
      try await first.store.append(durability: .bulk) { draft in
        // The first two say whose space it is.
        for number in 3...newest { try draft.retract(transaction: number) }
      }
    }
    let pages = try await pair.bytes(of: first)
    let second = try pair.second()
    return try await Timing.of(events) {
      for bytes in pages { _ = try await second.absorb(SyncPage(bytes: bytes)) }
    }
  }

  /// Says how many bytes travel, and how many of them are messages.
  private static func wire(_ path: String, _ events: Int) async throws -> Timing {
    let pair = try Pair(path)
    let pages = try await pair.bytes(of: pair.first())
    let messages = try pages.reduce(0) { sum, bytes in
      try SyncPage(bytes: bytes).messages.reduce(sum) { $0 + $1.count }
    }
    FileHandle.standardError.write(
      Data("\(pages.reduce(0) { $0 + $1.count }) \(messages)\n".utf8))
    return Timing.of(events) {}
  }
}

/// The stores and keys of two members in a directory.
private struct Pair {
  let url: URL

  init(_ path: String) throws { url = URL(fileURLWithPath: path) }

  func key(_ name: String) throws -> ReplicaKey {
    try ReplicaKey.load(at: url.appending(path: "\(name).key").path, creating: true)
  }

  func openFirst() throws -> EventStore { try open("first") }

  func first() throws -> Replication { try Replication(of: openFirst(), key: key("first")) }

  func second() throws -> Replication { try Replication(of: open("second"), key: key("second")) }

  func join(_ key: ReplicaKey, _ invitation: Invitation) throws {
    _ = try Replication.join(
      at: url.appending(path: "second").path, schema: schema, key: key, invitation: invitation,
      options: EngineRuns.options())
  }

  /// All that a member has, which has written all of it, page by page.
  func bytes(of member: Replication) async throws -> [[UInt8]] {
    var (pages, vector): ([[UInt8]], VersionVector) = ([], VersionVector())
    let writer = try member.replica()
    var hasMore = true
    while hasMore {
      let page = try await member.page(lackedBy: vector)
      vector[writer] += UInt64(page.messages.count)
      pages.append(page.bytes)
      hasMore = page.hasMore
    }
    return pages
  }

  func exchange(_ member: Replication) async throws {
    let report = try await member.exchange(with: FolderPeer(at: url.appending(path: "folder").path))
    precondition(report.failure == nil && report.refused.isEmpty)
  }

  private func open(_ name: String) throws -> EventStore {
    try EngineRuns.open(url.appending(path: name).path, schema: schema)
  }

  private var schema: Schema { get throws { try .nursery(boundary: EngineRuns.boundary) } }
}
#endif
