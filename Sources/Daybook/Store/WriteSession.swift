internal import LMDB

/// The state of the one writer: the LMDB transaction, the heads, and the draft being written.
///
/// Confined to the writer thread.
final class WriteSession {
  let environment: EnvironmentBox
  let tables: LogTables
  let types: [AnyEntityType]
  var projections: [ProjectionRuntime] = []
  var transaction: WriteTransaction?
  /// The same transaction, for reading; only while there is one.
  private(set) var reading: BorrowedTransaction!
  var heads = Heads()
  var names = Names()
  var scratch = PayloadWriter(capacity: 4096)
  private var rows: Rows!

  /// The LMDB transaction after which heads and names are as they are here.
  private var committed = UInt64.max

  // The draft being written.
  private(set) var number: UInt64 = 0
  private(set) var stampTime = HybridTime.distantPast
  private var time = HybridTime.distantPast
  private var payloads = PayloadWriter(capacity: 65536)
  private var header = PayloadWriter()
  private var events: ContiguousArray<PendingEvent> = []
  private var retractions: [(dot: Dot, replica: UInt32)] = []

  private struct PendingEvent {
    let type: UInt32
    let entity: UUID
    let previous: UInt64
    let payload: Range<Int>
  }

  init(environment: EnvironmentBox, tables: LogTables, types: [AnyEntityType]) {
    self.environment = environment
    self.tables = tables
    self.types = types
    rows = Rows(session: self)
  }

  /// The log as the transaction being written sees it.
  var reader: LogReader {
    LogReader(
      transaction: reading, tables: tables, hasRetractions: heads.retractions > 0)
  }

  /// What readers of this transaction's result may read.
  var liveProjections: [LiveProjection] { projections.map(\.view) }

  // MARK: LMDB transactions

  /// Begins the LMDB transaction, taking over what other processes have written.
  func begin() throws {
    let begun = try environment.environment.beginWrite()
    reading = begun.borrowed
    transaction = consume begun
    if reading.id != committed &+ 1 { try reload() }
  }

  /// Writes the heads and commits. Returns the number of the commit.
  @discardableResult
  func commit() throws -> UInt64 {
    heads.encode(into: &scratch)
    try MetaKey.heads.withBytes { try transaction!.put(tables.meta, $0, scratch.bytes) }
    let id = reading.id
    guard let ending = transaction.take() else { return id }
    try ending.commit()
    committed = id
    return id
  }

  /// Drops the LMDB transaction; the next one reads the heads anew.
  func abort() {
    discardDraft()
    _ = transaction.take()
    committed = .max
  }

  /// Reads heads and names as they are on disk.
  private func reload() throws {
    let read: BorrowedTransaction = reading
    let stored = try MetaKey.heads.withBytes { key in try read.value(tables.meta, key) != nil }
    guard stored else { return }
    heads = try MetaKey.heads.withBytes { key in
      let span = try read.value(tables.meta, key)!
      return try span.withUnsafeBytes { try Heads($0) }
    }
    names.truncate(to: min(names.all.count, Int(heads.names)))
    try names.load(read, tables.names)
    for projection in projections { try projection.reload(read, tables.meta) }
  }

  // MARK: Drafts

  /// Starts a draft whose events are stamped `declared` or, without, the next time of the clock.
  func beginDraft(wall milliseconds: Int64, declared: HybridTime?) throws {
    time = heads.time.next(wall: milliseconds)
    if let declared, declared > time {
      throw StoreError(
        .invalidArgument, "a transaction may declare an earlier time, not a later one")
    }
    stampTime = declared ?? time
    number = heads.transactions + 1
    payloads.truncate()
    events.removeAll(keepingCapacity: true)
    retractions.removeAll(keepingCapacity: true)
  }

  /// Adds an event to the draft and returns its position.
  func add(
    type: UInt32, entity: UUID, previous: UInt64, _ encode: (inout PayloadWriter) -> Void
  ) -> UInt64 {
    let start = payloads.count
    encode(&payloads)
    events.append(
      PendingEvent(type: type, entity: entity, previous: previous, payload: start..<payloads.count))
    return heads.events + UInt64(events.count)
  }

