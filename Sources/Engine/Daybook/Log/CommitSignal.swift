internal import LMDB
internal import Synchronization

/// Lets those who wait know of every commit, whichever process made it.
///
/// A version is the number of an LMDB transaction, so a read transaction's own number says which
/// commits it has seen: whoever waits for one after it misses none, also when it came before the
/// wait began.
///
/// Cost: the writer takes one lock a commit. While somebody waits, one thread looks every 50 ms
/// whether another process has committed: about a microsecond each, twenty times a second, and no
/// disk. While nobody waits, that thread sleeps; in a store that nobody ever waited on there is
/// none.
final class CommitSignal: Sendable {
  /// Microseconds between two looks for commits of other processes.
  static let interval = 50_000

  private struct Waiter {
    var seen: UInt64
    /// What a commit must have changed to be of interest; nil for every commit.
    let trace: ReadTrace?
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var version: UInt64 = 0
    var waiters: [UInt64: Waiter] = [:]
    var lastID: UInt64 = 0
    var recent = RecentChanges()
    var hasThread = false
    var isPolling = false
    var isClosed = false
    /// Why there will be no commit any more.
    var failure: StoreError?
  }

  private let state = Mutex(State())
  /// How many loops over values there are.
  let observers = Atomic<Int>(0)
  /// The commit that the writer is making or has made last.
  private let own = Atomic<UInt64>(0)
  private let environment: EnvironmentBox
  private let poller = WorkQueue<Void, Void>(())

  init(environment: EnvironmentBox) { self.environment = environment }

  // MARK: Waiting

  /// Returns as soon as there is a commit after `seen`, at once when there is one already.
  ///
  /// With a trace, commits of this process that changed nothing that the trace holds are passed
  /// over.
  ///
  /// - Throws: `CancellationError`; `StoreError.closed`.
  func commit(after seen: UInt64, touching trace: ReadTrace? = nil) async throws {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        add(Waiter(seen: seen, trace: trace, continuation: continuation), id)
      }
    } onCancel: {
      let waiter = state.withLock { $0.waiters.removeValue(forKey: id) }
      waiter?.continuation.resume(throwing: CancellationError())
    }
  }

  private func add(_ waiter: Waiter, _ id: UInt64) {
    var waiter = waiter
    var outcome: Result<Void, any Error>?
    state.withLock { state in
      // Cancelling sets the flag first and takes this lock then, so one of the two sees the other.
      if Task.isCancelled {
        outcome = .failure(CancellationError())
      } else if state.isClosed {
        outcome = .failure(StoreError(.closed, "the store was closed"))
      } else if let failure = state.failure {
        outcome = .failure(failure)
      } else if state.recent.concern(waiter.trace, from: waiter.seen, to: state.version) {
        outcome = .success(())
      } else {
        waiter.seen = max(waiter.seen, state.version)
        state.waiters[id] = waiter
        poll(&state)
      }
    }
    if let outcome { waiter.continuation.resume(with: outcome) }
  }

  // MARK: Announcing

  /// Whether changed keys are to be noted: somebody waits for some of them.
  var isObserved: Bool { observers.load(ordering: .relaxed) > 0 }

  func addObserver() { observers.add(1, ordering: .relaxed) }

  func removeObserver() {
    if observers.subtract(1, ordering: .relaxed).newValue == 0 {
      state.withLock { $0.recent.removeAll() }
    }
  }

  /// Tells that this process is about to make commit `version`, and will announce it; 0 takes it
  /// back.
  func expect(_ version: UInt64) { own.store(version, ordering: .releasing) }

  /// The newest commit that was announced.
  var version: UInt64 { state.withLock { $0.version } }

  /// Wakes those who wait for commit `version`; `changes` is nil when they are not known.
  func announce(_ version: UInt64, _ changes: ChangedKeys? = nil) {
    var woken: [Waiter] = []
    state.withLock { state in
      guard version > state.version else { return }
      // A number that was left out is a commit of another process.
      let known = version == state.version + 1 ? changes : nil
      state.version = version
      if isObserved { state.recent.add(version, known) }
      guard !state.waiters.isEmpty else { return }
      for (id, waiter) in state.waiters where waiter.seen < version {
        if let known, let trace = waiter.trace, !trace.isTouched(by: known) {
          state.waiters[id]?.seen = version
        } else {
          state.waiters[id] = nil
          woken.append(waiter)
        }
      }
    }
    for waiter in woken { waiter.continuation.resume() }
  }

  /// Ends every wait, and those to come: nothing is committed to this file any more.
  private func fail(_ error: StoreError) {
    let waiters = state.withLock { state in
      defer { state.waiters.removeAll() }
      (state.failure, state.isPolling) = (error, false)
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.continuation.resume(throwing: error) }
  }

  /// Ends every wait; afterwards the environment may go.
  func close() {
    let (waiters, hasThread) = state.withLock { state in
      defer { state.waiters.removeAll() }
      state.isClosed = true
      return (Array(state.waiters.values), state.hasThread)
    }
    for waiter in waiters {
      waiter.continuation.resume(throwing: StoreError(.closed, "the store was closed"))
    }
    if hasThread { poller.close() }
  }

  // MARK: Other processes

  /// Lets the thread look until nobody waits.
  private func poll(_ state: inout State) {
    if state.isPolling { return }
    state.isPolling = true
    if !state.hasThread {
      state.hasThread = true
      poller.start(patience: Self.interval) { [unowned self] _, _, _ in look() }
    }
    _ = poller.add(())
  }

  /// Announces what other processes have committed. Returns whether anybody still waits.
  private func look() -> Bool {
    let known = state.withLock { $0.version }
    let newest: UInt64
    do { newest = try environment.environment.lastTransaction(after: known) } catch {
      fail(StoreError(error, path: environment.environment.path))
      return false
    }
    // The writer announces its own, and knows what they change.
    if newest != own.load(ordering: .acquiring) { announce(newest) }
    return state.withLock { state in
      state.isPolling = !state.waiters.isEmpty && !state.isClosed
      return state.isPolling
    }
  }
}
