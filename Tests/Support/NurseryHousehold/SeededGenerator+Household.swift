internal import DaybookTesting

/// Distributions that come out bit for bit on every machine: nothing asks the C library or the
/// standard library for one, because their last bits may differ from version to version.
extension SeededGenerator {
  /// A number from 0 up to, not including, 1.
  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// Whether something of that probability happens.
  mutating func chance(_ probability: Double) -> Bool { unit() < probability }

  /// An integer of the range. Some come up more often by one in 2⁶⁴ divided by the range's length.
  mutating func integer(_ range: ClosedRange<Int64>) -> Int64 {
    let count = UInt64(range.upperBound - range.lowerBound) + 1
    return range.lowerBound + Int64(next().multipliedFullWidth(by: count).high)
  }

  /// An index below `count`, which is positive.
  mutating func index(_ count: Int) -> Int { Int(integer(0...Int64(count - 1))) }

  /// One of the values, of which there is at least one.
  mutating func pick<Value>(_ values: [Value]) -> Value { values[index(values.count)] }

  /// An exponential variate of mean 1, from comparisons alone: logarithms differ between machines.
  ///
  /// Source: von Neumann, "Various techniques used in connection with random digits" (1951).
  mutating func exponential() -> Double {
    var whole = 0.0
    while true {
      let first = unit()
      var last = first
      var isOdd = true
      while true {
        let following = unit()
        if following >= last { break }
        last = following
        isOdd.toggle()
      }
      if isOdd { return whole + first }
      whole += 1
    }
  }
}
