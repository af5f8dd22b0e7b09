internal import LMDB

/// How far stored entities were gone through, in the order of their keys.
struct EntityWalk {
  let last: EntityKey?
  let hasMore: Bool
  let count: Int

  /// Calls `visit` with the entities after a key for as long as `goesOn` says so, which is asked
  /// before each with how many there were.
  ///
  /// The bytes of a state belong to the page.
  static func take(
    _ reading: BorrowedTransaction, _ tables: LogTables, after start: [UInt8],
    while goesOn: (Int) throws -> Bool, _ visit: (EntityKey, StoredEntity) throws -> Void
  ) throws -> EntityWalk {
    let table = tables.entities
    var cursor = try reading.cursor(table)
    var more: Bool
    if start.isEmpty {
      more = try cursor.first()
    } else {
      // Safety: LMDB reads the key during the call only.
      more = try cursor.seek(start.span.bytes.withUnsafeBytes { $0 })
      extendLifetime(start)
      let isSame = more && cursor.key.withUnsafeBytes { $0.elementsEqual(start) }
      if isSame { more = try cursor.next() }
    }
    var count = 0
    var last: EntityKey?
    while more, try goesOn(count) {
      let (key, stored) = try entity(cursor.key, cursor.value, table, reading)
      try visit(key, stored)
      last = key
      count += 1
      more = try cursor.next()
    }
    return EntityWalk(last: last, hasMore: more, count: count)
  }

  /// The key and the record of a row of the table of entities.
  private static func entity(
    _ key: RawSpan, _ value: RawSpan, _ table: Table<LexicalOrder>, _ reading: BorrowedTransaction
  ) throws -> (key: EntityKey, stored: StoredEntity) {
    try key.withUnsafeBytes { name in
      guard let bytes = value.withUnsafeBytes({ table.opened($0, name) }),
        let key = EntityKey(name), let record = EntityRecord(bytes)
      else { throw reading.damaged(table, name) }
      return (key, StoredEntity(record: record, bytes: EntityRecord.state(of: bytes)))
    }
  }
}
