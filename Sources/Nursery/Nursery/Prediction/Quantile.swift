/// Quantiles of a few numbers.
enum Quantile {
  /// The number below which the share `p` of further numbers is expected, of sorted and not empty
  /// `values`.
  ///
  /// Source: R. Hyndman and Y. Fan, "Sample Quantiles in Statistical Packages" (1996), definition
  /// 6: position p(n + 1), linear between neighbours, the outermost number beyond them. Other
  /// definitions give intervals that are too narrow for what comes next.
  static func of(_ values: [Double], _ p: Double) -> Double {
    let last = Double(values.count - 1)
    let position = min(max(Double(values.count + 1) * p - 1, 0), last)
    let below = Int(position)
    let above = min(below + 1, values.count - 1)
    return values[below] + (values[above] - values[below]) * (position - Double(below))
  }
}
