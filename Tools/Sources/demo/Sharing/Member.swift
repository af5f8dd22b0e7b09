import Daybook
import DaybookSync
import Foundation
import Nursery

/// A person with a store and a key, and with the folder over which all exchange.
struct Member {
  let name: String
  let replication: Replication
  /// Where the stores, the keys and the shared folder lie.
  private let folder: URL

  private static func schema() throws -> Schema {
    try .nursery(boundary: DayBoundary(zone: "Europe/Amsterdam", hour: 7))
  }

  private static func key(_ name: String, in folder: URL) throws -> ReplicaKey {
    try ReplicaKey.load(at: folder.appendingPathComponent("\(name).key").path, creating: true)
  }

  private static func path(_ name: String, in folder: URL) -> String {
    folder.appendingPathComponent(name).path
  }

  // MARK: Joining

  /// The one who creates the space, with the baby Noor.
  static func founding(named name: String, in folder: URL) async throws -> Member {
    let store = try EventStore.open(at: path(name, in: folder), schema: schema())
    try await store.append(author: name) { draft in
      try draft.addBaby(UUID(), BabyProfile(name: "Noor", createdAt: Self.day))
    }
    let replication = try Replication(of: store, key: key(name, in: folder))
    try await replication.createSpace(named: "Noor", member: name)
    return Member(name: name, replication: replication, folder: folder)
  }

  /// One whom `owner` lets in: a request goes one way, an invitation the other.
  static func joining(named name: String, at owner: Member) async throws -> Member {
    let key = try key(name, in: owner.folder)
    let request = Replication.request(of: key)
    let invitation = try await owner.replication.enrol(request, as: .writer, member: name)
    let replication = try Replication.join(
      at: path(name, in: owner.folder), schema: schema(), key: key, invitation: invitation)
    return Member(name: name, replication: replication, folder: owner.folder)
  }

  /// Copies the store as it is now.
  func copy() throws {
    _ = try replication.store.copy(to: Self.path("\(name)-copy", in: folder))
  }

  /// Loses the store, and opens the copy in its place with the key, which was not lost.
  func restored() async throws -> Member {
    try await replication.store.close()
    let path = Self.path(name, in: folder)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: Self.path("\(name)-copy", in: folder), toPath: path)
    let store = try EventStore.open(at: path, schema: Self.schema())
    let key = try Self.key(name, in: folder)
    return Member(
      name: name, replication: try Replication(of: store, key: key), folder: folder)
  }

  // MARK: Using it

  /// Writes an entry of the baby at that hour of the day.
  func write(
    _ words: String, at hour: Double, _ entry: @escaping @Sendable (UUID, Date) -> some NurseryEntry
  ) async throws {
    let name = name
    try await replication.store.append(author: name) { draft in
      for baby in try draft.view(CurrentProfiles.self).all() {
        try draft.add(entry(baby.id, Self.day.addingTimeInterval(hour * 3600)))
      }
    }
    print("  \(name) writes \(words).")
  }

  /// Sends what the folder lacks, and takes in what the store lacks.
  func exchange() async throws {
    let drive = FolderPeer(at: folder.appendingPathComponent("drive").path)
    let report = try await replication.exchange(with: drive)
    if let failure = report.failure { throw failure }
  }

  /// The entries that the history shows, oldest first.
  func entries() throws -> [String] {
    try replication.store.read { reader in
      try reader.view(HistoryGroups.self).days(limit: .max).flatMap(\.entries).reversed().map {
        switch $0.entry {
        case .feed(let feed):
          "feed of " + (feed.amount.map { AmountText.text($0, in: .millilitre) } ?? "no amount")
        case .diaper(let diaper): diaper.solid ? "solid diaper" : "wet diaper"
        default: $0.entry.kind.name
        }
      }
    }
  }

  /// The day of all entries.
  private static let day = Date(timeIntervalSinceReferenceDate: 788_918_400)
}
