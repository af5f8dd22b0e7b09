internal import Synchronization

/// Lets one after the other work on something, also where that waits for an answer.
final class Turns: Sendable {
  private struct State {
    var isTaken = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  func take<R>(_ body: () async throws -> R) async rethrows -> R {
    await begin()
    defer { end() }
    return try await body()
  }

  private func begin() async {
    await withCheckedContinuation { mine in
      let isFree = state.withLock { state in
        if state.isTaken {
          state.waiting.append(mine)
          return false
        }
        state.isTaken = true
        return true
      }
      if isFree { mine.resume() }
    }
  }

  private func end() {
    let next = state.withLock { state in
      if state.waiting.isEmpty {
        state.isTaken = false
        return nil as CheckedContinuation<Void, Never>?
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}
