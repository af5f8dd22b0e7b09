internal import Synchronization

/// The threads that are at some work, each once at a time.
final class ThreadSet: Sendable {
  private let threads = Mutex<Set<UInt>>([])

  /// Whether the calling thread is in it.
  var hasCurrent: Bool { threads.withLock { $0.contains(ThreadID.current) } }

  /// Runs `body` with the calling thread in it.
  func withCurrent<R>(_ body: () -> R) -> R {
    threads.withLock { _ = $0.insert(ThreadID.current) }
    defer { threads.withLock { _ = $0.remove(ThreadID.current) } }
    return body()
  }
}
