public import Daybook
internal import Synchronization

/// A wall clock for a store that takes in a generated household: it shows what it is told.
///
/// With the system's clock instead everything would be written now, and what offline devices bring
/// would come before all that it changes.
public final class HouseholdClock: Sendable {
  private struct State: Sendable {
    var times: [Date]
    var place = 0
  }

  private let state: Mutex<State>

  /// A clock that shows `date` until told otherwise.
  public init(_ date: Date = Date(timeIntervalSinceReferenceDate: 0)) {
    state = Mutex(State(times: [date]))
  }

  /// What it shows.
  public var now: Date { state.withLock { $0.times[$0.place] } }

  /// Makes it show `date`, which may be earlier than before.
  public func show(_ date: Date) { begin([date]) }

  /// Makes it show the first of `times`, of which there is at least one.
  func begin(_ times: [Date]) { state.withLock { $0 = State(times: times) } }

  /// Moves on from the time at `place`, staying on the last; false when it showed another time.
  ///
  /// A store asks for the time right before it runs the body of an append, and runs a group of
  /// appends again when its file has to grow, which nobody tells the clock.
  func advance(from place: Int) -> Bool {
    state.withLock { state in
      let isInStep = state.place == place
      state.place = min(place + 1, state.times.count - 1)
      return isInStep
    }
  }
}
