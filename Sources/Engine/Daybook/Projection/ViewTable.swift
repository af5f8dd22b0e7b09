/// A table of a projection, whatever its rows are.
public protocol AnyViewTable: Sendable {
  /// The stable name.
  var name: String { get }
  /// The place in `Projection.tables`.
  var index: Int { get }
}

/// A table of a projection: rows of one type, ordered by keys of one type.
public struct ViewTable<Key: OrderedKey, Row: PayloadCodable>: AnyViewTable {
  public let name: String
  public let index: Int

  /// Declares the table at `index` of `Projection.tables`.
  public init(_ name: String, at index: Int) {
    self.name = name
    self.index = index
  }
}
