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
/// Where a field must be there, write `encode(into:)` and `init(from:)` by hand, or take the macro
/// `@Payload`.
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
