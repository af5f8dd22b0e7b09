// What these write is stored: it never changes.

/// UTF-8, byte for byte.
extension String: PayloadValue {
  @inlinable @inline(__always)
  public func encode(field number: Int, into writer: inout PayloadWriter) {
    writer.string(number, self)
  }
  @inlinable @inline(__always)
  public init(field reader: inout PayloadReader) throws { self = try reader.string() }
}

/// Sixteen bytes.
extension UUID: PayloadValue {
  @inlinable @inline(__always)
  public func encode(field number: Int, into writer: inout PayloadWriter) {
    writer.uuid(number, self)
  }
  @inlinable @inline(__always)
  public init(field reader: inout PayloadReader) throws { self = try reader.uuid() }
}

/// The bit pattern of its seconds since 2001.
extension Date: PayloadValue {
  @inlinable @inline(__always)
  public func encode(field number: Int, into writer: inout PayloadWriter) {
    writer.date(number, self)
  }
  @inlinable @inline(__always)
  public init(field reader: inout PayloadReader) throws { self = try reader.date() }
}

/// A varint, 0 or 1.
extension Bool: PayloadValue {
  @inlinable @inline(__always)
  public func encode(field number: Int, into writer: inout PayloadWriter) {
    writer.bool(number, self)
  }
  @inlinable @inline(__always)
  public init(field reader: inout PayloadReader) throws { self = try reader.bool() }
}

/// Its bit pattern.
extension Double: PayloadValue {
  @inlinable @inline(__always)
  public func encode(field number: Int, into writer: inout PayloadWriter) {
    writer.double(number, self)
  }
  @inlinable @inline(__always)
  public init(field reader: inout PayloadReader) throws { self = try reader.double() }
}

/// Raw bytes.
extension Data: PayloadValue {
  @inlinable
  public func encode(field number: Int, into writer: inout PayloadWriter) {
    withUnsafeBytes { writer.bytes(number, $0) }
  }
  @inlinable
  public init(field reader: inout PayloadReader) throws { self = Data(try reader.bytes()) }
}

/// Sixteen bytes, as a `UUID`.
extension ID: PayloadValue {}

/// Eight bytes within a varint.
extension HybridTime: PayloadValue {}
