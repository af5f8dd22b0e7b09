/// How a relation reads and changes the reference of a state, compiled for the type of the state.
@usableFromInline
final class RelationAccess<Child: Entity>: Sendable {
  @usableFromInline let name: String
  @usableFromInline let rule: DeleteRule
  /// The entity that a state refers to.
  @usableFromInline let parent: @Sendable (Child) -> UUID?
  @usableFromInline let set: @Sendable (UUID?, inout Child) -> Void

  @inlinable
  init(
    name: String, rule: DeleteRule, parent: @escaping @Sendable (Child) -> UUID?,
    set: @escaping @Sendable (UUID?, inout Child) -> Void
  ) {
    self.name = name
    self.rule = rule
    self.parent = parent
    self.set = set
  }

  /// A state that refers to another entity.
  @inlinable
  func setting(_ parent: UUID?, of child: Child) -> Child {
    var changed = child
    set(parent, &changed)
    if self.parent(changed) != parent { leavesIt() }
    return changed
  }

  @usableFromInline @inline(never)
  func leavesIt() -> Never {
    misuse("`set` of relation \(name) does not set what `parent(of:)` gives; let it set that")
  }
}

/// A relation as a projection declares it.
struct DeclaredRelation {
  let name: String
  let rule: DeleteRule
  /// The types of the entities that refer, and of those that they refer to.
  let child: ObjectIdentifier
  let parent: ObjectIdentifier
  let parentKind: String
  /// A `RelationAccess` of the first.
  let access: AnyObject
}
