/// A projection with one table, so that a query need not name it: `ItemsByList.where(list)`.
///
/// `Index`, `MultiIndex`, `Totals` and `Unique` are such projections, and one written by hand
/// becomes one when it calls its table `rows`.
public protocol TableProjection: Projection {
  /// The key of its rows.
  associatedtype Key: OrderedKey
  /// Its rows.
  associatedtype Row: PayloadCodable

  /// The table.
  static var rows: ViewTable<Key, Row> { get }
}

extension TableProjection {
  @inlinable
  public static var rows: ViewTable<Key, Row> { ViewTable("rows", at: 0) }

  @inlinable
  public static var tables: [any AnyViewTable] { [rows] }

  /// All rows.
  @inlinable
  public static var all: ViewQuery<Self, Key, Row, Key> { query(rows) }
}

extension TableProjection where Key: CompositeKey {
  /// The rows whose first part is this.
  @inlinable
  public static func `where`(_ part: Key.First) -> ViewQuery<Self, Key, Row, Key.Rest> {
    all.where(part)
  }
}

extension TableProjection where Key: CompositeKey, Key.Rest: CompositeKey {
  /// The rows whose first two parts are these.
  @inlinable
  public static func `where`(
    _ part: Key.First, _ next: Key.Rest.First
  ) -> ViewQuery<Self, Key, Row, Key.Rest.Rest> {
    all.where(part, next)
  }
}
