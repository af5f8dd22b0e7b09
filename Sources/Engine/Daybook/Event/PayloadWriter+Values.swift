extension PayloadWriter {
  /// Writes a value as the method for its type does.
  @inlinable @inline(__always)
  public mutating func value<Value: PayloadValue>(_ field: Int, _ value: Value) {
    value.encode(field: field, into: &self)
  }

  /// Writes nothing when `value` is nil.
  @inlinable @inline(__always)
  public mutating func value<Value: PayloadValue>(_ field: Int, _ value: Value?) {
    if let value { value.encode(field: field, into: &self) }
  }

  /// Writes one field for each element, in their order, and nothing for an empty array.
  @inlinable @inline(__always)
  public mutating func value<Value: PayloadValue>(_ field: Int, _ values: [Value]) {
    for value in values { value.encode(field: field, into: &self) }
  }

  // MARK: A value as the whole payload

  /// Writes the fields of a value, so that the payload is its own.
  @inlinable @inline(__always)
  public mutating func payload<Value: PayloadCodable>(_ value: Value) {
    value.encode(into: &self)
  }

  /// Writes a value into field 1.
  @inlinable @inline(__always)
  public mutating func payload<Value: PayloadValue>(_ value: Value) { self.value(1, value) }

  /// Writes a value into field 1, and nothing when it is nil.
  @inlinable @inline(__always)
  public mutating func payload<Value: PayloadValue>(_ value: Value?) { self.value(1, value) }

  /// Writes one field 1 for each element.
  @inlinable @inline(__always)
  public mutating func payload<Value: PayloadValue>(_ values: [Value]) { self.value(1, values) }
}
