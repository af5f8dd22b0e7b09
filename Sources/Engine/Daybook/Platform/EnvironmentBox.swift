internal import LMDB
internal import Synchronization

/// A store's share of a noncopyable environment, for its writer and readers.
///
/// Stores of this process that have the same file open each have a share of their own.
final class EnvironmentBox: Sendable {
  private let file: SharedFile
  /// Whether the share was given up.
  private let hasLeft = Atomic(false)

  var environment: Environment {
    _read { yield file.environment }
  }

  init(_ environment: consuming Environment) { file = SharedFile(environment) }

  private init(_ file: SharedFile) { self.file = file }

  deinit {
    // Alone, the environment closes itself when its last reference goes. A closed store that
    // somebody still has is a reference too.
    // Nobody is there to be told what fails; the next opening makes it good.
    if !hasLeft.load(ordering: .acquiring) { try? file.leave(closes: file.wasShared) }
  }

  /// A share for one store more; nil when the last one has closed.
  func shared() -> EnvironmentBox? { file.share() ? EnvironmentBox(file) : nil }

  /// Gives up the share, and closes the file when no other store has it open. Again it does
  /// nothing.
  ///
  /// Whoever calls it has no transaction left and begins none any more.
  ///
  /// - Throws: `LMDBError` when the data file needs its journal still; it is closed all the same.
  func leave() throws(LMDBError) {
    if !hasLeft.exchange(true, ordering: .acquiringAndReleasing) { try file.leave(closes: true) }
  }
}

/// An environment and how many stores of this process have it open.
private final class SharedFile: Sendable {
  private struct Stores {
    var count = 1
    var wereSeveral = false
  }

  let environment: Environment
  private let stores = Mutex(Stores())

  init(_ environment: consuming Environment) { self.environment = environment }

  var wasShared: Bool { stores.withLock { $0.wereSeveral } }

  func share() -> Bool {
    stores.withLock { stores in
      guard stores.count > 0 else { return false }
      stores.count += 1
      stores.wereSeveral = true
      return true
    }
  }

  func leave(closes: Bool) throws(LMDBError) {
    let isLast = stores.withLock { stores in
      stores.count -= 1
      return stores.count == 0
    }
    if isLast, closes { try environment.closeFile() }
  }
}
