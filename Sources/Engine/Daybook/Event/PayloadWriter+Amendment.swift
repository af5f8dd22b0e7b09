extension PayloadWriter: AmendmentCoder {
  @inlinable @inline(__always)
  public mutating func callAsFunction<Value: PayloadValue>(
    _ number: Int, _ edit: inout Edit<Value>
  ) {
    if case .set(let value) = edit { self.value(number, value) }
  }

  @inlinable @inline(__always)
  public mutating func callAsFunction<Value: PayloadValue>(
    _ number: Int, _ values: inout [Value]?
  ) {
    if let values { value(number, values) }
  }
}
