/// The key of a projection's rows: rows are kept, and read, in the order of its encoded parts.
///
/// Reading back gives an equal key. The number and order of the parts is part of the table's
/// schema: when it changes, raise the projection's revision.
public protocol OrderedKey: Sendable {
  /// Writes the parts from the most to the least significant one.
  func encode(into writer: inout KeyWriter)

  /// Reads the parts in the same order.
  init(from reader: inout KeyReader) throws
}

extension UUID: OrderedKey {
  public func encode(into writer: inout KeyWriter) { writer.uuid(self) }
  public init(from reader: inout KeyReader) throws { self = try reader.uuid() }
}

extension String: OrderedKey {
  public func encode(into writer: inout KeyWriter) { writer.string(self) }
  public init(from reader: inout KeyReader) throws { self = try reader.string() }
}

extension UInt64: OrderedKey {
  public func encode(into writer: inout KeyWriter) { writer.uint64(self) }
  public init(from reader: inout KeyReader) throws { self = try reader.uint64() }
}
