/// How long the puppy waits from one pee to the next, in whole minutes.
public struct PottyStatistics: Hashable, Sendable {
  public let least: Int
  public let most: Int
  /// The mean, cut off.
  public let mean: Int
  /// The gap in the middle; of an even number the mean of the two, cut off.
  public let median: Int
  /// How many ended outside, and how many inside. One that ended nobody knows where is neither.
  public let outdoors: Int
  public let indoors: Int

  /// - Returns: nil for no gaps.
  public init?(_ gaps: [PottyGap]) {
    let minutes = gaps.map(\.minutes).sorted()
    guard let least = minutes.first, let most = minutes.last else { return nil }
    self.least = least
    self.most = most
    mean = minutes.reduce(0, +) / minutes.count
    median = (minutes[(minutes.count - 1) / 2] + minutes[minutes.count / 2]) / 2
    outdoors = gaps.count { $0.place == .outside }
    indoors = gaps.count { $0.place == .inside }
  }
}
