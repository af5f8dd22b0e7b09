/// What relations make of a state that is not deleted by itself.
@usableFromInline
struct RelationEffect<E: Entity> {
  @usableFromInline
  enum Outcome {
    case same
    /// It is gone with what it refers to, or was merged.
    case hidden
    /// It refers to other entities, or to none.
    case changed(E)
  }

  @usableFromInline var outcome = Outcome.same
  /// What each reference to a merged entity went through, by the place of its relation.
  @usableFromInline var keepers: [(place: Int, ids: [UUID])] = []

  @inlinable init() {}

  /// What is seen of a state.
  @inlinable
  func applied(to own: E) -> E? {
    switch outcome {
    case .same: own
    case .hidden: nil
    case .changed(let state): state
    }
  }

  /// What is seen of a version.
  @inlinable
  func applied(to own: Stamped<E>?) -> Stamped<E>? {
    switch outcome {
    case .same: own
    case .hidden: nil
    case .changed(let state):
      own.map { Stamped(id: $0.id, state: state, created: $0.created, modified: $0.modified) }
    }
  }

  /// Under which entities a relation finds a version; nil when it refers to none.
  @inlinable
  func places(of own: Stamped<E>?, _ link: RelationLink<E>) -> RelationPlaces? {
    guard let own, let parent = link.parent(of: own.state) else { return nil }
    if case .same = outcome { return RelationPlaces(seen: parent) }
    let seen = applied(to: own.state).flatMap { link.parent(of: $0) }
    var others = [parent]
    for passed in keepers where passed.place == link.place { others += passed.ids }
    others.removeAll { $0 == seen }
    return RelationPlaces(seen: seen, others: others)
  }
}
