internal import Foundation

/// The standard normal distribution.
enum NormalDistribution {
  /// The chance of a value of at most `z`, wrong by at most 1e-7.
  ///
  /// Source: M. Abramowitz and I. Stegun, Handbook of Mathematical Functions (1964), 7.1.26, whose
  /// error function is wrong by at most 1.5e-7; Φ(z) = (1 + erf(z/√2)) / 2.
  static func cumulative(_ z: Double) -> Double {
    0.5 * (1 + errorFunction(z / 2.0.squareRoot()))
  }

  /// The chance of a value that is at least as far from zero as `z`, between 0 and 1.
  static func twoSided(_ z: Double) -> Double {
    min(max(2 * (1 - cumulative(abs(z))), 0), 1)
  }

  private static func errorFunction(_ x: Double) -> Double {
    let t = 1 / (1 + 0.3275911 * abs(x))
    let polynomial =
      [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592]
      .reduce(0) { $0 * t + $1 } * t
    let value = 1 - polynomial * exp(-x * x)
    return x < 0 ? -value : value
  }
}
