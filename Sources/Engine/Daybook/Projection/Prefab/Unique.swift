/// A projection that lets no two entities have the same value: a name, a number, an address.
///
/// ```swift
/// struct GroceryNames: Unique {
///   static let name = "groceries.names"
///   static func value(of item: Grocery) -> String? { item.name }
/// }
/// ```
/// An append that gives an entity a value which another one has throws
/// `StoreError.refusedByView`; the message names both, and nothing is stored. What counts is
/// how the append leaves all of its entities: two may swap values, and taking an append back is
/// refused only if two would have the same value afterwards, unless it merged them. A view that
/// the append looks at in between may show two of a value, as `duplicates()` does.
///
/// What **arrives** from another replica is never refused, because both stores wrote it in good
/// faith: both entities have rows, whatever came first, and ``ProjectionReader/duplicates()`` lists
/// them until somebody changes one of them. Meanwhile either may be edited in other ways.
///
/// `value` must depend on its argument alone, and changing what it means needs another `revision`;
/// for a name regardless of case return it in lower case. Texts that look alike may be written in
/// several ways; their UTF-8 bytes count. A value has at most 495 bytes as a key. An append that
/// changes a value looks for others with one more search, O(log n). After a look at the draft
/// (`Draft.now`, `Draft.view`) the searches come at the end; each changed value is kept until then.
public protocol Unique: TableProjection where Key == Key2<Value, ID<Subject>>, Row == Empty {
  /// The entities that have values.
  associatedtype Subject: Entity
  /// The type of the value that no two of them share.
  associatedtype Value: OrderedKey

  /// The value of an entity; nil when it has none.
  static func value(of entity: Subject) -> Value?
}

extension Unique {
  @inlinable
  public func register(_ handlers: inout ChangeHandlers) {
    handlers.on(
      Subject.self,
      touching: { change, rows, touched in
        let old = change.old.flatMap { Self.value(of: $0.state) }
        let new = change.new.flatMap { Self.value(of: $0.state) }
        if let old, let new, old.hasSameBytes(as: new) { return }
        if let new, rows.checksValues {
          try rows.refuseTaken(new, by: change.id.rawValue, Self.self, touched)
        } else if rows.notesValues {
          let keeper = touched.keeper(change.id.rawValue)
          rows.noteValue(old, new, of: change.id.rawValue, Self.self, keeper: keeper)
        }
        try rows.replace(
          Self.rows, old: old.map { (Key2($0, change.id), Empty()) },
          new: new.map { (Key2($0, change.id), Empty()) })
      })
  }
}

/// A value that several entities have although no two should.
public struct Duplicate<Projection: Unique>: Sendable {
  /// The value.
  public let value: Projection.Value
  /// The entities, in order of their ids.
  public let ids: [ID<Projection.Subject>]

  /// Makes one from its parts.
  @inlinable
  public init(value: Projection.Value, ids: [ID<Projection.Subject>]) {
    self.value = value
    self.ids = ids
  }
}

extension Duplicate: Equatable where Projection.Value: Equatable {}
extension Duplicate: Hashable where Projection.Value: Hashable {}
