/// A payload that names each of its fields once, for writing and for reading.
///
/// ```swift
/// struct Grocery: Entity, FieldPayload {
///   var name = ""
///   var grams: Int?
///
///   mutating func fields(_ field: inout some FieldCoding) throws {
///     try field(1, &name)
///     try field(2, &grams)
///   }
/// }
/// ```
/// A field that is absent leaves the property as `init()` made it. Unknown fields are passed over.
/// Where a field must be there, say so in an `init(from:)` of your own:
///
/// ```swift
/// init(from reader: inout PayloadReader) throws { try self.init(from: &reader, requiring: [1]) }
/// ```
/// `try field(3, &isBought, unless: false)` does not store the value that `init()` gives.
///
/// An optional property begins with nil and an array with no elements, because neither is stored.
/// `EventStore.open` refuses an entity that breaks this, or that names a number twice; in a debug
/// build, so does the first write of any other payload, by ending the process with a sentence.
///
/// The bytes are those of `PayloadWriter` and `PayloadReader` by hand. So is the cost of reading,
/// in a release build; writing copies the value first, which is 1 % of an append.
public protocol FieldPayload: PayloadCodable {
  /// Makes the value that a payload without fields stands for.
  init()

  /// Names each field with its number and its property, always all of them and in the same order.
  ///
  /// Called once to write, and once for each field that is read. Must not look at the properties:
  /// they may not be read yet.
  mutating func fields(_ field: inout some FieldCoding) throws
}

extension FieldPayload {
  @inlinable
  public func encode(into writer: inout PayloadWriter) {
    assert(FieldCheck.problem(of: Self.self) == nil, FieldCheck.problem(of: Self.self) ?? "")
    var value = self
    do { try value.fields(&writer) } catch { writer.isIncomplete = true }
  }

  @inlinable
  public init(from reader: inout PayloadReader) throws {
    self.init()
    while try reader.next() != nil { try fields(&reader) }
  }

  /// Reads the fields, of which some must be there; for an `init(from:)` of a type's own.
  ///
  /// - Parameters:
  ///   - reader: what the payload is read from.
  ///   - required: the numbers of the fields that must be there, below 64.
  /// - Throws: `PayloadError.missing` for the first of them that is absent.
  @inlinable
  public init(from reader: inout PayloadReader, requiring required: [Int]) throws {
    self.init()
    var seen: UInt64 = 0
    while let number = try reader.next() {
      if number < 64 { seen |= 1 &<< UInt64(truncatingIfNeeded: number) }
      try fields(&reader)
    }
    for number in required where seen >> UInt64(number) & 1 == 0 {
      throw PayloadError.missing(number)
    }
  }
}

/// What ``FieldPayload/fields(_:)`` is given: a ``FieldCoder`` that can be neither copied nor kept.
public typealias FieldCoding = FieldCoder & ~Copyable & ~Escapable

/// Writes or reads the fields of a payload, one call for each.
public protocol FieldCoder: ~Copyable, ~Escapable {
  /// Writes `value` as field `number`, or reads it when that field is announced.
  @_lifetime(self: copy self)
  mutating func callAsFunction<Value: PayloadValue>(_ number: Int, _ value: inout Value) throws

  /// As for a value that is always there; nil is absent.
  @_lifetime(self: copy self)
  mutating func callAsFunction<Value: PayloadValue>(_ number: Int, _ value: inout Value?) throws

  /// As for a value that is always there, with one field for each element.
  @_lifetime(self: copy self)
  mutating func callAsFunction<Value: PayloadValue>(_ number: Int, _ values: inout [Value]) throws

  /// As for a value that is always there, which is not written while it is the usual one: that with
  /// which `init()` begins.
  @_lifetime(self: copy self)
  mutating func callAsFunction<Value: PayloadValue & Equatable>(
    _ number: Int, _ value: inout Value, unless usual: Value
  ) throws
}

extension FieldCoder where Self: ~Copyable & ~Escapable {
  @inlinable @inline(__always)
  @_lifetime(self: copy self)
  public mutating func callAsFunction<Value: PayloadValue & Equatable>(
    _ number: Int, _ value: inout Value, unless usual: Value
  ) throws {
    try self(number, &value)
  }
}

extension PayloadWriter: FieldCoder {
  @inlinable @inline(__always)
  public mutating func callAsFunction<Value: PayloadValue>(_ number: Int, _ value: inout Value) {
    self.value(number, value)
  }

  @inlinable @inline(__always)
  public mutating func callAsFunction<Value: PayloadValue>(_ number: Int, _ value: inout Value?) {
    self.value(number, value)
  }

  @inlinable @inline(__always)
  public mutating func callAsFunction<Value: PayloadValue>(_ number: Int, _ values: inout [Value]) {
    self.value(number, values)
  }

  @inlinable @inline(__always)
  public mutating func callAsFunction<Value: PayloadValue & Equatable>(
    _ number: Int, _ value: inout Value, unless usual: Value
  ) {
    if value != usual { self.value(number, value) }
  }
}

extension PayloadReader: FieldCoder {
  @inlinable @inline(__always)
  @_lifetime(self: copy self)
  public mutating func callAsFunction<Value: PayloadValue>(
    _ number: Int, _ value: inout Value
  ) throws {
    if number == field { try read(into: &value) }
  }

  @inlinable @inline(__always)
  @_lifetime(self: copy self)
  public mutating func callAsFunction<Value: PayloadValue>(
    _ number: Int, _ value: inout Value?
  ) throws {
    if number == field { try read(into: &value) }
  }

  @inlinable @inline(__always)
  @_lifetime(self: copy self)
  public mutating func callAsFunction<Value: PayloadValue>(
    _ number: Int, _ values: inout [Value]
  ) throws {
    if number == field { try read(into: &values) }
  }
}
