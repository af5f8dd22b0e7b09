/// How often in a row the puppy peed outside. What it did in a coverage gap does not count.
public struct PottyStreak: Hashable, Sendable {
  /// Up to now.
  public private(set) var current = 0
  /// The longest there was.
  public private(set) var best = 0

  public init(current: Int, best: Int) {
    self.current = current
    self.best = best
  }

  /// - Parameter pees: oldest first. One without a place ends a streak, as one inside does.
  public init(_ pees: [DiaryEntry], gaps: [CoverageGap]) {
    for pee in pees where !gaps.contains(where: { $0.contains(pee.time) }) {
      current = pee.place == .outside ? current + 1 : 0
      best = max(best, current)
    }
  }
}
