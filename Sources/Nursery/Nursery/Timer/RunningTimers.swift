public import Daybook

/// The timers that run, by baby and start.
public struct RunningTimers: Index {
  public static let name = "nursery.runningTimers"

  /// Makes the projection; it has no parameters.
  public init() {}

  public static func key(_ timer: Stamped<RunningTimer>) -> Key3<UUID?, Date, UUID>? {
    timer.state.isRunning ? Key3(timer.state.baby, timer.state.start, timer.id.rawValue) : nil
  }

  public static func row(_ timer: Stamped<RunningTimer>) -> RunningTimer { timer.state }
}

extension ProjectionReader where P == RunningTimers {
  /// Every timer that runs, the oldest first.
  public func timers() throws -> [Identified<RunningTimer>] {
    try rows(RunningTimers.all).map { Identified(id: $0.key.third, value: $0.row) }
      .sorted { ($0.value.start, $0.id) < ($1.value.start, $1.id) }
  }

  /// The timers that run for a baby, or for nobody, the oldest first.
  public func timers(of baby: UUID?) throws -> [Identified<RunningTimer>] {
    try rows(RunningTimers.where(baby)).map { Identified(id: $0.key.third, value: $0.row) }
  }
}
