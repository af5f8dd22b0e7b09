internal import DaybookSnapshot
internal import Foundation

/// Where a store is restored: beside its path, which it gets when it is good.
final class RestoreScratch {
  private static let prefix = ".daybook-restore-"

  /// Where the new store is made.
  var store: String { "\(path)/store" }
  /// Where another backup is looked into.
  var other: String { "\(path)/other" }

  private let target: URL
  private let path: String
  private let lock: FolderLock

  /// - Throws: `InterchangeError`: `targetExists`, `unwritableFile`.
  init(for path: String) throws(InterchangeError) {
    target = URL(fileURLWithPath: path)
    let parent = target.deletingLastPathComponent().path
    try Self.checkFree(target)
    Self.sweep(parent)
    self.path = "\(parent)/\(Self.prefix)\(UUID().uuidString)"
    do { try AtomicFolder(path: self.path).make() } catch {
      throw InterchangeError(.unwritableFile, file: parent, error.message)
    }
    guard let lock = try FolderLock.exclusive(self.path) else { throw .unreadable(self.path) }
    self.lock = lock
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

  /// Removes what killed processes have left.
  private static func sweep(_ parent: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    for name in names where name.hasPrefix(prefix) {
      // Who works there holds its lock.
      guard let lock = try? FolderLock.exclusive("\(parent)/\(name)") else { continue }
      try? FileManager.default.removeItem(atPath: "\(parent)/\(name)")
      extendLifetime(lock)
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
