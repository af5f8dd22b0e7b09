internal import LMDB

/// What is stated about the space, while a transaction is written.
extension WriteScope {
  /// Adds a statement about the space of the store to the draft.
  mutating func append(_ statement: SpaceStatement, in space: UUID) throws {
    let kind = intern(
      Names.Name(sort: Names.Sort.kind.rawValue, text: SpaceStatement.kind))
    let type = intern(
      Names.Name(
        sort: Names.Sort.eventType.rawValue, text: statement.name, version: 1, kind: kind))
    var payload = PayloadWriter()
    statement.encode(into: &payload)
    try absorbUnknown(kind: kind, type: type, payload: payload.bytes, id: space)
    draft.hasStatements = true
  }

  /// Finds out what the statements come to now, with those of the draft, and marks the entities
  /// whose events count otherwise.
  mutating func renewRules() throws {
    let own = try reader.replicaRecord(counters.replica).space
    guard
      let kind = names.number(
        Names.Name(sort: Names.Sort.kind.rawValue, text: SpaceStatement.kind))
    else { return }
    // The rows of the statements are read by the entity's, which is not stored yet.
    try flushUnknown()
    var row = try SpaceRow.stored(reading, tables) ?? SpaceRow(kind: kind, space: own, founder: nil)
    if row.founder == nil, draft.origin == nil, draft.earlier == 0, rules?.space == nil {
      row.founder = try reader.replica(counters.replica)
      try adoptReplicas(into: own)
    }
    try store(row)
    let old = rules?.space
    // Whoever has a reader of this transaction may still use them.
    if let rules { state.value.formerRules.append(rules) }
    rules = try SpaceRules(reader)
    var changed: [EntityKey] = []
    try reader.forEachEntity(changedFrom: old, to: rules?.space) { changed.append($0) }
    for key in changed { try markForRefold(key) }
  }

  /// Makes what was taken in from other spaces belong to the one that is created here.
  ///
  /// Members refuse messages of any other. Nobody has got these in this space yet, and who wrote
  /// them writes on in its own, whose messages a store with a space refuses.
  private mutating func adoptReplicas(into space: UUID) throws {
    var adopted: [(number: UInt32, record: ReplicaRecord)] = []
    try reader.forEachReplica { number, record in
      if record.space != space, record.space != ReplicaRecord.noSpace {
        adopted.append((number, record))
      }
    }
    for (number, var record) in adopted {
      record.space = space
      try store(record, number)
    }
  }

  /// Notes who is known to have created the space of the store.
  mutating func pin(
    _ founder: ReplicaID, _ founderKey: [UInt8], _ inviter: ReplicaID,
    _ inviterKey: [UInt8], of space: UUID
  ) throws {
    let name = Names.Name(sort: Names.Sort.kind.rawValue, text: SpaceStatement.kind)
    let kind = intern(name)
    try storeNames()
    var row = SpaceRow(kind: kind, space: space, founder: founder)
    row.founderKey = founderKey
    row.inviter = inviter
    row.inviterKey = inviterKey
    try store(row)
  }

  /// Notes by which frontier all up to a transaction is purged.
  mutating func notePurge(through number: UInt64) throws {
    let frontier = try rules?.space?.frontiers.first {
      try reader.end(of: $0.vector) ?? .max >= number
    }
    guard let frontier else { return }
    if let known = try SpaceRow.stored(reading, tables)?.base, known.number >= frontier.number {
      return
    }
    try note(PurgeBase(number: frontier.number, time: frontier.time))
  }

  /// Notes by which frontier the store is purged.
  mutating func note(_ base: PurgeBase) throws {
    guard var row = try SpaceRow.stored(reading, tables), row.base != base else { return }
    row.base = base
    try store(row)
  }

  /// Stores the row `space`, and that a version of Daybook must know it.
  private mutating func store(_ row: SpaceRow) throws {
    row.encode(into: &rows.buffers.scratch)
    try MetaKey.space.withBytes { try rows.putScratch(tables.meta, $0) }
    var features = try StoreFormat.features(reading, tables.meta)
    if features.insert(SpaceRow.feature).inserted { try LogIndexes.note(features, &self) }
    // Readers and other processes look again.
    counters.generation += 1
  }

  /// Refuses a draft of a replica that may not write.
  ///
  /// - Throws: `StoreError.notPermitted`.
  func checkPermission() throws {
    guard draft.origin == nil, let rules, let space = rules.space, !draft.events.isEmpty else {
      return
    }
    let dot = Dot(replica: try rules.replica(counters.replica, reader), sequence: ownSequence)
    guard space.isVoid(dot) else { return }
    let reason =
      space.members[dot.replica]?.isRevoked == true ? "was revoked" : "may only read"
    throw StoreError(
      .notPermitted,
      "this store's replica \(reason) in the space \(space.name); nothing was appended")
  }
}
