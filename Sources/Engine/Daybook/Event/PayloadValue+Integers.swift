// Signed integers are varints in ZigZag form and unsigned ones plain varints, of any width: a wider
// type reads what a narrower one wrote, and a narrower one throws `PayloadError.outOfRange` for
// what it cannot hold.

extension PayloadValue where Self: FixedWidthInteger & SignedInteger {
  @inlinable @inline(__always)
  public func encode(field number: Int, into writer: inout PayloadWriter) {
    writer.int(number, Int64(self))
  }

  @inlinable @inline(__always)
  public init(field reader: inout PayloadReader) throws {
    let number = reader.field
    guard let value = Self(exactly: try reader.int()) else {
      throw PayloadError.outOfRange(number)
    }
    self = value
  }
}

extension PayloadValue where Self: FixedWidthInteger & UnsignedInteger {
  @inlinable @inline(__always)
  public func encode(field number: Int, into writer: inout PayloadWriter) {
    writer.uint(number, UInt64(self))
  }

  @inlinable @inline(__always)
  public init(field reader: inout PayloadReader) throws {
    let number = reader.field
    guard let value = Self(exactly: try reader.uint()) else {
      throw PayloadError.outOfRange(number)
    }
    self = value
  }
}

extension Int: PayloadValue {}
extension Int64: PayloadValue {}
extension Int32: PayloadValue {}
extension Int16: PayloadValue {}
extension Int8: PayloadValue {}
extension UInt: PayloadValue {}
extension UInt64: PayloadValue {}
extension UInt32: PayloadValue {}
extension UInt16: PayloadValue {}
extension UInt8: PayloadValue {}
