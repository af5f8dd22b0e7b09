import Daybook
import DaybookTesting
import Foundation
import TemporaryFolders
import Testing

@testable import Interchange

/// A store and the folder of its backups.
final class BackupFixture {
  let folder: TemporaryFolder
  let clock = TestClock()
  let backup: Backup
  var household: Household

  var store: EventStore { household.store }

  init(_ count: Int = 20, seed: UInt64 = 1, space: UUID? = nil) throws {
    folder = try TemporaryFolder(inMemory: true)
    backup = Backup(folder.path("backups"))
    household = try Household(at: folder.path("store"), seed: seed, space: space, clock: clock)
    try household.live(count)
  }

  @discardableResult
  func run(full: Bool = false, keep policy: String? = nil) throws -> Backup.Report {
    clock.advance(by: 1)
    return try backup.run(
      store, full: full, keep: policy.map { try RetentionPolicy($0) }, zone: .gmt, now: clock.now)
  }

  func restore(
    _ point: RestorePoint = .newest, into name: String = "restored", store: String? = nil
  ) throws -> Backup.Restored {
    try backup.restore(
      to: point, into: folder.path(name), schema: ThingsByName.schema,
      options: clock.plainOptions(), store: store)
  }

  func open(_ name: String = "restored") throws -> EventStore {
    try EventStore.open(
      at: folder.path(name), schema: ThingsByName.schema, options: clock.plainOptions())
  }

  /// What is in the folder around the stores.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  /// The paths of all files of the backups, from their folder.
  func files() throws -> [String] {
    let files = FileManager.default.enumerator(atPath: backup.folder)
    return (files?.compactMap { $0 as? String } ?? []).sorted().filter {
      var isFolder: ObjCBool = false
      let path = "\(backup.folder)/\($0)"
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        && !isFolder.boolValue && $0 != ".lock"
    }
  }
}
