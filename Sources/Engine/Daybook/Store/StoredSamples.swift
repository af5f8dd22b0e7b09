internal import LMDB

/// Reading some of what is stored with the types of the schema, before anything is folded anew.
///
/// Types that cannot read what their older versions wrote would leave entities out one by one, when
/// they are read or folded. Here the first of them refuses the whole store, and says what to do.
enum StoredSamples {
  /// How many events of each type, and how many states and baselines of each kind.
  static let count = 64
  /// How many of the newest events are looked at.
  static let reach = 16_384
  /// How many of the oldest.
  static let oldest = 4_096

  /// Returns entities whose events are of sorts that few have, for `checkDerived`.
  ///
  /// - Throws: `StoreError.storedFormatChanged`.
  static func check(_ scope: inout WriteScope) throws -> Set<EntityKey> {
    let transaction = try scope.context.environment.environment.beginRead()
    let log = LogReader(
      transaction: transaction.borrowed, tables: scope.tables, hasRetractions: true,
      hasBaselines: true)
    do {
      let entities = try checkEvents(log, &scope)
      for kind in scope.kinds {
        try checkStates(of: kind, log)
        try checkBaselines(of: kind, log)
      }
      return entities
    } catch let error as StoreError where error.code == .damaged {
      // What is damaged is told by who reads it.
      return []
    }
  }

  /// Looks at some entities of each kind, once folds and projections are up to date, and at others
  /// that `check` has found.
  ///
  /// - Throws: `StoreError.storedFormatChanged`.
  static func checkDerived(_ scope: inout WriteScope, and others: Set<EntityKey>) throws {
    do {
      for kind in scope.kinds {
        let newest = try keys(of: kind, scope.tables.entities, scope.reader)
        for key in others.filter({ $0.kind == kind.number }).union(newest) {
          try DerivedCheck.check(kind, key.id, &scope)
        }
      }
    } catch let error as StoreError where error.code == .damaged {
      // What is damaged is told by who reads it.
    }
  }

  // MARK: Events

  /// Reads the newest events and the oldest ones, some of each sort; returns an entity or two for
  /// each sort.
  private static func checkEvents(
    _ log: LogReader, _ scope: inout WriteScope
  ) throws -> Set<EntityKey> {
    var seen: [Sort: Int] = [:]
    var entities: Set<EntityKey> = []
    let transaction = log.transaction
    var cursor = try transaction.cursor(log.tables.events)
    for isNewest in [true, false] {
      var more = try isNewest ? cursor.last() : cursor.first()
      var looks = 0
      while more, looks < (isNewest ? reach : oldest) {
        looks += 1
        let position = cursor.key
        try cursor.value.withUnsafeBytes { bytes in
          guard let record = EventRecord(bytes, position: position) else { return }
          let payload = EventRecord.payload(of: bytes)
          let sort = Sort(type: record.type, head: head(of: payload))
          if seen[sort, default: 0] >= count { return }
          seen[sort, default: 0] += 1
          guard let kind = try check(record, payload, position, log, &scope) else { return }
          if seen[sort, default: 0] <= 2 { entities.insert(EntityKey(kind: kind, record.entity)) }
        }
        more = try isNewest ? cursor.previous() : cursor.next()
      }
    }
    return entities
  }

  /// A type and how its payload begins: of an enumeration as JSON that is the case.
  private struct Sort: Hashable {
    let type: UInt32
    let head: [UInt8]
  }

  /// The bytes up to the first colon, or the first of many; nothing alike counts together.
  private static func head(of payload: BorrowedBytes) -> [UInt8] {
    let head = payload.prefix(64)
    return Array(head.prefix { $0 != UInt8(ascii: ":") })
  }

  private static func check(
    _ record: EventRecord, _ payload: BorrowedBytes, _ position: UInt64, _ log: LogReader,
    _ scope: inout WriteScope
  ) throws -> UInt32? {
    guard let name = try log.name(record.type), let kind = scope.kind(name.kind),
      kind.foreign == nil
    else { return nil }
    do { try kind.known.operations.checkEvent(record.type, payload) } catch {
      let key = EntityKey(kind: kind.number, record.entity)
      // One that came unreadable from another store is in quarantine and told there.
      let isRemote = try log.existing(record.transaction).flags & TransactionRecord.isRemote != 0
      if try isRemote && log.isQuarantined(key, position) { return nil }
      throw DerivedCheck.unreadable(name, of: kind, at: position, "\(error)", cause: error)
    }
    return kind.number
  }

  // MARK: States

  private static func checkStates(of kind: WrittenKind, _ log: LogReader) throws {
    let known = try KindDefinition.stored(kind.number, log.transaction, log.tables)
    // Others are folded anew from their events.
    guard known?.fingerprint == kind.fingerprint, known?.refoldFingerprint == nil else { return }
    for key in try keys(of: kind, log.tables.entities, log) {
      try log.withEntity(key) { record, bytes in
        do {
          try kind.known.operations.checkState(StoredEntity(record: record, bytes: bytes))
        } catch {
          throw StoreError(
            .storedFormatChanged,
            """
            the stored state of \(kind.name) \(key.id) cannot be read by the schema's type (\(error)): \
            its stored form has changed; raise the revision of \(kind.name) to \(kind.revision + 1), \
            which folds the states anew from the events
            """, cause: error)
        }
      }
    }
  }

  /// States that a purge left in the place of events: what cannot read one has nothing to fold it
  /// anew from.
  private static func checkBaselines(of kind: WrittenKind, _ log: LogReader) throws {
    if kind.foreign != nil { return }
    for key in try keys(of: kind, log.tables.baselines, log) {
      guard let base = try log.baseline(key) else { continue }
      do { try kind.known.operations.checkState(base) } catch {
        throw StoreError(
          .storedFormatChanged,
          """
          what a purge has left of \(kind.name) \(key.id) cannot be read by the schema's type \
          (\(error)): its stored form has changed, and the events before are gone; read what was \
          written before, as with an optional property, or a default in init(from:)
          """, cause: error)
      }
    }
  }

  private static func keys(
    of kind: WrittenKind, _ table: Table<LexicalOrder>, _ log: LogReader
  ) throws -> [EntityKey] {
    var keys: [EntityKey] = []
    try withUnsafeBytes(of: kind.number.bigEndian) { prefix in
      try RowScan.reversed(log.transaction, table, prefix: prefix) { key, _ in
        if let key = EntityKey(key) { keys.append(key) }
        return keys.count < count
      }
    }
    return keys
  }
}

extension LogReader {
  /// Whether the fold of an entity has left out the event at a position.
  fileprivate func isQuarantined(_ entity: EntityKey, _ position: UInt64) throws -> Bool {
    let key = QuarantineKey(owner: .fold, entity: entity, position: position)
    return try key.bytes.withUnsafeBytes { try transaction.value(tables.quarantine, $0) != nil }
  }
}
