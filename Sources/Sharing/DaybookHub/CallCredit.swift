internal import Foundation

/// How many calls somebody may make at once: so many more each second, and at most those of two
/// seconds.
struct CallCredit: Hashable, Sendable {
  private var left: Double
  private var counted: Date

  init(_ rate: Int, at now: Date) { (left, counted) = (Self.most(rate), now) }

  private static func most(_ rate: Int) -> Double { 2 * Double(rate) }

  /// Counts a call; false for one too many.
  mutating func use(_ rate: Int, at now: Date) -> Bool {
    // A clock that was set back gives nothing.
    let passed = max(0, now.timeIntervalSince(counted))
    left = min(Self.most(rate), left + passed * Double(rate))
    counted = now
    guard left >= 1 else { return false }
    left -= 1
    return true
  }

  /// Whether it is as if nobody had called.
  func isWhole(_ rate: Int, at now: Date) -> Bool {
    left + max(0, now.timeIntervalSince(counted)) * Double(rate) >= Self.most(rate)
  }
}
