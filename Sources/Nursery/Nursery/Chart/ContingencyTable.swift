/// How often something followed where a tag was and where it was not: a table of two by two.
///
/// ```
///           followed  not
///   tagged      a      b
///   other       c      d
/// ```
public struct ContingencyTable: Hashable, Sendable, Codable {
  /// Tagged and followed.
  public var a: Int
  /// Tagged and not followed.
  public var b: Int
  /// Not tagged and followed.
  public var c: Int
  /// Neither.
  public var d: Int

  /// Makes a table of four counts, none negative.
  public init(a: Int, b: Int, c: Int, d: Int) {
    precondition(min(a, b, c, d) >= 0, "a count is not negative")
    (self.a, self.b, self.c, self.d) = (a, b, c, d)
  }

  /// The coefficient phi, from -1 to 1; 0 when a row or a column is empty.
  ///
  /// Source: K. Pearson (1904), φ = (ad - bc) / √((a+b)(c+d)(a+c)(b+d)).
  public var phi: Double {
    let (a, b, c, d) = (Double(a), Double(b), Double(c), Double(d))
    let denominator = ((a + b) * (c + d) * (a + c) * (b + d)).squareRoot()
    return denominator > 0 ? (a * d - b * c) / denominator : 0
  }

  /// Chi-square with one degree of freedom and the correction for continuity; nil when an expected
  /// count is below 5, where it says nothing.
  ///
  /// Source: F. Yates (1934), Σ max(0, |observed - expected| - ½)² / expected; W. Cochran (1954)
  /// for the bound of 5.
  public var chiSquare: Double? {
    let (rows, columns) = ([Double(a + b), Double(c + d)], [Double(a + c), Double(b + d)])
    let total = rows[0] + rows[1]
    var sum = 0.0
    for (index, observed) in [a, b, c, d].enumerated() {
      let expected = rows[index / 2] * columns[index % 2] / total
      guard expected >= 5 else { return nil }
      let distance = max(0, abs(Double(observed) - expected) - 0.5)
      sum += distance * distance / expected
    }
    return sum
  }

  /// The chance of a table at least as far from independence if tag and event had nothing to do
  /// with each other; 1 when `chiSquare` is nil.
  ///
  /// Source: chi-square with one degree of freedom is the square of a standard normal value, so
  /// p = 2(1 - Φ(√χ²)).
  public var pValue: Double {
    chiSquare.map { NormalDistribution.twoSided($0.squareRoot()) } ?? 1
  }
}
