/// What readers see of an entity follows from its own state and from what it refers to.
extension EntityType {
  /// Finds out what a reference comes to, of the own kind where there is no link.
  @usableFromInline
  typealias Resolve = (RelationLink<E>?, UUID, inout RelationPath) throws -> Standing

  // MARK: References to it

  /// What a reference to an entity comes to, as of the last transaction that the log counts.
  @inlinable
  func standing(_ log: LogReader, _ id: UUID, _ path: inout RelationPath) throws -> Standing {
    guard let own = try own(log, id) else { return .there }
    return try standing(of: own, id, &path) { try resolve(log, $0, $1, &$2) }
  }

  /// What a reference to an entity comes to whose own events leave a state, or none.
  @inlinable
  func standing(
    of own: E?, _ id: UUID, _ path: inout RelationPath, _ resolve: Resolve
  ) throws -> Standing {
    guard let own else { return .gone }
    if own.isDeleted { return try merged(own, id, &path, resolve) }
    if links.isEmpty || !path.enter(kind.entityKey(id)) { return .there }
    defer { path.leave() }
    for link in links where link.rule == .cascade {
      if let parent = link.parent(of: own), try resolve(link, parent, &path).isGone {
        return .gone
      }
    }
    return .there
  }

  /// Where a deleted entity went; nowhere unless it says so, and in a circle.
  @inlinable
  func merged(
    _ own: E, _ id: UUID, _ path: inout RelationPath, _ resolve: Resolve
  ) throws -> Standing {
    guard let keeper = own.mergedInto?.rawValue, path.enter(kind.entityKey(id)) else {
      return .gone
    }
    defer { path.leave() }
    if path.holds(kind.entityKey(keeper)) { return .gone }
    let next = try resolve(nil, keeper, &path)
    return Standing(isGone: next.isGone, keepers: [keeper] + next.keepers)
  }

  @inlinable
  func resolve(
    _ log: LogReader, _ link: RelationLink<E>?, _ id: UUID, _ path: inout RelationPath
  ) throws -> Standing {
    if let link { return try link.standing(log, id, &path) }
    return try standing(log, id, &path)
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
  func effect(on own: E, _ resolve: Resolve) throws -> RelationEffect<E> {
    var (effect, path) = (RelationEffect<E>(), RelationPath())
    var (isHidden, changed) = (false, E?.none)
    for link in links {
      guard let parent = link.parent(of: own) else { continue }
      let standing = try resolve(link, parent, &path)
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
    try effect(on: own) { try resolve(log, $0, $1, &$2) }
  }

  /// What readers see of a version as its own events leave it.
  @inlinable
  func seen(_ own: Stamped<E>?, _ log: LogReader) throws -> Stamped<E>? {
    guard let own, !links.isEmpty else { return own }
    return try effect(on: own.state, log).applied(to: own)
  }
}
