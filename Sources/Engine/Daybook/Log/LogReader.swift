internal import LMDB

/// Reads the tables of the log within one LMDB transaction, checking every checksum.
@usableFromInline
struct LogReader {
  let transaction: BorrowedTransaction
  let tables: LogTables
  /// Whether anything was ever retracted; most logs answer every question by this alone.
  var hasRetractions: Bool
  /// Whether older events were ever purged.
  let hasBaselines: Bool
  /// The last transaction that counts; the log as it was after it.
  var asOf = UInt64.max {
    // They are those of another moment.
    didSet { lentStandings = nil }
  }
  /// Whether all of them count.
  @usableFromInline var isPresent: Bool { asOf == .max }
  /// Where reads of entities are noted; nil for nobody.
  var trace: ReadTrace? { lentTrace?.object }
  // Safety: `EventStore.read` keeps it while the reader is used.
  private let lentTrace: Lent<ReadTrace>?
  /// What is known of retractions, while the log stays as it is; nil when nothing is remembered.
  var memo: RetractionMemo? {
    get { lentMemo?.object }
    set { lentMemo = newValue.map { Lent($0) } }
  }
  // Safety: whoever sets it keeps it while the reader is used.
  private var lentMemo: Lent<RetractionMemo>?
  /// What is known of references, while the entities stay as they are; nil when nothing is
  /// remembered.
  @usableFromInline var standings: Standings? {
    get { lentStandings?.object }
    set { lentStandings = newValue.map { Lent($0) } }
  }
  // Safety: whoever sets it keeps it while the reader is used.
  private var lentStandings: Lent<Standings>?
  /// What is stated about the space; nil when nothing is.
  var rules: SpaceRules? { lentRules?.object }
  // Safety: who makes the reader keeps it while that is used.
  private let lentRules: Lent<SpaceRules>?

  init(
    transaction: BorrowedTransaction, tables: LogTables, hasRetractions: Bool, hasBaselines: Bool,
    asOf: UInt64 = .max, trace: ReadTrace? = nil, memo: RetractionMemo? = nil,
    standings: Standings? = nil, rules: Lent<SpaceRules>? = nil
  ) {
    self.transaction = transaction
    self.tables = tables
    self.hasRetractions = hasRetractions
    self.hasBaselines = hasBaselines
    self.asOf = asOf
    lentTrace = trace.map { Lent($0) }
    lentMemo = memo.map { Lent($0) }
    lentStandings = standings.map { Lent($0) }
    lentRules = rules
  }

  /// The log as it was after a transaction.
  @usableFromInline
  func reading(asOf number: UInt64) -> LogReader {
    var past = self
    past.asOf = number
    return past
  }

  /// The header of the event at `position`.
  func event(_ position: UInt64) throws -> EventRecord {
    try withEvent(position) { record, _ in record }
  }

  /// Calls `body` with header and payload of the event at `position`.
  func withEvent<R>(
    _ position: UInt64, _ body: (EventRecord, BorrowedBytes) throws -> R
  ) throws -> R {
    guard let span = try transaction.value(tables.events, position) else {
      throw StoreError.damaged("there is no event at position \(position)")
    }
    return try span.withUnsafeBytes { bytes in
      let (record, payload) = try EventRecord.read(bytes, at: position)
      return try body(record, payload)
    }
  }

  /// Type and payload of the event at `position`; the bytes are valid until the next change.
  @usableFromInline
  func payload(_ position: UInt64) throws -> (type: UInt32, bytes: BorrowedBytes) {
    try withEvent(position) { record, payload in (record.type, payload) }
  }

  /// The record of a transaction; nil when there is none.
  func record(_ number: UInt64) throws -> TransactionRecord? {
    try withTransaction(number) { record, _ in record }
  }

  /// Calls `body` with record and travelling header of a transaction; nil when there is none.
  func withTransaction<R>(
    _ number: UInt64, _ body: (TransactionRecord, BorrowedBytes) throws -> R
  ) throws -> R? {
    guard let span = try transaction.value(tables.transactions, number) else {
      try checkAbsence(ofTransaction: number)
      return nil
    }
    return try span.withUnsafeBytes { bytes in
      guard let record = TransactionRecord(bytes, number: number) else {
        throw StoreError.damaged("transaction \(number) is damaged")
      }
      return try body(record, bytes.from(TransactionRecord.headerSize))
    }
  }

