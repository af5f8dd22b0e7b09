/// How the entities of one kind refer to those of another, and what becomes of them when that is
/// deleted.
///
/// ```swift
/// struct ItemsOfList: Relation {
///   static let name = "pantry.itemsOfList"
///   static let rule = DeleteRule.cascade
///   static func parent(of item: Item) -> ID<List>? { item.list }
///   static func set(_ list: ID<List>?, of item: inout Item) { if let list { item.list = list } }
/// }
/// ```
/// Declare it beside the kind that refers, and add it to the schema as any projection. It keeps an
/// index, so `ItemsOfList.where(list)` finds those that readers see refer to a list, and a deletion
/// looks at nothing else.
///
/// The rule is no event: what readers and views see of an entity follows from its own state and
/// from whether its parent is there. So all replicas see the same, whatever arrives first: an item
/// that another device adds to a list that is deleted here is gone too, and comes back with the
/// list when the deletion is taken back. An item that was moved to another list meanwhile stays.
/// The log is as large as without the rule, and the history tells of the parent alone.
///
/// A parent is gone when the store has events of it and they leave nothing, or something that
/// counts as deleted (`Entity.isDeleted`), or when a relation of its own says so. One of which the
/// store has no event yet is not gone: it may arrive, or be in another store. References may lead
/// in a circle; a circle alone deletes nothing.
///
/// What `parent(of:)` means may change with another `revision`. An entity that is written or read
/// costs one more look-up for each of its references, and a deletion one for each entity that
/// refers. Kinds without relations cost what they cost without this.
public protocol Relation: TableProjection where Key == Key2<ID<Parent>, ID<Child>>, Row == Empty {
  /// The entities that refer.
  associatedtype Child: Entity
  /// The entities that they refer to; they may be of the same kind.
  associatedtype Parent: Entity

  /// What becomes of the children when their parent is deleted.
  static var rule: DeleteRule { get }

  /// The entity that a state refers to; nil when it refers to none.
  static func parent(of child: Child) -> ID<Parent>?

  /// Lets a state refer to another entity, for what readers see: nil for one that is deleted, where
  /// the rule is `nullify`, and the one that was kept when parents were merged.
  ///
  /// Afterwards `parent(of:)` must give what was set; a relation that leaves the state as it was
  /// ends the process. With the rule `cascade` or `deny` it is never called with nil.
  static func set(_ parent: ID<Parent>?, of child: inout Child)
}

extension Relation {
  @inlinable
  public func register(_ handlers: inout ChangeHandlers) {
    handlers.onReferences(of: Child.self, by: Self.name) { change, rows in
      try Self.replace(change, &rows)
    }
    handlers.relate(
      Parent.self,
      RelationAccess<Child>(
        name: Self.name, rule: Self.rule,
        parent: { Self.parent(of: $0)?.rawValue },
        set: { Self.set($0.map { ID($0) }, of: &$1) }))
  }

  /// Who refers to whom in the eyes of readers, and who is gone with it or refers to what was
  /// merged.
  @inlinable
  public static var tables: [any AnyViewTable] { [rows, others] }

  /// The children of entities to which readers do not see them refer, although it depends on them.
  @inlinable static var others: ViewTable<Key, Empty> { ViewTable("others", at: 1) }

  /// Lets the rows follow a change.
  @inlinable
  static func replace(_ change: RelationChange, _ rows: inout Rows) throws {
    let (old, new) = (change.old?.seen, change.new?.seen)
    if old != new {
      try rows.replace(
        Self.rows, old: old.map { keyed($0, change.id) }, new: new.map { keyed($0, change.id) })
    }
    let (before, after) = (change.old?.others ?? [], change.new?.others ?? [])
    if before == after { return }
    // Each merge that others write adds one, however many there are.
    let (left, kept) = (Set(before), Set(after))
    for parent in before where !kept.contains(parent) {
      try rows.replace(others, old: keyed(parent, change.id), new: nil)
    }
    for parent in after where !left.contains(parent) {
      try rows.replace(others, old: nil, new: keyed(parent, change.id))
    }
  }

  @inlinable @inline(__always)
  static func keyed(_ parent: UUID, _ child: UUID) -> (key: Key, row: Empty) {
    (Key2(ID(parent), ID(child)), Empty())
  }
}
