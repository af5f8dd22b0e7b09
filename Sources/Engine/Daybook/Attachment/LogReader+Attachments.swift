internal import LMDB

extension LogReader {
  /// Finds what is referred to by the events from a position on.
  ///
  /// - Throws: `StoreError.damaged` for a row whose checksum does not fit.
  func addAttachments(
    ofEventsFrom first: UInt64, to references: inout AttachmentReferences
  ) throws {
    var cursor = try transaction.cursor(tables.events)
    var isAtRow = try cursor.seek(first)
    while isAtRow {
      let position = cursor.key
      try cursor.value.withUnsafeBytes { row in
        references.add(try EventRecord.read(row, at: position).payload)
      }
      isAtRow = try cursor.next()
    }
  }

  /// Finds what is referred to by states, and by what takes the place of events that were purged.
  ///
  /// - Throws: `StoreError.damaged` for a row whose checksum does not fit.
  func addAttachmentsOfStates(to references: inout AttachmentReferences) throws {
    for (table, start) in [(tables.entities, 0), (tables.baselines, EntityRecord.baselineStart)] {
      try everyRow(of: table) { key, row in
        guard row.count > start, EntityRecord(row.from(start)) != nil else {
          throw transaction.damaged(table, key)
        }
        references.add(EntityRecord.state(of: row.from(start)))
      }
    }
  }
}
