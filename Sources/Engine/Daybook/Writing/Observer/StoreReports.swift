internal import Synchronization

/// Hands reports to the app's observers, on a thread of their own.
final class StoreReports: Sendable {
  enum Report: Sendable {
    case commit(StoreCommit)
    case read(SlowRead)
    case quarantine([QuarantinedItem])
    case progress(RebuildProgress)
    case end
  }

  /// How many reports wait at the most before some are left out.
  static let limit = 10_000

  /// How long a read may take before it is reported; nil when nobody wants to know.
  let slowRead: Duration?
  /// Whether somebody wants to know of commits.
  let tellsCommits: Bool
  private let observers: [any StoreObserver]
  private let hasThread = Mutex(false)
  private let queue = WorkQueue<Report, Void>(())
  /// Reports that may be left out and are not handed out yet.
  private let waiting = Atomic<Int>(0)
  private let missed = Atomic<Int>(0)

  /// Nil when nobody is to be told.
  init?(
    _ observers: [any StoreObserver], slowRead limit: Duration,
    onQuarantine: (@Sendable ([QuarantinedItem]) -> Void)?
  ) {
    var observers = observers
    slowRead = observers.isEmpty ? nil : limit
    tellsCommits = !observers.isEmpty
    if let callback = onQuarantine {
      observers.append(QuarantineObserver(callback: callback))
    }
    if observers.isEmpty { return nil }
    self.observers = observers
  }

  /// Hands in a report; those of commits and reads are left out while too many wait.
  func tell(_ report: Report) {
    switch report {
    case .commit, .read:
      if waiting.add(1, ordering: .relaxed).newValue > Self.limit {
        waiting.subtract(1, ordering: .relaxed)
        missed.add(1, ordering: .relaxed)
        return
      }
    default: break
    }
    start()
    _ = queue.add(report)
  }

  /// Takes no more reports. Those that wait are handed out, which is not waited for: an observer
  /// may wait for who closes the store.
  func close() {
    if hasThread.withLock({ $0 }) { _ = queue.close(with: .end) }
  }

  private func start() {
    hasThread.withLock { hasThread in
      if hasThread { return }
      hasThread = true
      // Held by its thread until `close`: what waits then is handed out when the store is gone.
      queue.start { _, reports, _ in
        for report in reports { self.hand(report) }
        return false
      }
    }
  }

  private func hand(_ report: Report) {
    switch report {
    case .commit(let commit):
      for observer in observers { observer.didCommit(commit) }
      waiting.subtract(1, ordering: .relaxed)
    case .read(let read):
      for observer in observers { observer.didReadSlowly(read) }
      waiting.subtract(1, ordering: .relaxed)
    case .quarantine(let items): for observer in observers { observer.didQuarantine(items) }
    case .progress(let progress): for observer in observers { observer.didAdvance(progress) }
    case .end: break
    }
    let count = missed.exchange(0, ordering: .relaxed)
    if count > 0 { for observer in observers { observer.didMiss(count) } }
  }
}

/// `StoreOptions.onQuarantine` as an observer.
private struct QuarantineObserver: StoreObserver {
  let callback: @Sendable ([QuarantinedItem]) -> Void

  func didQuarantine(_ items: [QuarantinedItem]) { callback(items) }
}
