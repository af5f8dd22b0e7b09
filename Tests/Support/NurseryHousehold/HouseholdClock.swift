public import Daybook
internal import Synchronization

/// A wall clock for a store that takes in a generated household: it shows what it is told.
///
/// With the system's clock instead everything would be written now, and what offline devices bring
/// would come before all that it changes.
public final class HouseholdClock: Sendable {
  private struct State: Sendable {
    var time: Date
    var wasMisread = false
  }

  private let state: Mutex<State>

  /// A clock that shows `date` until told otherwise.
  public init(_ date: Date = Date(timeIntervalSinceReferenceDate: 0)) {
    state = Mutex(State(time: date))
  }

  /// What it shows.
  public var now: Date { state.withLock { $0.time } }

  /// Makes it show `date`, which may be earlier than before.
  public func show(_ date: Date) { state.withLock { $0.time = date } }

  /// Whether something was written at another time than its own.
  var wasMisread: Bool { state.withLock { $0.wasMisread } }

  /// Notes when something is written whose time is `date`.
  ///
  /// A store whose file has to grow writes again what it has not committed yet, and asks for the
  /// time again, which is a later one by then.
  func noteWriting(of date: Date) {
    state.withLock { state in
      if state.time != date { state.wasMisread = true }
    }
  }
}
