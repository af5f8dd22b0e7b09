extension BinaryInteger {
  /// A count with its noun, such as `1 row` and `12 rows`.
  ///
  /// - Parameters:
  ///   - one: the noun after 1.
  ///   - many: the noun after any other count; by default with an `s`.
  package func counted(_ one: String, _ many: String? = nil) -> String {
    "\(self) \(self == 1 ? one : many ?? one + "s")"
  }
}
