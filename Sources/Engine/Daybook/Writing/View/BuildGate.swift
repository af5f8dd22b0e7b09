internal import Synchronization

/// Lets the threads of one build end at the same entity.
///
/// All go through the same entities. They wait for each other after each round, and when one of
/// them has enough, none goes on. So what one collects beyond its limit is the rows of one round.
final class BuildGate: Sendable {
  /// Thrown when another thread has given up.
  struct Broken: Error {}

  /// Entities between two meetings: some milliseconds.
  static let round = 1024

  private struct State {
    var present = 0
    var rounds = 0
    /// Whether one of those who are present has enough.
    var isEnough = false
    /// Whether the last round was the last one: said once all are present, because some of them
    /// still read it when the first are at the next meeting.
    var ends = false
  }

  private let parties: Int
  private let state = Monitor(State())
  private let isBroken = Atomic(false)

  init(parties: Int) { self.parties = parties }

  /// Whether the threads meet before the entity that comes after so many.
  static func meets(after count: Int) -> Bool { count & (round - 1) == round - 1 }

  /// Waits for the others at the same entity. Returns whether all go on.
  ///
  /// - Throws: `Broken`.
  func meet(hasEnough: Bool) throws(Broken) -> Bool {
    let ends = state.locked { held in
      if hasEnough { held.state.isEnough = true }
      held.state.present += 1
      let rounds = held.state.rounds
      if held.state.present == parties {
        held.state.present = 0
        held.state.rounds += 1
        held.state.ends = held.state.isEnough
        state.wakeAll()
      }
      while held.state.rounds == rounds, !isBroken.load(ordering: .acquiring) { held.wait() }
      return held.state.ends
    }
    try check()
    return !ends
  }

  /// - Throws: `Broken` when a thread has given up.
  func check() throws(Broken) { if isBroken.load(ordering: .acquiring) { throw Broken() } }

  /// Makes all threads give up.
  func giveUp() {
    state.locked { _ in isBroken.store(true, ordering: .releasing) }
    state.wakeAll()
  }
}
