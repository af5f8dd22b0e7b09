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

  /// The same of an entity whose own events leave a state, or none.
  @inlinable
  func footing(of own: E?, _ id: UUID) -> Footing {
    guard let own else { return .gone }
    if own.isDeleted {
      guard let keeper = own.mergedInto?.rawValue, keeper != id else { return .gone }
      return .merged(into: keeper)
    }
    var parents: [EntityKey] = []
    for link in links where link.rule == .cascade {
      if let parent = link.parent(of: own) { parents.append(link.key(parent)) }
    }
    return parents.isEmpty ? .there : .following(parents)
  }

  /// What an entity's own events leave, as of the last transaction that the log counts; the outer
  /// nil when that knows nothing of it.
  @inlinable
  func own(_ log: LogReader, _ id: UUID) throws -> E?? {
    guard let stored = try kind.load(log, id), stored.record.isKnown else { return nil }
    if log.isPresent { return .some(try state(stored)) }
    let folded = try Refold.fold(self, log, kind.entityKey(id), stored.record)
    return try Refold.hasEvents(log, kind.entityKey(id), folded.record) ? .some(folded.state) : nil
  }

  // MARK: Its own references

  /// What relations make of a state that is not deleted by itself.
  @inlinable
  func effect(
    on own: E, _ resolve: (EntityKey) throws -> Standing
  ) throws -> RelationEffect<E> {
    var effect = RelationEffect<E>()
    var (isHidden, changed) = (false, E?.none)
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
  func effect(on own: E, _ log: LogReader) throws -> RelationEffect<E> {
    try effect(on: own) { try standing(log, $0) }
  }

  /// What readers see of a version as its own events leave it.
  @inlinable
  func seen(_ own: Stamped<E>?, _ log: LogReader) throws -> Stamped<E>? {
    guard let own, !links.isEmpty else { return own }
    return try effect(on: own.state, log).applied(to: own)
  }
}
