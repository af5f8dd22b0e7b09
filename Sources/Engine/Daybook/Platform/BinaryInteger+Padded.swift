extension BinaryInteger {
  /// The number with leading zeros up to a width.
  package func padded(_ width: Int, radix: Int = 10) -> String {
    let digits = String(self, radix: radix)
    return String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
  }
}