  /// Leaves the events of a transaction out of every fold.
  func retract(_ target: UInt64) throws {
    guard let record = try reader.record(target) else {
      throw StoreError(.noSuchTransaction, "there is no transaction \(target)")
    }
    let dot = Dot(replica: try reader.replica(record.replica), sequence: record.sequence)
    let type = try intern(
      Names.Name(sort: Names.Sort.eventType.rawValue, text: Control.retracted, version: 1))
    _ = add(type: type, entity: Control.entity, previous: 0) { writer in
      writer.uuid(1, dot.replica.uuid)
      writer.uint(2, dot.sequence)
    }
    retractions.append((dot, record.replica))
    for key in try affected(target) {
      guard let type = types.first(where: { $0.number == key.kind }) else { continue }
      try type.open(self, id: key.id)
    }
  }

  /// The entities that a transaction touches, those of what it retracts included.
  func affected(_ number: UInt64) throws -> [EntityKey] {
    let reader = reader
    var found: [EntityKey] = []
    for position in try reader.existing(number).positions {
      let event = try reader.event(position)
      guard let name = names[event.type] else { continue }
      if name.text == Control.retracted, name.kind == 0 {
        let target = try reader.withPayload(position) { _, payload in try Control.target(payload) }
        if let replica = try replicaNumber(target.replica),
          let number = try reader.number(replica: replica, sequence: target.sequence)
        {
          found += try affected(number)
        }
      } else {
        found.append(EntityKey(kind: UInt16(name.kind), id: event.entity))
      }
    }
    return found
  }

  /// Forgets the draft; nothing of it was stored.
  func discardDraft() {
    for type in types { type.discard() }
    events.removeAll(keepingCapacity: true)
  }

  /// Stores the draft as one transaction. Returns its number; nil when it holds no event.
  func storeDraft(author: String?, context: String?, process: String?, wall: Date) throws -> UInt64?
  {
    guard !events.isEmpty else { return nil }
    let first = heads.events + 1
    for (index, event) in events.enumerated() {
      let position = first + UInt64(index)
      let record = EventRecord(
        type: event.type, transaction: number, previous: event.previous, time: stampTime,
        entity: event.entity)
      let payload = UnsafeRawBufferPointer(rebasing: payloads.bytes[event.payload])
      try transaction!.append(
        tables.events, position, count: EventRecord.headerSize + payload.count
      ) { record.write(to: $0, payload: payload, position: position) }
    }
    try storeTransaction(
      first: first, author: author, context: context, process: process, wall: wall)
    heads.transactions = number
    heads.events += UInt64(events.count)
    heads.sequence += 1
    heads.time = time
    for type in types { try type.refold(self) }
    for type in types { try type.flush(self) }
    for projection in projections where projection.definition.isLive {
      heads.projections[projection.head].transaction = number
    }
    return number
  }

  private func storeTransaction(
    first: UInt64, author: String?, context: String?, process: String?, wall: Date
  ) throws {
    header.truncate()
    header.uint(1, heads.sequence + 1)
    header.fixed(2, time.rawValue)
    header.date(3, wall)
    header.string(4, author)
    header.string(5, context)
    header.string(6, process)
    if stampTime != time { header.fixed(7, stampTime.rawValue) }
    let record = TransactionRecord(
      replica: 1, firstPosition: first, eventCount: UInt32(events.count), flags: 0,
      sequence: heads.sequence + 1, time: time, stampTime: stampTime,
      author: try intern(.author, author), context: try intern(.context, context),
      process: try intern(.process, process))
    let number = number
    try transaction!.append(
      tables.transactions, number, count: TransactionRecord.headerSize + header.count
    ) { record.write(to: $0, header: header.bytes, number: number) }
    try DotKey.withBytes(1, record.sequence) { key in
      try withUnsafeBytes(of: number.littleEndian) { try transaction!.put(tables.dots, key, $0) }
    }
    for retraction in retractions {
      try DotKey.withBytes(retraction.replica, retraction.dot.sequence, number) { key in
        try transaction!.put(tables.retractions, key, UnsafeRawBufferPointer(start: nil, count: 0))
      }
      heads.retractions += 1
    }
  }

