internal import LMDB
internal import Synchronization

/// A thread for work that waits, which a thread of the concurrency pool must not.
package enum OwnThread {
  /// Whether the system has so many threads left for this process. Starts as many, which end at
  /// once.
  static func areAvailable(_ count: Int) -> Bool {
    let counted = Latch<Void>()
    let started = (0..<count).count { _ in SystemThread.run { counted.wait() } }
    counted.set(())
    return started == count
  }

  /// Runs what reads files and waits for commits on a new thread; in the caller's place when the
  /// system has none left.
  package static func value<R: Sendable>(
    _ body: @escaping @Sendable () throws -> R
  ) async throws -> R {
    try await withCheckedThrowingContinuation { done in
      let work = { @Sendable in done.resume(with: Result { try body() }) }
      if !SystemThread.run(work) { work() }
    }
  }

  /// The same for work in steps, which asks before each whether the task was cancelled.
  package static func value<R: Sendable>(
    _ body:
      @escaping @Sendable (_ checkCancellation: @escaping @Sendable () throws -> Void) throws -> R
  ) async throws -> R {
    let isCancelled = Mutex(false)
    return try await withTaskCancellationHandler {
      try await value {
        try body { if isCancelled.withLock({ $0 }) { throw CancellationError() } }
      }
    } onCancel: {
      isCancelled.withLock { $0 = true }
    }
  }
}
