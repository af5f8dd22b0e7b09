import Synchronization

/// A clock that moves when told to, and tells how often somebody went to sleep by it.
final class StepClock: Clock, Sendable {
  typealias Instant = ContinuousClock.Instant

  private struct State {
    var now: Instant
    var isStopped = false
    var lastID = 0
    var started = 0
    var sleeps: [Duration] = []
    var sleepers: [Int: (until: Instant, wake: CheckedContinuation<Void, any Error>)] = [:]
    var observers: [(count: Int, wake: CheckedContinuation<Void, Never>)] = []
  }

  private let state: Mutex<State>

  init() { state = Mutex(State(now: ContinuousClock.now)) }

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        add(id, deadline, continuation)
      }
    } onCancel: {
      state.withLock { $0.sleepers.removeValue(forKey: id) }?.wake
        .resume(throwing: CancellationError())
    }
  }

  /// How long somebody wanted to sleep, each time.
  var sleeps: [Duration] { state.withLock { $0.sleeps } }

  /// Waits until somebody has gone to sleep that many times.
  func sleepers(_ count: Int) async throws {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.started < count { state.observers.append((count, continuation)) }
        return state.started >= count
      }
      if isThere { continuation.resume() }
    }
  }

  func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let now = state.now
      let due = state.sleepers.filter { $0.value.until <= now }
      for id in due.keys { state.sleepers[id] = nil }
      return due.values.map(\.wake)
    }
    for continuation in due { continuation.resume() }
  }

  /// Wakes everybody, and lets nobody sleep from now on.
  func stop() {
    let sleepers = state.withLock { state in
      state.isStopped = true
      defer { state.sleepers.removeAll() }
      return state.sleepers.values.map(\.wake)
    }
    for continuation in sleepers { continuation.resume() }
  }

  private func add(
    _ id: Int, _ deadline: Instant, _ continuation: CheckedContinuation<Void, any Error>
  ) {
    let (outcome, observers) = state.withLock { state in
      state.started += 1
      state.sleeps.append(state.now.duration(to: deadline))
      let ready = state.observers.filter { $0.count <= state.started }
      state.observers.removeAll { $0.count <= state.started }
      let outcome: Result<Void, any Error>? =
        Task.isCancelled
        ? .failure(CancellationError())
        : state.isStopped || deadline <= state.now ? .success(()) : nil
      if outcome == nil { state.sleepers[id] = (deadline, continuation) }
      return (outcome, ready.map(\.wake))
    }
    if let outcome { continuation.resume(with: outcome) }
    for observer in observers { observer.resume() }
  }
}