  // MARK: Names and replicas

  /// The number of a name, which is stored when it is new.
  func intern(_ name: Names.Name) throws -> UInt32 {
    if let number = names.number(name) { return number }
    let number = UInt64(names.all.count) + 1
    Names.encode(name, number: number, into: &scratch)
    try transaction!.append(tables.names, number, scratch.bytes)
    names.add(name)
    heads.names = number
    return UInt32(number)
  }

  private func intern(_ sort: Names.Sort, _ text: String?) throws -> UInt32 {
    guard let text else { return 0 }
    return try intern(Names.Name(sort: sort.rawValue, text: text))
  }

  private func replicaNumber(_ replica: ReplicaID) throws -> UInt32? {
    var cursor = try reading.cursor(tables.replicas)
    while try cursor.next() {
      let id = cursor.value.withUnsafeBytes { $0.loadUUID(4) }
      if id == replica.uuid { return UInt32(cursor.key) }
    }
    return nil
  }

  // MARK: Entities and projections

  func putEntity(_ key: EntityKey, _ bytes: UnsafeRawBufferPointer) throws {
    try key.withBytes { name in try transaction!.put(tables.entities, name, bytes) }
  }

  /// Lets a projection take a change into its live rows and into those being built.
  func project(
    _ index: Int, _ key: EntityKey, _ update: (inout Rows) throws -> Void
  ) throws {
    let projection = projections[index]
    if let live = projection.live {
      let head = projection.head
      heads.projections[head].live = try apply(
        live, heads.projections[head].live, projection, update)
    }
    let isPast = key.withBytes { !$0.lexicographicallyPrecedes(projection.definition.buildKey) }
    if projection.definition.buildFingerprint != nil, !isPast || isLast(key, projection) {
      try projectBuilding(index, key, update)
    }
  }

  private func isLast(_ key: EntityKey, _ projection: ProjectionRuntime) -> Bool {
    key.withBytes { $0.elementsEqual(projection.definition.buildKey) }
  }

  /// Lets a projection take a change into the rows being built.
  func projectBuilding(
    _ index: Int, _ key: EntityKey, _ update: (inout Rows) throws -> Void
  ) throws {
    let projection = projections[index]
    let head = projection.head
    heads.projections[head].building = try apply(
      projection.building, heads.projections[head].building, projection, update)
  }

  private func apply(
    _ tables: [Table<LexicalOrder>], _ digest: Digest, _ projection: ProjectionRuntime,
    _ update: (inout Rows) throws -> Void
  ) throws -> Digest {
    rows.begin(tables, digest)
    do {
      try update(&rows)
      return rows.end()
    } catch let error as LMDBError {
      throw error
    } catch {
      try rows.rollBack()
      throw StoreError(
        .storage, "projection \(projection.name) could not take a change: \(error)", cause: error)
    }
  }
}

/// The events that the engine itself writes.
enum Control {
  static let retracted = "daybook.retracted"
  static let entity = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

  static func target(_ payload: UnsafeRawBufferPointer) throws -> Dot {
    var reader = PayloadReader(payload.bytes)
    var replica: UUID?
    var sequence: UInt64 = 0
    while let field = try reader.next() {
      switch field {
      case 1: replica = try reader.uuid()
      case 2: sequence = try reader.uint()
      default: break
      }
    }
    guard let replica else { throw PayloadError.missing(1) }
    return Dot(replica: ReplicaID(replica), sequence: sequence)
  }
}

extension WriteSession {
  /// The descriptions of every projection that the store remembers, in the order of their numbers.
  func storedDefinitions() throws -> [ProjectionDefinition] {
    let read: BorrowedTransaction = reading
    return try heads.projections.indices.map { number in
      try MetaKey.projection(number).withBytes { key in
        guard let span = try read.value(tables.meta, key) else {
          throw StoreError(.damaged, "the description of projection \(number) is missing")
        }
        return try span.withUnsafeBytes { try ProjectionDefinition($0) }
      }
    }
  }
}
