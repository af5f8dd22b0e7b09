extension PayloadReader {
  /// Reads the field as a value of the type that is asked for.
  ///
  /// - Throws: `PayloadError` when the field holds something else.
  @inlinable @inline(__always)
  @_lifetime(self: copy self)
  public mutating func value<Value: PayloadValue>() throws -> Value { try Value(field: &self) }

  /// Reads the field into `value`.
  @inlinable @inline(__always)
  @_lifetime(self: copy self)
  public mutating func read<Value: PayloadValue>(into value: inout Value) throws {
    value = try Value(field: &self)
  }

  /// Reads the field into `value`, which stays nil where the field is absent.
  @inlinable @inline(__always)
  @_lifetime(self: copy self)
  public mutating func read<Value: PayloadValue>(into value: inout Value?) throws {
    value = try Value(field: &self)
  }

  /// Reads the field as one more element.
  @inlinable @inline(__always)
  @_lifetime(self: copy self)
  public mutating func read<Value: PayloadValue>(into values: inout [Value]) throws {
    values.append(try Value(field: &self))
  }

  // MARK: A value as the whole payload

  /// Reads a value whose fields are the payload.
  @inlinable @inline(__always)
  @_lifetime(self: copy self)
  public mutating func payload<Value: PayloadCodable>() throws -> Value {
    try Value(from: &self)
  }

  /// Reads field 1 of the payload, for a value that is no payload itself.
  ///
  /// - Throws: `PayloadError.missing` when it is absent.
  @inlinable
  @_disfavoredOverload
  @_lifetime(self: copy self)
  public mutating func payload<Value: PayloadValue>() throws -> Value {
    guard let value: Value = try payload() else { throw PayloadError.missing(1) }
    return value
  }

  /// Reads field 1 of the payload; nil when it is absent.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func payload<Value: PayloadValue>() throws -> Value? {
    var value: Value?
    while let number = try next() {
      if number == 1 { try read(into: &value) }
    }
    return value
  }

  /// Reads every field 1 of the payload.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func payload<Value: PayloadValue>() throws -> [Value] {
    var values: [Value] = []
    while let number = try next() {
      if number == 1 { try read(into: &values) }
    }
    return values
  }
}
