/// Handing one entity alone to a projection, to see what it gives.
extension WrittenType {
  /// Lets a projection take in the entity as readers see it; else as it would be if all of its
  /// events counted.
  @inlinable
  func contribute(
    _ scope: inout WriteScope, _ projection: Int, _ slot: ProjectionSlot, _ id: UUID,
    _ trace: ContributionTrace
  ) throws -> ContributionFate {
    guard let own = try stored(&scope, id) else {
      guard let found = try type.omitted(scope.reader, id) else { return .nothing }
      return try contribute(&scope, projection, slot, found.version, found.absence, trace)
    }
    let effects = RelationEffects(try effect(on: own, scope.reader))
    let change = EntityChange(id: ID(id), old: nil, new: own)
    var isSeen = false
    for subscriber in touched.subscribers where subscriber.projection == projection {
      let part = subscriber.part(of: change, effects)
      if part.change.new == nil { continue }
      isSeen = true
      if let failure = try scope.trace(part.change, slot, part.update, trace) {
        return .leftOut(failure)
      }
    }
    if isSeen { return .gives }
    let isMerged = own.state.mergedInto != nil
    return try contribute(
      &scope, projection, slot, own, Absence(isMerged ? .merged : .hidden), trace)
  }

  /// Lets a projection take in an entity that is not there.
  @usableFromInline
  func contribute(
    _ scope: inout WriteScope, _ projection: Int, _ slot: ProjectionSlot,
    _ version: Stamped<E>, _ absence: Absence, _ trace: ContributionTrace
  ) throws -> ContributionFate {
    let change = EntityChange(id: version.id, old: nil, new: version)
    for subscriber in touched.subscribers
    where subscriber.projection == projection && subscriber.link == nil {
      // What it would have left out says nothing of what it gives.
      if try scope.trace(change, slot, subscriber.update, trace) != nil { return .nothing }
    }
    return .absent(absence)
  }
}
