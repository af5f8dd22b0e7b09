import Daybook
import DaybookSnapshot
import Nursery
import NurseryHousehold
import NurseryWidget
import TemporaryFolders

/// A nursery whose widget files are published into a folder in memory, where there is one.
final class WidgetHousehold {
  let household: HouseholdStore
  let publisher: SnapshotPublisher
  private let parent: TemporaryFolder

  var store: EventStore { household.store }
  /// Made by the publisher, not before.
  var path: String { parent.path("widgets") }
  var folder: SnapshotFolder { SnapshotFolder(path: path) }

  init(_ household: HouseholdStore) throws {
    self.household = household
    parent = try TemporaryFolder(inMemory: true)
    publisher = SnapshotPublisher(
      store: household.store, builder: WidgetSnapshots(),
      folder: parent.path("widgets"))
  }

  /// Writes one transaction at a time of the wall clock.
  func write(
    after seconds: Double = 1, stamp: HybridTime? = nil,
    _ body: @escaping @Sendable (inout Draft) throws -> Void
  ) throws {
    household.clock.show(household.clock.now + seconds)
    try store.append(stamp: stamp, durability: .relaxed, body)
  }

  func status(_ baby: UUID) throws -> WidgetStatus {
    try WidgetStatus(bytes: folder.verified(WidgetStatus.fileName(of: baby)).bytes)
  }

  /// The files as they are on disk.
  func contents() throws -> [String: [UInt8]] {
    let names = try AtomicFolder(path: path).names()
    return try Dictionary(
      uniqueKeysWithValues: names.filter { $0 != SnapshotManifest.fileName }.map {
        ($0, try folder.verified($0).bytes)
      })
  }

  /// The files as a builder makes them from scratch, each for the time of the one on disk.
  func scratch() throws -> [String: [UInt8]] {
    let manifest = try folder.manifest()
    let builder = WidgetSnapshots()
    return try store.read { reader in
      var files: [String: [UInt8]] = [:]
      for name in try builder.files(reader) {
        let now = manifest.files[name]?.now ?? .distantFuture
        files[name] = try builder.build(name, reader, now: now)?.bytes
      }
      return files
    }
  }

  /// The files as they follow from every feed, looked through one by one.
  func oracle(feeds: some Sequence<UUID>, babies: some Sequence<UUID>) throws -> [String: [UInt8]] {
    let manifest = try folder.manifest()
    return try store.read { reader in
      var all: [(id: UUID, feed: FeedSession)] = []
      for id in feeds {
        if let feed = try reader.entity(FeedSession.self, id) { all.append((id, feed)) }
      }
      var files: [String: [UInt8]] = [:]
      for baby in babies {
        guard let profile = try reader.entity(BabyProfile.self, baby) else { continue }
        let own = all.map(\.feed).filter { $0.baby == baby }
        let name = WidgetStatus.fileName(of: baby)
        let latestEnd = own.compactMap(\.end).max()
        // Of feeds that end together, the one that began last.
        let finished = own.filter { $0.end != nil && $0.end == latestEnd }.max {
          $0.start < $1.start
        }
        files[name] = try WidgetStatus(
          id: baby, name: profile.name, feedTerm: profile.feedTerm,
          lastStart: own.map(\.start).max(), lastDuration: finished?.durationSeconds,
          isFeeding: own.contains(where: \.isInProgress),
          now: manifest.files[name]?.now ?? .distantFuture
        ).encoded()
      }
      return files
    }
  }
}
