/// A payload within a payload is a message.
extension PayloadCodable {
  @inlinable
  public func encode(field number: Int, into writer: inout PayloadWriter) {
    writer.message(number) { encode(into: &$0) }
  }

  @inlinable @inline(__always)
  public init(field reader: inout PayloadReader) throws {
    self = try reader.message { try Self(from: &$0) }
  }
}
