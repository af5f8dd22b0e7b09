/// Under which entities a relation finds one that refers.
@usableFromInline
struct RelationPlaces: Sendable {
  /// The one that readers see it refer to; nil when they see none.
  @usableFromInline let seen: UUID?
  /// The others on which that depends: the one that it refers to, where that is gone or merged, and
  /// those that this was merged into.
  @usableFromInline let others: [UUID]

  @inlinable
  init(seen: UUID?, others: [UUID] = []) {
    self.seen = seen
    self.others = others
  }
}

/// What a transaction did to the places of one entity.
@usableFromInline
struct RelationChange: Sendable {
  @usableFromInline let id: UUID
  /// Nil when it referred to nothing.
  @usableFromInline let old: RelationPlaces?
  @usableFromInline let new: RelationPlaces?

  @inlinable
  init(id: UUID, old: RelationPlaces?, new: RelationPlaces?) {
    self.id = id
    self.old = old
    self.new = new
  }
}
