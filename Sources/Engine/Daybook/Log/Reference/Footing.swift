/// What an entity's own events make of references to it.
@usableFromInline
enum Footing {
  /// They lead to it, or to one of which the log knows nothing.
  case there
  /// They lead to nothing.
  case gone
  /// They lead to another entity of the kind, unless this one stays; see `MergeCircles`.
  case merged(MergedFooting)
  /// They lead to it unless one of these is gone.
  case following([EntityKey])
}

/// The same of an entity that was merged into another one.
@usableFromInline
struct MergedFooting {
  /// The other one.
  let keeper: UUID
  /// The time of its first event.
  let created: HybridTime
  /// Whether it is deleted besides.
  let isDeleted: Bool
  /// Where it stays, it is gone with one of these.
  let parents: [EntityKey]

  @usableFromInline
  init(keeper: UUID, created: HybridTime, isDeleted: Bool, parents: [EntityKey]) {
    self.keeper = keeper
    self.created = created
    self.isDeleted = isDeleted
    self.parents = parents
  }

  /// What references to it come to where it stays.
  var asKept: Footing {
    if isDeleted { return .gone }
    return parents.isEmpty ? .there : .following(parents)
  }
}
