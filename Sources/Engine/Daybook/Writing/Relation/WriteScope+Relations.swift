internal import LMDB

/// Following relations while the draft is stored.
extension WriteScope {
  // MARK: The schema

  /// Lets kinds know the relations that projections declare, which are at the same places.
  ///
  /// - Throws: `StoreError.notInSchema`.
  mutating func relate(_ handlers: [ChangeHandlers], of projections: [any Projection]) throws {
    relations = try handlers.indices.compactMap { index in
      guard let declared = handlers[index].relation else { return nil }
      guard let child = kinds.first(where: { $0.id == declared.child }) else { return nil }
      guard let parent = kinds.first(where: { $0.id == declared.parent }) else {
        throw StoreError(
          .notInSchema,
          "relation \(declared.name) leads to \(declared.parentKind), which is not in the schema; add it with `.entity(…)`"
        )
      }
      return WrittenRelation(
        declared, revision: Swift.type(of: projections[index]).revision, projection: index,
        child: child,
        parent: parent)
    }
    for (place, relation) in relations.enumerated() {
      let parent = relation.parent.known
      let others = self.relations(of: [relation.parent]).map(\.parent.known)
      relation.child.operations.relate(relation.access, place, parent, others)
      relation.child.isRelated = true
    }
  }

  /// The relations on which it depends what is seen of entities of some kinds.
  func relations(of kinds: [WrittenKind]) -> [WrittenRelation] {
    var (open, found) = (kinds, [WrittenRelation]())
    while let kind = open.popLast() {
      for relation in relations where relation.child === kind {
        if found.contains(where: { $0 === relation }) { continue }
        found.append(relation)
        open.append(relation.parent)
      }
    }
    return found.sorted { $0.projection < $1.projection }
  }

  // MARK: Storing

  /// Touches the entities that refer to what is deleted, comes back or was merged, and those that
  /// were merged in a circle. Finds out what is seen of those that refer to anything, or were
  /// merged. The rows are as before the draft.
  mutating func followRelations() throws {
    let outer = (standings, drafted, lists)
    (standings, drafted, lists) = (Standings(), Standings(), RelationLists())
    defer { (standings, drafted, lists) = outer }
    for kind in kinds where kind.hasMerged {
      for id in try kind.operations.circles(&self) { _ = try kind.operations.touch(&self, id) }
    }
    var looked = [Int](repeating: 0, count: relations.count)
    var goesOn = true
    while goesOn {
      goesOn = false
      for place in relations.indices where !relations[place].isForeign {
        let (parent, child) = (relations[place].parent, relations[place].child)
        let start = looked[place]
        if parent.touchedCount == start { continue }
        looked[place] = parent.touchedCount
        let moved = try parent.operations.moved(&self, start)
        if moved.isEmpty { continue }
        if relations[place].rule == .deny { for id in moved { noteDenied(place, id) } }
        for id in try children(of: moved, place) where try child.operations.touch(&self, id) {
          goesOn = true
        }
      }
    }
    for kind in kinds where kind.isTouched && (kind.isRelated || kind.hasMerged) {
      try kind.operations.findEffects(&self)
    }
  }

  /// The stored entities that refer to some others.
  private mutating func children(of parents: [UUID], _ place: Int) throws -> [UUID] {
    let projection = projections[relations[place].projection]
    guard let slot = projection.keptLive, counters[slot].quarantined == 0 else {
      return try listedChildren(of: parents, place)
    }
    let read: BorrowedTransaction = reading
    var found: [UUID] = []
    for parent in parents {
      try withUnsafeBytes(of: parent.uuid) { prefix in
        for table in slot.tables {
          try RowScan.forward(read, table, prefix: prefix) { key, _ in
            if key.count == 32 { found.append(key.loadUUID(16)) }
            return true
          }
        }
      }
    }
    return found
  }

  /// The same without the index, whose rows may be missing or behind; those of each parent once,
  /// while the lists are kept. O(n) for n entities, the first time.
  mutating func listedChildren(of parents: [UUID], _ place: Int) throws -> [UUID] {
    try (lists ?? RelationLists()).children(of: parents, place, &self)
  }

  /// Calls `body` with what is stored of each entity of a kind.
  @usableFromInline
  func forEachStored(
    _ kind: EntityKind, _ body: (UUID, StoredEntity) throws -> Void
  ) throws {
    let read: BorrowedTransaction = reading
    try withUnsafeBytes(of: kind.number.bigEndian) { prefix in
      try RowScan.forward(read, tables.entities, prefix: prefix) { name, bytes in
        guard let key = EntityKey(name), let record = EntityRecord(bytes) else {
          throw read.damaged(tables.entities, name)
        }
        try body(key.id, StoredEntity(record: record, bytes: EntityRecord.state(of: bytes)))
        return true
      }
    }
  }

  /// What a reference to an entity comes to as the draft leaves it so far.
  @usableFromInline
  mutating func standing(_ key: EntityKey) throws -> Standing {
    try (drafted ?? Standings()).standing(of: key) {
      try kind($0.kind)?.operations.footing(&self, $0.id) ?? .there
    }
  }

  /// Whether readers see an entity that was merged, as the draft leaves it so far.
  @usableFromInline
  mutating func stays(_ key: EntityKey) throws -> Bool {
    try (drafted ?? Standings()).stays(key) {
      try kind($0.kind)?.operations.footing(&self, $0.id) ?? .there
    }
  }

  /// The entities that were merged in a circle with one of these, as the draft leaves them so far.
  @usableFromInline
  mutating func circles(with keys: [EntityKey]) throws -> [UUID] {
    if keys.isEmpty { return [] }
    return try (drafted ?? Standings()).circles(with: keys) {
      try kind($0.kind)?.operations.footing(&self, $0.id) ?? .there
    }.map(\.id)
  }

  /// Whether touched entities, of any kind, are to be folded anew.
  @usableFromInline var hasMarkedKinds: Bool { kinds.contains(where: \.hasMarked) }

  /// Goes on where a state cannot be read, which is folded anew, or reported, elsewhere.
  ///
  /// - Throws: `error` when it is another one.
  @usableFromInline
  func passUnreadable(_ error: any Error) throws {
    if error is StoreError || error is LMDBError { throw error }
  }

  // MARK: What is denied

  /// Notes that a parent may be gone to which somebody must not refer then.
  @usableFromInline
  mutating func noteDenied(_ place: Int, _ parent: UUID) {
    if rows.isOfAppend { draft.denied.append((place, parent)) }
  }

  /// Gives the draft up when it leaves a reference to something deleted that its relation denies.
  ///
  /// - Throws: `DraftRefused`.
  mutating func checkDenied() throws {
    let outer = (drafted, lists)
    (drafted, lists) = (Standings(), RelationLists())
    defer { (drafted, lists) = outer }
    for (place, parent) in draft.denied {
      let relation = relations[place]
      let key = EntityKey(kind: relation.parent.number, id: parent)
      guard try standing(key).isGone else { continue }
      for id in try children(of: [parent], place)
      where try relation.child.operations.isSeen(&self, id) {
        throw DraftRefused(
          error: StoreError(
            .refusedByRelation,
            "\(relation.child.name) \(id) refers to \(relation.parent.name) \(parent), which this append leaves deleted, and the relation \(relation.name) denies that; delete or move what refers to it first; nothing was appended"
          ))
      }
    }
  }
}
