import Daybook
import Foundation
import Interchange

/// Moves from the app's old file, `checkins.json`, to the store; run it at every launch.
///
/// After the check-ins are in the store the file is renamed `checkins.json.migrated`. A file that
/// cannot be read whole is left as it is, and the next launch tries again. No flag says whether the
/// migration is done, so none can be wrong: the store knows which check-ins it has, and a launch
/// that was killed anywhere is gone on with by the next.
public struct CheckInMigration: Sendable {
  /// What a run of it came to.
  public struct Outcome: Sendable {
    /// Check-ins that are new.
    public let imported: Int
    /// Whether the file has its new name; false when there is none, when a file has that name
    /// already, and when the file was written again meanwhile.
    public let isRenamed: Bool
  }

  /// The file.
  public let file: URL

  /// - Parameter documents: the folder that has the file, if there is one.
  public init(documents: URL) { file = documents.appendingPathComponent("checkins.json") }

  /// Imports the file, if there is one, and renames it.
  ///
  /// - Throws: an `InterchangeError` when the file cannot be read; nothing was imported then. A
  ///   `StoreError`.
  public func run(into log: CheckInLog) async throws -> Outcome {
    guard FileManager.default.fileExists(atPath: file.path) else {
      return Outcome(imported: 0, isRenamed: false)
    }
    let source = try CheckInFile(SourceFile(file.path))
    let report = try await Import(source, author: log.person).run(into: log.store)
    return Outcome(imported: report.counts.imported, isRenamed: rename(source))
  }

  /// A file that is there already is never replaced.
  private func rename(_ source: CheckInFile) -> Bool {
    guard (try? source.checkUnchanged()) != nil else { return false }
    let done = file.appendingPathExtension("migrated")
    return (try? FileManager.default.moveItem(at: file, to: done)) != nil
  }
}

extension CheckInLog {
  /// Imports a file that a person chose.
  ///
  /// A check-in that is here stays as it is, whatever the file says. One that a person deleted here
  /// stays deleted.
  ///
  /// - Throws: as `CheckInFile`; a `StoreError`.
  public func importJSON(_ file: SourceFile) async throws -> (imported: Int, skipped: Int) {
    let known = try store.read { Set(try $0.entities(of: CheckIn.self).map(\.id)) }
    let source = try CheckInFile(file, skipping: known)
    let counts = try await Import(source, author: person).run(into: store).counts
    return (counts.imported, counts.rows - counts.imported)
  }
}
