internal import DaybookSnapshot

extension InboxMessage {
  /// The place of the events in time: that of the file, but after everything that its writer has
  /// seen, and never later than `now`, the time of the transaction.
  func stampTime(now: HybridTime) -> HybridTime {
    // Without a time, or with one before every clock, it is of the present.
    let wall = wallTime.milliseconds > 0 ? HybridTime(wallTime) : now
    let later = seen.map { max(wall, HybridTime(rawValue: $0).next(wall: 0)) } ?? wall
    return min(later, now)
  }
}
