/// The key of a projection's rows: rows are kept, and read, in the order of its encoded parts.
///
/// Integers, `Bool`, `Date`, `UUID`, `ID`, `String`, optionals of these and raw values of these are
/// keys as they are; `Key2` … `Key5` put several of them together. A type of your own writes its
/// parts:
///
/// ```swift
/// struct AisleKey: OrderedKey, Equatable {
///   var aisle: String
///   var name: String
///   var id: UUID
///
///   init(_ item: Grocery, _ id: UUID) {
///     (aisle, name) = (item.aisle, item.name)
///     self.id = id
///   }
///
///   init(from reader: inout KeyReader) throws {
///     aisle = try reader.string()
///     name = try reader.string()
///     id = try reader.uuid()
///   }
///
///   func encode(into writer: inout KeyWriter) {
///     writer.string(aisle)
///     writer.string(name)
///     writer.uuid(id)
///   }
/// }
/// ```
/// Reading back gives an equal key. The number and order of the parts is part of the table's
/// schema: when it changes, raise the projection's revision.
public protocol OrderedKey: Sendable {
  /// Writes the parts from the most to the least significant one.
  func encode(into writer: inout KeyWriter)

  /// Reads the parts in the same order.
  ///
  /// - Throws: `PayloadError` for bytes that `encode` does not write.
  init(from reader: inout KeyReader) throws
}
