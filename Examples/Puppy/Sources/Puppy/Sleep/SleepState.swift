import Daybook
import Foundation

/// Whether the puppy sleeps.
public enum SleepState: Hashable, Sendable {
  /// Somebody else has the puppy and takes no notes, or nothing was noted yet.
  case unknown
  case asleep(since: Date)
  case awake(since: Date)

  /// A sleep that is shorter, in minutes, is a nap so far.
  public static let shortestSleep = 15
  /// After so many minutes awake a puppy gets tired, and after so many it should sleep.
  public static let tiredAfter = 45
  public static let longestAwake = 60

  /// The entries that tell it: the crate counts as sleep.
  static let types: [EntryType] = [.sleep, .crate, .wake]

  /// - Parameters:
  ///   - newest: the newest entry about sleep.
  ///   - gaps: one that goes on makes the state unknown, whenever it began.
  public init(newest: DiaryEntry?, gaps: [CoverageGap]) {
    guard let newest, !gaps.contains(where: \.isOngoing) else {
      self = .unknown
      return
    }
    self = newest.type == .wake ? .awake(since: newest.time) : .asleep(since: newest.time)
  }

  /// That of a store. O(log n) and the coverage gaps.
  init(_ reader: borrowing Reader) throws {
    self.init(
      newest: try reader.newest(of: Self.types), gaps: try reader.gaps(before: .distantFuture))
  }

  /// How many whole minutes it has lasted; nil when nobody knows. Negative when it begins later
  /// than now, by the clock of another phone.
  public func minutes(at now: Date) -> Int? {
    switch self {
    case .unknown: nil
    case .asleep(let start), .awake(let start): start.minutes(to: now)
    }
  }

  /// The beginning of the sleep that goes on.
  public var sleepStart: Date? { if case .asleep(let start) = self { start } else { nil } }

  /// Whether the puppy sleeps since less than a quarter of an hour.
  public func isNap(at now: Date) -> Bool {
    sleepStart.map { $0.minutes(to: now) < Self.shortestSleep } ?? false
  }

  /// Whether it has been awake for 45 minutes.
  public func isTired(at now: Date) -> Bool { isAwake(at: now, for: Self.tiredAfter) }

  /// Whether it has been awake for 60 minutes.
  public func isOvertired(at now: Date) -> Bool { isAwake(at: now, for: Self.longestAwake) }

  private func isAwake(at now: Date, for least: Int) -> Bool {
    if case .awake(let start) = self { start.minutes(to: now) >= least } else { false }
  }
}
