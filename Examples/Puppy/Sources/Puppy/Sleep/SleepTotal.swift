import Foundation

/// How long the puppy slept, in whole minutes.
public struct SleepTotal: Hashable, Sendable {
  public let minutes: Int

  /// Adds up each time from a sleep, or the crate, to the next wake; of one that goes on, up to
  /// now.
  ///
  /// A sleep within a sleep begins nothing new, so no minute counts twice. A wake without a sleep
  /// before it ends nothing.
  ///
  /// - Parameter entries: oldest first; those about other things do not matter.
  public init(_ entries: [DiaryEntry], now: Date) {
    var (minutes, start) = (0, Date?.none)
    for entry in entries where SleepState.types.contains(entry.type) {
      if entry.type != .wake {
        start = start ?? entry.time
      } else if let began = start {
        minutes += began.minutes(to: entry.time)
        start = nil
      }
    }
    if let start { minutes += max(0, start.minutes(to: now)) }
    self.minutes = minutes
  }
}
