internal import LMDB

extension Reader {
  /// The entities of a kind as they are stored, in order of their ids: those after `last`, at most
  /// `limit`. Deleted ones are among them.
  ///
  /// The schema need not know the kind. States are those that the app which folded the kind last
  /// has left, see ``StoredKind/isFolded``; what relations and merges make of them is not in them.
  /// O(log n) to start, then O(1) an entity and the bytes of its state.
  ///
  /// - Throws: `StoreError.invalidArgument` for a kind that the store has never met; `damaged`.
  public func storedEntities(
    ofKind kind: String, after last: UUID? = nil, limit: Int
  ) throws -> [UntypedEntity] {
    let number = try number(ofKind: kind)
    var found: [UntypedEntity] = []
    if limit <= 0 { return found }
    try forEachStored(number, after: last) { id, stored in
      found.append(UntypedEntity(id, stored))
      return found.count < limit
    }
    return found
  }

  /// One entity of a kind as it is stored; nil when the log has no event of it. O(log n).
  ///
  /// - Throws: as `storedEntities`.
  public func storedEntity(ofKind kind: String, _ id: UUID) throws -> UntypedEntity? {
    let key = EntityKey(kind: try number(ofKind: kind), id: id)
    return try log.withEntity(key) { record, bytes in
      UntypedEntity(id, StoredEntity(record: record, bytes: bytes))
    }
  }

  /// How many entities of a kind the store holds, deleted ones included. O(n) for n of them, of
  /// which no state is read.
  ///
  /// - Throws: as `storedEntities`.
  public func storedEntityCount(ofKind kind: String) throws -> Int {
    let number = try number(ofKind: kind)
    let log = log
    log.trace?.noteLog()
    var cursor = try log.transaction.cursor(log.tables.entities)
    return try withUnsafeBytes(of: number.bigEndian) { prefix in
      var (count, more) = (0, try cursor.seek(prefix))
      while more, cursor.key.withUnsafeBytes({ $0.starts(with: prefix) }) {
        count += 1
        more = try cursor.next()
      }
      return count
    }
  }
}
