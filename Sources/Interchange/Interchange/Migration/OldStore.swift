internal import Daybook
internal import Foundation

/// The store that an app had before: what a migration reads, and never writes.
public struct OldStore: Sendable {
  /// Where its own history stands: a text that is another one once something was written.
  ///
  /// Such as the newest token of its persistent history, or sizes and times of its files.
  public let position: @Sendable () throws -> String
  /// Its rows, as they are when this is called.
  public let rows: @Sendable () throws -> any ImportSource

  /// A store that can tell where its own history stands.
  public init(
    position: @escaping @Sendable () throws -> String,
    rows: @escaping @Sendable () throws -> any ImportSource
  ) {
    self.position = position
    self.rows = rows
  }

  /// A store whose files tell that it was written: by size, time of modification and number.
  ///
  /// - Parameters:
  ///   - files: the paths of its files, and of those beside them that hold what was written last,
  ///     such as `app.sqlite-wal`; one that is missing counts as such.
  ///   - rows: reads them.
  public init(files: [String], rows: @escaping @Sendable () throws -> any ImportSource) {
    self.init(
      position: {
        files.map { path in
          let file = URL(atPath: path)
          guard let state = try? FileState(file, file.lastPathComponent) else { return "-" }
          return "\(state.size) \(state.modified.timeIntervalSinceReferenceDate) \(state.number)"
        }.joined(separator: "; ")
      }, rows: rows)
  }
}
