import Foundation

/// The time from one pee to the next.
public struct PottyGap: Hashable, Sendable {
  public let start: Date
  public let end: Date
  /// Where it ended.
  public let place: Place?

  public init(from first: Pee, to next: Pee) {
    start = first.time
    end = next.time
    place = next.place
  }

  /// Whole minutes.
  public var minutes: Int { start.minutes(to: end) }

  /// The gaps between pees.
  ///
  /// - Parameter pees: oldest first.
  public static func all(between pees: [Pee]) -> [PottyGap] {
    zip(pees, pees.dropFirst()).map { PottyGap(from: $0, to: $1) }
  }

  /// Whether it is a gap of the day rather than of a night: at most eight hours, and the clocks
  /// show 7:00 to 22:59 at both ends.
  public func isByDay(_ clock: LocalClock) -> Bool {
    minutes <= 480 && [start, end].allSatisfy { (7...22).contains(clock.hour(at: $0)) }
  }
}
