/// Collects what a projection does for each kind of entity.
public struct ChangeHandlers {
  /// What is done with the changes of one type.
  struct Subscription {
    let type: ObjectIdentifier
    let kind: String
    /// A `ChangeHandler` of the type.
    let handler: AnyObject
  }

  private(set) var subscriptions: [Subscription] = []
  /// What a relation says of the type; nil for other projections.
  private(set) var relation: DeclaredRelation?

  init() {}

  /// Calls `update` with every change of an entity of this type, in the transaction that made it.
  ///
  /// What `update` throws puts the entity into quarantine for this projection and takes its rows
  /// out.
  @inlinable
  public mutating func on<E: Entity>(
    _ type: E.Type,
    _ update: @escaping @Sendable (EntityChange<E>, inout Rows) throws -> Void
  ) {
    add(ObjectIdentifier(type), E.kind, ChangeHandler(update))
  }

  /// Calls `update` with every change of what an entity of this type refers to by the relation.
  @inlinable
  mutating func onReferences<E: Entity>(
    of type: E.Type, by relation: String,
    _ update: @escaping @Sendable (RelationChange, inout Rows) throws -> Void
  ) {
    add(
      ObjectIdentifier(type), E.kind,
      ChangeHandler<E>(relation: relation, references: update) { _, _ in })
  }

  /// Says how entities refer to those of a type.
  @inlinable
  mutating func relate<Child: Entity, Parent: Entity>(
    _ parent: Parent.Type, _ access: RelationAccess<Child>
  ) {
    relate(
      ObjectIdentifier(Child.self), ObjectIdentifier(parent), Parent.kind, access.name, access.rule,
      access)
  }

  @usableFromInline
  mutating func relate(
    _ child: ObjectIdentifier, _ parent: ObjectIdentifier, _ parentKind: String, _ name: String,
    _ rule: DeleteRule, _ access: AnyObject
  ) {
    relation = DeclaredRelation(
      name: name, rule: rule, child: child, parent: parent, parentKind: parentKind, access: access)
  }

  @usableFromInline
  mutating func add(_ type: ObjectIdentifier, _ kind: String, _ handler: AnyObject) {
    subscriptions.append(Subscription(type: type, kind: kind, handler: handler))
  }
}

/// What a projection does with the changes of one type.
@usableFromInline
final class ChangeHandler<E: Entity> {
  @usableFromInline let update: @Sendable (EntityChange<E>, inout Rows) throws -> Void
  /// Where `update` looks up what the append touches; nil when it does not ask.
  @usableFromInline let touched: TouchedEntities<E>?
  /// The relation that it keeps the index of; nil for others.
  @usableFromInline let relation: String?
  /// What it does in place of `update`.
  @usableFromInline let references: (@Sendable (RelationChange, inout Rows) throws -> Void)?

  @inlinable
  init(
    touched: TouchedEntities<E>? = nil, relation: String? = nil,
    references: (@Sendable (RelationChange, inout Rows) throws -> Void)? = nil,
    _ update: @escaping @Sendable (EntityChange<E>, inout Rows) throws -> Void
  ) {
    self.update = update
    self.touched = touched
    self.relation = relation
    self.references = references
  }
}
