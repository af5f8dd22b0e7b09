internal import Daybook
internal import DaybookSnapshot
internal import Foundation

/// Where a store is restored: beside its path, which it gets when it is good. Removes what restores
/// that were killed have left there.
final class RestoreScratch {
  private static let prefix = ".daybook-restore-"

  /// Where the new store is made.
  var store: String { "\(path)/store" }
  /// Where another backup is looked into.
  var other: String { "\(path)/other" }

  private let target: URL
  private let path: String
  private let lock: DraftLock?

  /// - Throws: `InterchangeError`: `targetExists`, `unwritableFile`.
  init(for path: String) throws(InterchangeError) {
    target = URL(atPath: path)
    let parent = target.deletingLastPathComponent().path
    try Self.checkFree(target)
    let folder = AtomicFolder(path: parent)
    do {
      try folder.make()
      folder.removeDeadDrafts(Self.prefix)
      (self.path, lock) = try folder.makeDraft(Self.prefix)
    } catch { throw InterchangeError(.unwritableFile, file: parent, error.message) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  private static func checkFree(_ target: URL) throws(InterchangeError) {
    let folder = AtomicFolder(path: target.deletingLastPathComponent().path)
    guard !folder.contains(target.lastPathComponent) else {
      throw InterchangeError(
        .targetExists, file: target.path,
        "There is something at \(target.path) already; name a new directory.")
    }
  }

  /// Gives the store, which is closed, its path.
  ///
  /// - Throws: `InterchangeError`: `targetExists`, `unwritableFile`.
  func keep() throws(InterchangeError) {
    try? FileManager.default.removeItem(atPath: "\(store)/lock.mdb")
    try Self.checkFree(target)
    do {
      try AtomicFolder(path: store).flush()
      try FileManager.default.moveItem(atPath: store, toPath: target.path)
      try AtomicFolder(path: target.deletingLastPathComponent().path).flush()
    } catch { throw .unwritable(target.path, error) }
  }
}
