/// One row of a projection with its key.
///
/// Equatable, hashable and codable where key and row are, and identifiable by its key, so that a
/// list can show rows as they are.
public struct ViewRow<Key: OrderedKey, Row: PayloadCodable>: Sendable {
  /// The key.
  public let key: Key
  /// The row.
  public let row: Row

  /// Makes a row from its parts.
  @inlinable
  public init(key: Key, row: Row) {
    self.key = key
    self.row = row
  }
}

extension ViewRow: Equatable where Key: Equatable, Row: Equatable {}
extension ViewRow: Hashable where Key: Hashable, Row: Hashable {}
extension ViewRow: Encodable where Key: Encodable, Row: Encodable {}
extension ViewRow: Decodable where Key: Decodable, Row: Decodable {}

extension ViewRow: Identifiable where Key: Hashable {
  public var id: Key { key }
}
