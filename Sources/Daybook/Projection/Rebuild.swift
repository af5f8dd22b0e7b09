internal import LMDB

/// Building a projection's rows anew beside the live ones.
///
/// Entities are taken in the order of their keys, some thousand a transaction, and the last key is kept
/// in the same commit: a rebuild that was killed goes on where it was. A change of an entity that has
/// been taken is taken into the new rows too; of one that has not, its turn will come. So nothing has to
/// be caught up when the last entity is in, and the slots are swapped in that commit.
package enum Rebuild {
  /// Entities in one transaction.
  package static let step = 20_000

  /// Starts a build, unless one of the same fingerprint is under way.
  static func start(_ projection: ProjectionRuntime, _ session: WriteSession) throws {
    if projection.building != nil { return }
    let slot = projection.buildingSlot
    for table in slot.tables { try session.transaction!.removeAll(table) }
    try session.release(slot.owner)
    session.heads[slot] = SlotState()
    projection.definition.buildFingerprint = projection.fingerprint
    projection.definition.buildKey = []
    try projection.save(session)
  }

  /// Takes the next entities. Returns whether the build has ended and the new rows are live.
  static func advance(
    _ projection: ProjectionRuntime, _ session: WriteSession, limit: Int = step
  ) throws -> Bool {
    var taken = 0
    var last = projection.definition.buildKey
    var cursor = try session.reading!.cursor(session.tables.entities)
    var more: Bool
    if last.isEmpty {
      more = try cursor.first()
    } else {
      // Safety: LMDB reads the key during the call only.
      more = try cursor.seek(last.span.bytes.withUnsafeBytes { $0 })
      extendLifetime(last)
      let isSame = more && cursor.key.withUnsafeBytes { $0.elementsEqual(last) }
      if isSame { more = try cursor.next() }
    }
    while more, taken < limit {
      last = cursor.key.withUnsafeBytes { [UInt8]($0) }
      try take(cursor.key, cursor.value, projection, session)
      taken += 1
      more = try cursor.next()
    }
    projection.definition.buildKey = last
    if !more { try finish(projection, session) }
    try projection.save(session)
    return !more
  }

  /// Takes all entities into the rows being built, and nothing else.
  static func fill(_ projection: ProjectionRuntime, _ session: WriteSession) throws {
    var cursor = try session.reading!.cursor(session.tables.entities)
    while try cursor.next() { try take(cursor.key, cursor.value, projection, session) }
  }

  private static func take(
    _ key: RawSpan, _ value: RawSpan, _ projection: ProjectionRuntime, _ session: WriteSession
  ) throws {
    try key.withUnsafeBytes { key in
      try value.withUnsafeBytes { bytes in
        guard let key = EntityKey(key), let record = EntityRecord(bytes) else {
          throw StoreError(.damaged, "a row of the table of entities is damaged; rebuild the store")
        }
        guard let type = session.entityType(key.kind) else { return }
        try type.build(
          session, projection: projection.index, id: key.id, record: record,
          state: bytes.from(EntityRecord.headerSize))
      }
    }
  }

  private static func finish(
    _ projection: ProjectionRuntime, _ session: WriteSession
  ) throws {
    try session.release(projection.liveSlot.owner)
    let head = projection.head
    session.heads.projections[head].live = session.heads.projections[head].building
    session.heads.projections[head].building = SlotState()
    session.heads.projections[head].transaction = session.heads.transactions
    projection.definition.slot = 1 - projection.definition.slot
    projection.definition.isLive = true
    projection.definition.fingerprint = projection.fingerprint
    projection.definition.parameters = projection.opened.projection.parameters
    projection.definition.buildFingerprint = nil
    projection.definition.buildKey = []
  }
}
