import Daybook
import Foundation
import Interchange

/// Moves from Ollie's files to the store; the files stay where they are.
///
/// ```swift
/// let files = OllieMigration(folder: documents, zone: .current)
/// let report = try await files.run(into: log, now: .now)
/// ```
public struct OllieMigration: Sendable {
  /// The folder with `data` in it.
  public let folder: URL
  /// The zone of the device.
  public let zone: TimeZone

  public init(folder: URL, zone: TimeZone) {
    self.folder = folder
    self.zone = zone
  }

  /// Where copies of the files are kept: `data-archive` in the folder.
  public var archive: SourceArchive {
    SourceArchive(folder.appendingPathComponent("data-archive", isDirectory: true).path)
  }

  /// Copies the files into the archive, then imports them.
  ///
  /// The copy is on disk before the first entry is written. So wherever this is killed, a store
  /// that says the import is complete has the files, and the next run goes on without another copy.
  ///
  /// - Throws: as `OllieFolder`, `SourceArchive.keep` and `Import`; a `StoreError`.
  public func run(into log: PuppyLog, now: Date) async throws -> ImportReport {
    try await run(into: log.store, now: now) { Import($0, author: log.person) }
  }

  /// The same by an import that the caller makes of the files.
  func run(
    into store: EventStore, now: Date, _ makeImport: (OllieFolder) -> Import
  ) async throws -> ImportReport {
    let files = try OllieFolder(folder, zone: zone)
    let work = makeImport(files)
    let plan = try work.plan(in: store)
    try archive.keep(files.originals, now: now, zone: zone)
    return try await work.commit(plan, to: store)
  }
}
