internal import Foundation
internal import Synchronization

/// Counts the calls of those who have no session yet, by where they come from.
final class HubStrangers: Sendable {
  private struct State {
    var all: CallCredit?
    var origins: [String: CallCredit] = [:]
    var nextSweep = Date.distantPast
  }

  private let state = Mutex(State())
  private let limits: HubLimits

  init(_ limits: HubLimits) { self.limits = limits }

  /// Counts a call; false for one too many of its origin, or of all together.
  ///
  /// The calls that an origin has too many take nothing from the others. An origin whose calls are
  /// not counted has no row, so the table has as many rows as there are calls in some seconds.
  func use(_ origin: String?, at now: Date) -> Bool {
    state.withLock { state in
      sweep(&state, now)
      let rate = limits.strangersPerSecond
      var own = origin.map { state.origins[$0] ?? CallCredit(rate, at: now) }
      if own?.use(rate, at: now) == false { return false }
      var all = state.all ?? CallCredit(limits.allStrangersPerSecond, at: now)
      let isGood = all.use(limits.allStrangersPerSecond, at: now)
      state.all = all
      if isGood, let origin, let own { state.origins[origin] = own }
      return isGood
    }
  }

  /// Forgets who has called nothing for so long that it makes no difference.
  private func sweep(_ state: inout State, _ now: Date) {
    // Also when the clock was set back.
    guard now >= state.nextSweep || state.nextSweep.timeIntervalSince(now) > 10 else { return }
    state.origins = state.origins.filter {
      !$0.value.isWhole(limits.strangersPerSecond, at: now)
    }
    state.nextSweep = now.addingTimeInterval(5)
  }

  /// How many origins are counted.
  var count: Int { state.withLock { $0.origins.count } }
}
