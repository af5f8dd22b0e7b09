internal import NIOCore

/// So many at once, and so many more each second.
struct Allowance {
  private let most: Double
  private let rate: Double
  private var left: Double
  private var counted: NIODeadline

  init(_ most: Int, perSecond rate: Int, at now: NIODeadline) {
    (self.most, self.rate, left, counted) = (Double(most), Double(rate), Double(most), now)
  }

  /// Counts some; false when they are more than there may be.
  mutating func use(_ count: Int, at now: NIODeadline) -> Bool {
    let passed = Double((now - counted).nanoseconds) / 1e9
    left = min(most, left + passed * rate)
    counted = now
    guard left >= Double(count) else { return false }
    left -= Double(count)
    return true
  }
}
