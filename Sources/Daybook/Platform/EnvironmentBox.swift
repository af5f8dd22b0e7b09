internal import LMDB
internal import Synchronization

/// Shares a noncopyable environment between writers and readers.
final class EnvironmentBox: Sendable {
  let environment: Environment
  /// The stores of this process that have it open.
  private let stores = Mutex(1)

  init(_ environment: consuming Environment) { self.environment = environment }

  /// Counts one store more; false when the last one has closed.
  func share() -> Bool {
    stores.withLock { stores in
      if stores > 0 { stores += 1 }
      return stores > 0
    }
  }

  /// Closes the file when no other store has it open.
  ///
  /// Whoever calls it has no transaction left and begins none any more.
  func leave() {
    let isLast = stores.withLock { stores in
      stores -= 1
      return stores == 0
    }
    if isLast { environment.closeFile() }
  }
}
