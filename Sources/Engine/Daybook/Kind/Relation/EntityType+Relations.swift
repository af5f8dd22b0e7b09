/// What readers see of an entity follows from its own state and from what it refers to.
extension EntityType {
  // MARK: References to it

  /// What a reference to an entity comes to, as of the last transaction that the log counts; one of
  /// this kind, or of one that this depends on.
  @inlinable
  func standing(_ log: LogReader, _ key: EntityKey) throws -> Standing {
    try (log.standings ?? Standings()).standing(of: key) { try footing(log, $0) }
  }

  /// What the own events of such an entity make of it.
  @inlinable
  func footing(_ log: LogReader, _ key: EntityKey) throws -> Footing {
    if key.kind == kind.number { return try footing(log, key.id) }
    for link in links { if let found = try link.footing(log, key) { return found } }
    return .there
  }

  /// What the own events of an entity make of references to it, as of the last transaction that the
  /// log counts.
  @inlinable
  func footing(_ log: LogReader, _ id: UUID) throws -> Footing {
    guard let own = try own(log, id) else { return .there }
    return footing(of: own, id)
  }

  /// What the events of an entity leave, and when the first of them was.
  @usableFromInline typealias Own = (state: E?, created: HybridTime)

  /// The same of an entity whose own events leave a state, or none.
  @inlinable
  func footing(of own: Own, _ id: UUID) -> Footing {
    guard let state = own.state else { return .gone }
    let parents = state.isDeleted ? [] : parents(of: state)
    if let keeper = keeper(of: state, id) {
      return .merged(
        MergedFooting(
          keeper: keeper, created: own.created, isDeleted: state.isDeleted, parents: parents))
    }
    if state.isDeleted { return .gone }
    return parents.isEmpty ? .there : .following(parents)
  }

  /// What a state is gone with.
  @inlinable
  func parents(of own: E) -> [EntityKey] {
    var found: [EntityKey] = []
    for link in links where link.rule == .cascade {
      if let parent = link.parent(of: own) { found.append(link.key(parent)) }
    }
    return found
  }

  /// The other entity that one was merged into.
  @inlinable
  func keeper(of own: E, _ id: UUID) -> UUID? {
    guard let keeper = own.mergedInto?.rawValue, keeper != id else { return nil }
    return keeper
  }

  /// What an entity's own events leave, as of the last transaction that the log counts; nil when
  /// that knows nothing of it.
  @inlinable
  func own(_ log: LogReader, _ id: UUID) throws -> Own? {
    guard let stored = try kind.load(log, id), stored.record.isKnown else { return nil }
    if log.isPresent { return (try state(stored), stored.record.created) }
    let folded = try Refold.fold(self, log, kind.entityKey(id), stored.record)
    if try !Refold.hasEvents(log, kind.entityKey(id), folded.record) { return nil }
    return (folded.state, folded.record.created)
  }

  // MARK: Merges

  /// Whether readers see an entity that was merged; see `MergeCircles`.
  @inlinable
  func stays(_ log: LogReader, _ key: EntityKey) throws -> Bool {
    try (log.standings ?? Standings()).stays(key) { try footing(log, $0) }
  }

  /// The entities that were merged in a circle with one of these, those among them.
  @inlinable
  func circles(_ log: LogReader, with keys: [EntityKey]) throws -> [UUID] {
    if keys.isEmpty { return [] }
    return try (log.standings ?? Standings()).circles(with: keys) { try footing(log, $0) }
      .map(\.id)
  }

  // MARK: Its own references

  /// Whether readers see a state that is not deleted by itself as it is, whatever else there is.
  @inlinable
  func isAlone(_ own: E) -> Bool { links.isEmpty && own.mergedInto == nil }

  /// What relations and merges make of a state that is not deleted by itself.
  ///
  /// - Parameter stays: whether readers see the entity if it was merged.
  @inlinable
  func effect(
    on own: E, _ id: UUID, stays: (EntityKey) throws -> Bool,
    _ resolve: (EntityKey) throws -> Standing
  ) throws -> RelationEffect<E> {
    var effect = RelationEffect<E>()
    var (isHidden, changed) = (false, E?.none)
    if keeper(of: own, id) != nil { isHidden = try !stays(kind.entityKey(id)) }
    for link in links {
      guard let parent = link.parent(of: own) else { continue }
      let standing = try resolve(link.key(parent))
      if !standing.keepers.isEmpty { effect.keepers.append((link.place, standing.keepers)) }
      if standing.isGone {
        if link.rule == .cascade { isHidden = true }
        if link.rule == .nullify { changed = link.access.setting(nil, of: changed ?? own) }
      } else if let keeper = standing.keepers.last {
        changed = link.access.setting(keeper, of: changed ?? own)
      }
    }
    if isHidden {
      effect.outcome = .hidden
    } else if let changed {
      effect.outcome = .changed(changed)
    }
    return effect
  }

  /// The same, as of the last transaction that the log counts.
  @inlinable
  func effect(on own: E, _ id: UUID, _ log: LogReader) throws -> RelationEffect<E> {
    try effect(on: own, id, stays: { try stays(log, $0) }) { try standing(log, $0) }
  }

  /// What readers see of a version as its own events leave it.
  @inlinable
  func seen(_ own: Stamped<E>?, _ log: LogReader) throws -> Stamped<E>? {
    guard let own, !isAlone(own.state) else { return own }
    return try effect(on: own.state, own.id.rawValue, log).applied(to: own)
  }
}
