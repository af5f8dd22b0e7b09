/// What relations make of a touched entity, before the draft and after it.
@usableFromInline
struct RelationEffects<E: Entity> {
  @usableFromInline var old = RelationEffect<E>()
  @usableFromInline var new = RelationEffect<E>()

  @inlinable init() {}

  /// The effects of a moment on both.
  @inlinable
  init(_ effect: RelationEffect<E>) {
    old = effect
    new = effect
  }

  /// What projections see of a change.
  @inlinable
  func applied(to own: EntityChange<E>) -> EntityChange<E> {
    EntityChange(id: own.id, old: old.applied(to: own.old), new: new.applied(to: own.new))
  }

  /// What the index of a relation sees of a change.
  @inlinable
  func places(of own: EntityChange<E>, _ link: RelationLink<E>) -> RelationChange {
    RelationChange(
      id: own.id.rawValue, old: old.places(of: own.old, link), new: new.places(of: own.new, link))
  }
}
