extension PayloadReader: AmendmentCoder {
  @inlinable @inline(__always)
  @_lifetime(self: copy self)
  public mutating func callAsFunction<Value: PayloadValue>(
    _ number: Int, _ edit: inout Edit<Value>
  ) throws {
    if number == field { edit = .set(try Value(field: &self)) }
  }

  @inlinable @inline(__always)
  @_lifetime(self: copy self)
  public mutating func callAsFunction<Value: PayloadValue>(
    _ number: Int, _ values: inout [Value]?
  ) throws {
    if number == field { values = (values ?? []) + [try Value(field: &self)] }
  }
}
