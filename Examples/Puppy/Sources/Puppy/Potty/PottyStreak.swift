import Daybook
import Foundation

/// How often in a row the puppy peed outside. What it did in a coverage gap does not count.
///
/// It is about moments, so it is the same in every time zone, and a pee at 23:30 in one follows a
/// pee at 20:00 in another if it was later.
public struct PottyStreak: Hashable, Sendable {
  /// Up to now.
  public private(set) var current = 0
  /// The longest there was.
  public private(set) var best = 0

  public init(current: Int, best: Int) {
    self.current = current
    self.best = best
  }

  /// Counts in one pass.
  ///
  /// - Parameters:
  ///   - pees: oldest first. One without a place ends a streak, as one inside does.
  ///   - gaps: oldest first; both ends of one belong to it, and one that goes on has no end.
  public init(_ pees: [Pee], gaps: [CoverageGap]) {
    var gaps = gaps[...]
    // Of the gaps that began by then, the end of the last one to end.
    var covered = -Double.infinity
    for pee in pees {
      while let gap = gaps.first, gap.start <= pee.time {
        covered = max(covered, gap.end?.timeIntervalSinceReferenceDate ?? .infinity)
        gaps.removeFirst()
      }
      if pee.time.timeIntervalSinceReferenceDate <= covered { continue }
      current = pee.place == .outside ? current + 1 : 0
      best = max(best, current)
    }
  }

  /// That of a store. O(pees).
  init(_ reader: borrowing Reader) throws {
    self.init(
      try reader.rows(PeesByTime.all).map(\.row), gaps: try reader.gaps(before: .distantFuture))
  }
}