  /// A transaction that must be there.
  func existing(_ number: UInt64) throws -> TransactionRecord {
    guard let record = try record(number) else {
      throw StoreError.damaged("transaction \(number) is missing")
    }
    return record
  }

  /// The position of the last event of a transaction that is here or the last one purged.
  func lastPosition(through number: UInt64) throws -> UInt64 {
    let counters = try LogCounters(transaction, tables)
    return number == counters.purged
      ? counters.purgedPosition : try existing(number).positions.upperBound - 1
  }

  /// The name with a local number; nil when there is none.
  func name(_ number: UInt32) throws -> Names.Name? {
    guard number > 0, let span = try transaction.value(tables.names, UInt64(number)) else {
      return nil
    }
    guard let name = span.withUnsafeBytes({ Names.decode($0, number: UInt64(number)) }) else {
      throw StoreError.damaged("the name with number \(number) is damaged")
    }
    return name
  }

  /// The number of the kind that an event type belongs to; 0 for the engine's own.
  func kind(ofType number: UInt32) throws -> UInt32 {
    guard let name = try name(number) else {
      throw StoreError.damaged("there is no name with number \(number)")
    }
    return name.kind
  }

  /// The replica with a local number.
  func replica(_ number: UInt32) throws -> ReplicaID {
    try replicaRecord(number).id
  }

  /// The local number of a replica; nil when nothing came from it yet.
  func number(of replica: ReplicaID) throws -> UInt32? {
    var cursor = try transaction.cursor(tables.replicas)
    while try cursor.next() {
      let number = cursor.key
      let record = cursor.value.withUnsafeBytes { ReplicaRecord($0, number: number) }
      guard let record else { throw Self.damagedReplica(number) }
      if record.id == replica { return UInt32(number) }
    }
    return nil
  }

  /// The row of the replica with a local number.
  func replicaRecord(_ number: UInt32) throws -> ReplicaRecord {
    let span = try transaction.value(tables.replicas, UInt64(number))
    let record = span?.withUnsafeBytes { ReplicaRecord($0, number: UInt64(number)) }
    guard let record else { throw Self.damagedReplica(UInt64(number)) }
    return record
  }

  static func damagedReplica(_ number: UInt64) -> StoreError {
    StoreError.damaged("replica \(number) is missing or damaged")
  }

  /// The place of an event in the canonical order.
  func stamp(_ number: UInt64, _ position: UInt64) throws -> Stamp {
    let record = try existing(number)
    let dot = Dot(replica: try replica(record.replica), sequence: record.sequence)
    let index = UInt32(truncatingIfNeeded: position &- record.firstPosition)
    return Stamp(
      time: record.stampTime, effectiveTime: try effectiveTime(of: record), dot: dot, index: index)
  }

  /// What an entity was when its older events were purged; nil when they were not.
  @usableFromInline
  func baseline(_ key: EntityKey) throws -> StoredEntity? {
    guard hasBaselines else { return nil }
    return try key.withBytes { name in
      guard let bytes = try transaction.row(tables.baselines, name) else { return nil }
      guard let record = EntityRecord(baseline: bytes) else {
        throw transaction.damaged(tables.baselines, name)
      }
      let row = bytes.from(EntityRecord.baselineStart)
      return StoredEntity(record: record, bytes: EntityRecord.state(of: row))
    }
  }

  /// The revision of the kind that folded an entity's baseline; 0 when there is none.
  func baselineRevision(_ key: EntityKey) throws -> UInt32 {
    guard hasBaselines else { return 0 }
    return try key.withBytes { name in
      guard let row = try transaction.row(tables.baselines, name), row.count >= 4 else { return 0 }
      return row.load(0)
    }
  }

  /// Calls `body` with the record and state of an entity; nil when the log knows nothing of it.
  func withEntity<R>(
    _ key: EntityKey, _ body: (EntityRecord, BorrowedBytes) throws -> R
  ) throws -> R? {
    try key.withBytes { name in
      trace?.noteKey(tables.entities, name)
      guard let bytes = try transaction.row(tables.entities, name) else { return nil }
      guard let record = EntityRecord(bytes) else {
        throw transaction.damaged(tables.entities, name)
      }
      return try body(record, EntityRecord.state(of: bytes))
    }
  }
}
