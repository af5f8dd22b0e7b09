/// An entity that was merged into another one.
public struct Merge<Subject: Entity>: Hashable, Sendable {
  /// The one that is left.
  public let kept: ID<Subject>
  /// The one that is gone.
  public let merged: ID<Subject>

  /// Makes one from its parts.
  @inlinable
  public init(kept: ID<Subject>, merged: ID<Subject>) {
    self.kept = kept
    self.merged = merged
  }
}

extension Draft {
  /// Merges entities that have one value although no two should, because two replicas made one each
  /// while they were apart. The one whose first event is the oldest is kept; of two at the same
  /// time, the one with the lesser identifier.
  ///
  /// ```swift
  /// try await store.append(context: "merge") { draft in
  ///   try draft.mergeDuplicates(of: CategoryNames.self) { .merged(into: $0) }
  /// }
  /// ```
  /// The event says in the state of the other one what it was merged into:
  ///
  /// ```swift
  /// var mergedInto: ID<Category>?
  /// ```
  /// From then on each ``Relation`` leads from the other one to the one that is kept, for what is
  /// there and for what arrives later; nothing is written to what refers. An undo of the append
  /// takes all of that back.
  ///
  /// Call it after an exchange, on any replica or on each: who knows the same events merges the
  /// same, and merging again writes nothing. Replicas that know different first events may merge
  /// two entities into each other. Then the one that is the oldest by all of these events stays.
  /// Costs what `duplicates()` costs, one look-up for each duplicate, and one append for each
  /// entity that goes.
  ///
  /// - Parameters:
  ///   - type: says which entities are the same.
  ///   - event: the event of an entity that is merged into `kept`.
  /// - Returns: what was merged, in the order of the values.
  /// - Throws: as `view` and `append(_:to:)`; `StoreError.invalidArgument` when the event does not
  ///   merge the entity.
  @discardableResult
  public mutating func mergeDuplicates<U: Unique>(
    of type: U.Type, _ event: (_ kept: ID<U.Subject>) throws -> U.Subject.Event
  ) throws -> [Merge<U.Subject>] {
    var merges: [Merge<U.Subject>] = []
    var groups: [[ID<U.Subject>]] = []
    for duplicate in try view(type).duplicates() { groups.append(try oldestFirst(duplicate.ids)) }
    for ids in groups {
      for other in ids.dropFirst() {
        try merge(other, into: ids[0], event)
        merges.append(Merge(kept: ids[0], merged: other))
      }
    }
    return merges
  }

  /// Entities in the order of their first events.
  private func oldestFirst<E: Entity>(_ ids: [ID<E>]) throws -> [ID<E>] {
    let reader = try now()
    let (kind, log) = (try reader.registry.type(E.self).kind, reader.log)
    let created = try ids.map { id in
      (id, try kind.load(log, id.rawValue)?.record.created ?? .distantPast)
    }
    return created.sorted { a, b in a.1 == b.1 ? a.0 < b.0 : a.1 < b.1 }.map(\.0)
  }

  private mutating func merge<E: Entity>(
    _ other: ID<E>, into kept: ID<E>, _ event: (ID<E>) throws -> E.Event
  ) throws {
    try append(event(kept), to: other)
    if try state(E.self, other.rawValue)?.mergedInto == kept { return }
    throw StoreError(
      .invalidArgument,
      "the event does not merge \(E.kind) \(other) into \(kept): its fold must set mergedInto; nothing was appended"
    )
  }
}
