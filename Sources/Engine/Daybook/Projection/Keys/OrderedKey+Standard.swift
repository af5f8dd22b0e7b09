// What these write is stored: it never changes. Each says by itself where it ends, so that another
// part may follow.

/// Sixteen bytes, in their order.
extension UUID: OrderedKey {
  @inlinable
  public func encode(into writer: inout KeyWriter) { writer.uuid(self) }
  @inlinable
  public init(from reader: inout KeyReader) throws { self = try reader.uuid() }
}

/// UTF-8, in the order of its bytes, which is not that of a language; two bytes more than the text.
extension String: OrderedKey {
  @inlinable
  public func encode(into writer: inout KeyWriter) { writer.string(self) }
  @inlinable
  public init(from reader: inout KeyReader) throws { self = try reader.string() }
}

/// Eight bytes.
extension UInt64: OrderedKey {
  @inlinable
  public func encode(into writer: inout KeyWriter) { writer.uint64(self) }
  @inlinable
  public init(from reader: inout KeyReader) throws { self = try reader.uint64() }
}

/// Eight bytes, negative numbers first.
extension Int64: OrderedKey {
  @inlinable
  public func encode(into writer: inout KeyWriter) { writer.int64(self) }
  @inlinable
  public init(from reader: inout KeyReader) throws { self = try reader.int64() }
}

/// Eight bytes, as `Int64` on every machine.
extension Int: OrderedKey {
  @inlinable
  public func encode(into writer: inout KeyWriter) { writer.int64(Int64(self)) }
  @inlinable
  public init(from reader: inout KeyReader) throws {
    guard let number = Int(exactly: try reader.int64()) else { throw PayloadError.malformed }
    self = number
  }
}

/// Four bytes, negative numbers first.
extension Int32: OrderedKey {
  @inlinable
  public func encode(into writer: inout KeyWriter) { writer.int32(self) }
  @inlinable
  public init(from reader: inout KeyReader) throws { self = try reader.int32() }
}

/// One byte, false first.
extension Bool: OrderedKey {
  @inlinable
  public func encode(into writer: inout KeyWriter) { writer.uint8(self ? 1 : 0) }
  @inlinable
  public init(from reader: inout KeyReader) throws { self = try reader.isPresent() }
}

/// Eight bytes, from the distant past on.
extension Date: OrderedKey {
  @inlinable
  public func encode(into writer: inout KeyWriter) { writer.date(self) }
  @inlinable
  public init(from reader: inout KeyReader) throws { self = try reader.date() }
}

/// Sixteen bytes, as a `UUID`.
extension ID: OrderedKey {}

/// Eight bytes.
extension HybridTime: OrderedKey {}

/// A byte, and the value when there is one; nil comes first.
extension Optional: OrderedKey where Wrapped: OrderedKey {
  @inlinable
  public func encode(into writer: inout KeyWriter) {
    writer.optional(self) { writer, value in value.encode(into: &writer) }
  }
  @inlinable
  public init(from reader: inout KeyReader) throws {
    self = try reader.isPresent() ? try Wrapped(from: &reader) : nil
  }
}

/// A type with a raw value is a key by saying so: `enum Meal: Int, OrderedKey { … }`. Rows are in
/// the order of the raw values.
extension OrderedKey where Self: RawRepresentable, RawValue: OrderedKey {
  @inlinable
  public func encode(into writer: inout KeyWriter) { rawValue.encode(into: &writer) }

  /// - Throws: `PayloadError.malformed` for a raw value that this version of the type lacks.
  @inlinable
  public init(from reader: inout KeyReader) throws {
    guard let value = Self(rawValue: try RawValue(from: &reader)) else {
      throw PayloadError.malformed
    }
    self = value
  }
}
