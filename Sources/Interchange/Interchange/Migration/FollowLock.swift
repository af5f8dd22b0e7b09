internal import Foundation
internal import Synchronization

/// Lets one at a time read the old store into the new one, of all tasks and processes.
///
/// It is a lock on a file in the store's folder, which ends with the process too. A temporary store
/// has no folder, and only this process has it.
final class FollowLock {
  private static let fileName = "migration.lock"
  /// The stores that this process follows into.
  private static let held = Mutex<Set<String>>([])

  private let path: String
  private var file: FolderLock?

  /// Takes the lock; nil when somebody else has it.
  ///
  /// - Throws: `InterchangeError.unwritableFile`.
  init?(_ path: String) throws(InterchangeError) {
    guard Self.held.withLock({ $0.insert(path).inserted }) else { return nil }
    self.path = path
    guard FileManager.default.fileExists(atPath: path) else { return }
    guard let lock = try FolderLock.exclusive(path, name: Self.fileName) else { return nil }
    file = lock
  }

  deinit {
    file = nil
    _ = Self.held.withLock { $0.remove(path) }
  }
}
