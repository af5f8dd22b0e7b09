import Foundation

/// A sleep, and the wake that ended it. The crate is none.
public struct SleepSession: Hashable, Sendable {
  public let start: Date
  /// Nil while it goes on, or when nobody noted its end.
  public let end: Date?

  public init(start: Date, end: Date?) {
    self.start = start
    self.end = end
  }

  /// Whole minutes; nil without an end.
  public var minutes: Int? { end.map { start.minutes(to: $0) } }

  /// Whether the puppy woke at most twenty minutes ago, from a sleep and not a nap.
  public func hasJustEnded(at now: Date) -> Bool {
    guard let end, let minutes, end <= now else { return false }
    return minutes >= SleepState.shortestSleep && end.minutes(to: now) <= 20
  }

  /// The sleeps among some entries, oldest first.
  ///
  /// Each sleep in turn gets the wake that names its session, whenever that was; else the earliest
  /// wake after it. A wake ends one sleep. O(n²) for the sleeps and wakes among n entries: give it
  /// those of some days.
  ///
  /// - Parameter entries: oldest first.
  public static func all(in entries: [DiaryEntry]) -> [SleepSession] {
    var wakes = entries.filter { $0.type == .wake }
    return entries.filter { $0.type == .sleep }.map { sleep in
      let own = sleep.sleep.flatMap { session in wakes.firstIndex { $0.sleep == session } }
      let place = own ?? wakes.firstIndex { $0.time > sleep.time }
      return SleepSession(start: sleep.time, end: place.map { wakes.remove(at: $0).time })
    }
  }

  /// How long the puppy usually sleeps, in minutes: the mean, to the nearest five, from 15 to 120.
  ///
  /// - Returns: nil for fewer than three sleeps with an end.
  public static func usualMinutes(of sessions: [SleepSession]) -> Int? {
    let minutes = sessions.compactMap(\.minutes)
    if minutes.count < 3 { return nil }
    let mean = minutes.reduce(0, +) / minutes.count
    return min(max((mean + 2) / 5 * 5, 15), 120)
  }
}
