internal import LMDB

extension WriteScope {
  /// Keeps cursors when the LMDB transaction brings some events, whose rows lie near each other in
  /// part.
  mutating func keepCursors(for events: Int) {
    if counters.events - begunEvents + UInt64(events) > 8 { rows.keepCursors() }
  }

  /// What is stored of an entity; the bytes of the state are valid until the next change.
  ///
  /// Identifiers that sort by time are greater than all there are, which one comparison shows.
  @usableFromInline
  mutating func load(_ kind: inout TouchedRecords, _ id: UUID) throws -> StoredEntity? {
    if kind.foreign != nil { try kind.checkOwn() }
    if try greatest(of: &kind).precedes(PackedUUID(id)) { return nil }
    let key = EntityKey(kind: kind.number, id: id)
    return try key.withBytes { name in
      let table = context.tables.entities
      guard let bytes = try rows.stored(table, name) else {
        keepCursors(for: draft.events.count)
        try rows.checkAbsence(table, name)
        return nil
      }
      guard let record = EntityRecord(bytes) else { throw reading.damaged(table, name) }
      return StoredEntity(record: record, bytes: EntityRecord.state(of: bytes))
    }
  }

  /// The greatest identifier of the stored entities of a kind, or the least there can be.
  private mutating func greatest(of kind: inout TouchedRecords) throws -> PackedUUID {
    if let greatest = kind.greatest { return greatest }
    let read: BorrowedTransaction = reading
    var greatest = PackedUUID.zero
    try withUnsafeBytes(of: kind.number.bigEndian) { prefix in
      try RowScan.reversed(read, tables.entities, prefix: prefix) { key, _ in
        if let key = EntityKey(key) { greatest = key.packed }
        return false
      }
    }
    kind.greatest = greatest
    return greatest
  }
}
