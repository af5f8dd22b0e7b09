/// A projection with at most one row of each entity, in the order of a key.
///
/// ```swift
/// struct GroceriesByAisle: Index {
///   static let name = "groceries.byAisle"
///   static func key(_ item: Stamped<Grocery>) -> Key3<String, String, ID<Grocery>>? {
///     Key3(item.aisle, item.name, item.id)
///   }
/// }
/// ```
/// End the key with the entity's id unless the rest differs for each of them: an append that gives
/// two entities one key throws `refusedByView`. Declare `row(_:)` too for what a list shows
/// beside the key; a `row` whose type is no `PayloadCodable` is not taken, and the rows are empty.
///
/// Both must depend on their argument alone, and changing what they mean needs another `revision`.
/// An edit costs what a hand-written handler with `Rows.replace` costs; equal rows cost nothing.
public protocol Index: TableProjection {
  /// The entities that have rows.
  associatedtype Subject: Entity
  associatedtype Key
  associatedtype Row = Empty

  /// The key of an entity's row; nil leaves it out.
  static func key(_ entity: Stamped<Subject>) -> Key?

  /// An entity's row.
  static func row(_ entity: Stamped<Subject>) -> Row
}

extension Index where Row == Empty {
  @inlinable
  public static func row(_ entity: Stamped<Subject>) -> Empty { Empty() }
}

extension Index {
  @inlinable
  public func register(_ handlers: inout ChangeHandlers) {
    handlers.on(Subject.self) { change, rows in
      try rows.replace(
        Self.rows, old: Self.keyed(change.old), new: Self.keyed(change.new))
    }
  }

  /// Key and row of an entity; nil when it has none.
  @inlinable @inline(__always)
  static func keyed(_ entity: Stamped<Subject>?) -> (key: Key, row: Row)? {
    guard let entity, let key = key(entity) else { return nil }
    return (key, row(entity))
  }
}
