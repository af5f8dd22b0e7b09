/// Numbers of two groups, such as the amounts of feeds with and without a tag.
public struct TwoGroups: Hashable, Sendable, Codable {
  /// The numbers where the tag is.
  public var tagged: [Double]
  /// The numbers where it is not.
  public var other: [Double]

  /// Makes a pair of groups.
  public init(tagged: [Double], other: [Double]) {
    self.tagged = tagged
    self.other = other
  }

  /// The point-biserial coefficient, from -1 to 1; 0 when a group is empty, when all numbers are
  /// equal and when one of them is not finite.
  ///
  /// Source: R. Tate (1954), r = (m₁ - m₀)/s · √(n₁n₀/n²), with the standard deviation s of the
  /// population of all n numbers.
  public var pointBiserial: Double {
    guard !tagged.isEmpty, !other.isEmpty else { return 0 }
    let all = tagged + other
    let deviation = (Self.squares(all) / Double(all.count)).squareRoot()
    guard deviation > 0 else { return 0 }
    let shares = Double(tagged.count) * Double(other.count)
    let value =
      (Self.mean(tagged) - Self.mean(other)) / deviation * shares.squareRoot() / Double(all.count)
    return value.isFinite ? value : 0
  }

  /// The chance of means at least so far apart if both groups had the same one; 1 when a group has
  /// fewer than two numbers, when no group varies and when a number is not finite.
  ///
  /// Source: B. Welch (1947), t = |m₁ - m₀| / √(s₁²/n₁ + s₀²/n₀), with the normal distribution in
  /// place of Student's. So small groups seem more different than they are; from 30 numbers on it
  /// matters little.
  public var welchPValue: Double {
    guard tagged.count > 1, other.count > 1 else { return 1 }
    let error = Self.meanVariance(tagged) + Self.meanVariance(other)
    guard error > 0, error.isFinite else { return 1 }
    let t = (Self.mean(tagged) - Self.mean(other)) / error.squareRoot()
    return t.isFinite ? NormalDistribution.twoSided(t) : 1
  }

  static func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }

  /// The variance of the mean: the sample's variance by its size.
  private static func meanVariance(_ values: [Double]) -> Double {
    squares(values) / Double(values.count - 1) / Double(values.count)
  }

  /// The sum of the squared distances from the mean.
  private static func squares(_ values: [Double]) -> Double {
    let mean = mean(values)
    return values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
  }
}
