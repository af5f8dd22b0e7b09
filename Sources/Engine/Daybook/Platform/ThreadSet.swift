internal import Synchronization

/// The threads that are at some work.
final class ThreadSet: Sendable {
  private let threads = Mutex<Set<UInt>>([])
  /// So many are in it: a look at it costs no lock while that is 0.
  private let count = Atomic(0)

  /// Whether the calling thread is in it.
  var hasCurrent: Bool {
    count.load(ordering: .relaxed) > 0
      && threads.withLock { $0.contains(ThreadID.current) }
  }

  /// Runs `body` with the calling thread in it.
  func withCurrent(_ body: () -> Void) {
    let isAdded = threads.withLock { $0.insert(ThreadID.current).inserted }
    if isAdded { count.add(1, ordering: .relaxed) }
    body()
    guard isAdded else { return }
    count.subtract(1, ordering: .relaxed)
    threads.withLock { _ = $0.remove(ThreadID.current) }
  }
}
