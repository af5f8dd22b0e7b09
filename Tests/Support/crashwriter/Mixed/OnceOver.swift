package import Daybook
import Foundation
package import Interchange
import Nursery
import NurseryInterchange

/// An import, a migration, a replay, a backup or a restore that a process does once, of files that
/// are there before it begins.
///
/// Says `finished` at the end; what is done again afterwards goes on where it was.
package struct OnceOver: Sendable {
  let path: String

  package init(path: String) { self.path = path }

  private var files: ImportFiles { ImportFiles(1, beside: "\(path)/family") }

  func run(_ work: String) throws {
    let done = DispatchSemaphore(value: 0)
    Task {
      do {
        switch work {
        case "import": try await importAll(into: open())
        case "migrate": try await migrate(into: open())
        case "replay":
          _ = try await open().replay(noting: { replay in
            for difference in replay.differences { Output.line("told \(difference.entity)") }
          })
        case "backup": _ = try await Backup("\(path)/backups").run(open())
        case "restore":
          _ = try await Backup("\(path)/backups").restore(
            into: "\(path)/restored", schema: schema())
        default: exit(64)
        }
      } catch { Output.fail(error) }
      done.signal()
    }
    done.wait()
    Output.line("finished")
  }

  /// The schema of the store.
  package func schema() throws -> Schema {
    try .nursery(boundary: DayBoundary(zone: "UTC")).importing()
  }

  package func open() throws -> EventStore {
    var options = StoreOptions()
    // A replay is to find what is not as the log says.
    options.readsSamples = false
    return try EventStore.open(at: "\(path)/store", schema: schema(), options: options)
  }

  private func source() throws -> BabyBuddyFolder {
    try BabyBuddyFolder(
      files.folder.path,
      options: BabyBuddyOptions(
        zone: "UTC", units: [.volume: "mL"], instance: files.instance,
        now: Date(timeIntervalSince1970: 1_800_000_000)))
  }

  /// Imports in small transactions, some of them a commit.
  package func importAll(into store: EventStore) async throws {
    var work = Import(try source())
    work.rowsPerTransaction = 20
    _ = try await work.run(into: store)
  }

  /// The way from the files to the store.
  package func migration(to store: EventStore) -> Migration {
    let old = OldStore(
      files: ["child.csv", "feeding.csv", "diaperchange.csv"].map {
        files.folder.appendingPathComponent($0).path
      }, rows: { try source() })
    return Migration(
      of: BabyBuddyFolder.provider, instance: files.instance, from: old, to: store)
  }

  package func migrate(into store: EventStore) async throws {
    let migration = migration(to: store)
    if try migration.leader == .old { try await migration.switchOver() }
  }
}
