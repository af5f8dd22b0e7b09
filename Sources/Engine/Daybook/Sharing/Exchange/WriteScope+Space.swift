/// The statements about the space, while a transaction is written.
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

  /// Makes the space anew with the draft's statements, and marks the entities for a refold whose
  /// events count otherwise now.
  mutating func renewRules() throws {
    let own = try reader.replicaRecord(counters.replica).space
    guard
      let kind = names.number(
        Names.Name(sort: Names.Sort.kind.rawValue, text: SpaceStatement.kind))
    else { return }
    // Statements are read through the row of their entity, which is not stored yet.
    try flushUnknown()
    var row = try SpaceRow.stored(reading, tables) ?? SpaceRow(kind: kind, space: own, founder: nil)
    if row.founder == nil, draft.origin == nil, draft.earlier == 0, rules?.space == nil {
      row.founder = try reader.replica(counters.replica)
      try adoptReplicas(into: own)
    }
    try store(row)
    let old = rules?.space
    // A reader of this transaction may still use them.
    if let rules { state.value.formerRules.append(rules) }
    rules = try SpaceRules(reader)
    var changed: [EntityKey] = []
    try reader.forEachEntity(changedFrom: old, to: rules?.space) { changed.append($0) }
    for key in changed { try markForRefold(key) }
  }

  /// Moves the writers whose transactions came from other spaces into the one that is created here.
  ///
  /// Members refuse messages of other spaces, so they could not get these transactions otherwise.
  /// What the writers write from now on belongs to their own space, and is refused here.
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

  /// Notes the founder and the inviter that the invitation names, with their keys.
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

  /// Notes the frontier that a purge through a transaction went to.
  mutating func notePurge(through number: UInt64) throws {
    let frontier = try rules?.space?.frontiers.first {
      try reader.end(of: $0.vector) ?? .max >= number
    }
    guard let frontier else { return }
    if let known = try SpaceRow.stored(reading, tables)?.base, known.number >= frontier.number {
      return
    }
    try storePurgeBase(PurgeBase(number: frontier.number, time: frontier.time))
  }

  /// Notes the frontier to which the store is purged.
  mutating func storePurgeBase(_ base: PurgeBase) throws {
    guard var row = try SpaceRow.stored(reading, tables), row.base != base else { return }
    row.base = base
    try store(row)
  }

  /// Stores the row `space`, and the feature that keeps older versions of Daybook out.
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
    let dot = Dot(
      replica: try rules.replica(counters.replica, reading: reader.replica), sequence: ownSequence)
    guard space.isVoid(dot) else { return }
    let reason =
      space.members[dot.replica]?.isRevoked == true ? "was revoked" : "may only read"
    throw StoreError(
      .notPermitted,
      "this store's replica \(reason) in the space \(space.name); nothing was appended")
  }
}
