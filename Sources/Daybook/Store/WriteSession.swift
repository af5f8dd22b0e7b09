internal import LMDB

/// The state of the one writer: the LMDB transaction, the heads, and the draft being written.
///
/// Confined to the writer thread.
@usableFromInline
final class WriteSession {
  let environment: EnvironmentBox
  let tables: LogTables
  let kinds: [EntityKind]
  /// What the store was opened with.
  let settings: WriteSettings
  @exclusivity(unchecked)
  var projections: [ProjectionRuntime] = []
  /// What each of them does with the stored entities that are gone through; empty when none are.
  @exclusivity(unchecked)
  var building = UnsharedArray<Rebuild.Part>()
  @exclusivity(unchecked)
  var transaction: WriteTransaction?
  /// The same transaction, for reading; only while there is one.
  @exclusivity(unchecked)
  private(set) var reading: BorrowedTransaction!
  /// Where readers of the transaction see that it has ended.
  private let slot = ReadSlot.make()
  @exclusivity(unchecked)  // confined to the writer thread, and no access calls out
  var heads = Heads()
  @exclusivity(unchecked)
  var names = Names()
  @exclusivity(unchecked)
  var summaries = CurrentSummaries()
  /// Entities of kinds that the schema does not know.
  let strangers = Strangers()
  @exclusivity(unchecked)
  @usableFromInline var scratch = PayloadWriter(capacity: 4096)
  @exclusivity(unchecked)
  @usableFromInline var rows: Rows!
  /// What is known of retractions; only while the log stays as it is.
  // Safety: whoever sets it keeps the memo until it is nil again.
  @exclusivity(unchecked)
  unowned(unsafe) var memo: RetractionMemo?
  /// Set while states are read as they were after an earlier transaction.
  @exclusivity(unchecked)
  var past: PastStates?
  /// Whether what a projection cannot take is refused: it is made here.
  @exclusivity(unchecked)
  var refuses = false
  /// Told of what is left out; nil when nobody wants to know.
  let report: QuarantineReport?
  /// What is to be written as one transaction of the log.
  @exclusivity(unchecked)
  @usableFromInline var draft = DraftBuffer()

  /// Whether somebody waits for the writer.
  let waiting = Waiting()
  /// Says when a page is damaged.
  let pages: PageWatch
  /// Told of every commit.
  let signal: CommitSignal
  /// The keys that the transaction has changed; nil while nobody waits for some of them.
  @exclusivity(unchecked)
  var changes: ChangedKeys?
  /// Whether there are such keys.
  @exclusivity(unchecked)
  private(set) var isObserved = false
  /// Lent to transactions that change many rows.
  private let cursors: TableCursors
  private var keepsCursors = false
  /// How many events the log had when the LMDB transaction began.
  private var begunEvents: UInt64 = 0
  /// Whether the heads were written since the transaction began.
  private var hasStoredHeads = false
  /// The generation when the transaction began.
  private var begunGeneration: UInt64 = 0

  /// Whether kinds and projections are as the schema has them; a process that changes that is noticed.
  var isOpen = false
  /// Whether rows that are kept here lack what other processes wrote.
  var hasBehind = false
  /// Whether a transaction of the log or a consumer's place was stored since `begin`.
  @exclusivity(unchecked)
  var hasChanges = false
  /// The LMDB transaction after which heads and names are as they are here.
  private var committed = UInt64.max
  /// The last number of each sort of name.
  @exclusivity(unchecked)
  private var recentNames = ContiguousArray<UInt32>(repeating: 0, count: 8)
  /// How many of the names are on disk.
  private var storedNames = 0

  init(
    environment: EnvironmentBox, pages: PageWatch, tables: LogTables, kinds: [EntityKind],
    settings: WriteSettings, report: QuarantineReport? = nil
  ) {
    self.settings = settings
    self.report = report
    self.environment = environment
    self.pages = pages
    self.tables = tables
    self.kinds = kinds
    cursors = TableCursors(tables: environment.environment.maximumTables)
    signal = CommitSignal(environment: environment)
    rows = Rows(session: self)
  }

  /// Lets go of what refers back to this, which is not used any more.
  ///
  /// References both ways cost no counting where it matters; unowned ones are counted at each use.
  func dissolve() {
    rows = nil
    for kind in kinds { kind.dissolve() }
    ReadSlot.putBack([slot])
  }

  /// Within which readers of the transaction may be used, up to its end or that of the draft.
  var scope: ReadScope { ReadScope(slot) }

  /// Ends the scope of the readers that were given out.
  func endScope() { slot.end() }

  /// The log as the transaction being written sees it.
  @usableFromInline
  var reader: LogReader {
    LogReader(
      transaction: reading, tables: tables, hasRetractions: heads.retractions > 0,
      hasBaselines: heads.purged > 0, asOf: past?.number ?? .max, memo: memo)
  }

  // MARK: LMDB transactions

  /// Runs `body` in an LMDB transaction of its own; again when the file has to grow.
  func write<R>(_ body: () throws -> R) throws -> R {
    try retrying {
      let result = try body()
      try commit()
      return result
    }
  }

  /// Runs `body` in an LMDB transaction that is dropped afterwards.
  func inspect<R>(_ body: () throws -> R) throws -> R {
    try retrying {
      let result = try body()
      abort()
      return result
    }
  }

  private func retrying<R>(_ body: () throws -> R) throws -> R {
    while true {
      do {
        try begin()
        return try body()
      } catch let error as LMDBError where error.code == .mapFull {
        abort()
        try environment.environment.growMap()
      } catch {
        abort()
        throw error
      }
    }
  }

  /// Begins the LMDB transaction, taking over what other processes have written.
  func begin() throws {
    hasChanges = false
    if isOpen { try pages.requireSound() }
    let begun = try environment.environment.beginWrite()
    reading = begun.borrowed
    transaction = consume begun
    // Before anything keeps some: those of the last transaction are closed.
    keepsCursors = false
    hasStoredHeads = false
    if reading.id != committed &+ 1 {
      try reload()
    } else if hasBehind {
      // One transaction did not suffice for what others left behind.
      try CatchUp.recover(self)
    }
    begunGeneration = heads.generation
    begunEvents = heads.events
    isObserved = signal.isObserved
    changes = isObserved ? ChangedKeys() : nil
  }

  /// Keeps cursors when the LMDB transaction brings some events, whose rows lie near each other in part.
  func keepCursors(for events: Int) {
    if heads.events - begunEvents + UInt64(events) > 8 { keepCursors() }
  }

  /// What is stored of an entity; the bytes of the state are valid until the next change.
  ///
  /// Identifiers that sort by time are greater than all there are, which one comparison shows.
  @usableFromInline
  func load(_ kind: EntityKind, _ id: UUID) throws -> StoredEntity? {
    if kind.foreign != nil { try kind.checkOwn() }
    if try greatest(of: kind).precedes(PackedUUID(id)) { return nil }
    let key = EntityKey(kind: kind.number, id: id)
    return try key.withBytes { name in
      guard let bytes = try row(tables.entities, name) else { return nil }
      guard let record = EntityRecord(bytes) else { throw reading.damaged(tables.entities, name) }
      return StoredEntity(record: record, bytes: bytes.from(EntityRecord.headerSize))
    }
  }

  /// The greatest identifier of the stored entities of a kind, or the least there can be.
  private func greatest(of kind: EntityKind) throws -> PackedUUID {
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

  /// Keeps a cursor for each table to the end of the LMDB transaction.
  func keepCursors() {
    if keepsCursors { return }
    transaction!.keepCursors(in: cursors)
    keepsCursors = true
  }

  /// Writes the heads and commits.
  func commit() throws {
    try storeNames()
    // LMDB leaves the file alone when nothing was put: opening a store that is up to date must not
    // touch it. Once open, there is no commit without a change.
    let isChanged = try isOpen || heads != Heads(reading, tables) || hasStoredHeads
    if isChanged { try storeHeads() }
    endScope()
    let id = reading.id
    if isChanged {
      try pages.requireSound()
      try environment.environment.requireRoom(room)
    }
    guard let ending = transaction.take() else { return }
    signal.expect(id)
    do { try environment.environment.commit(ending) } catch {
      signal.expect(0)
      throw error
    }
    // A commit of nothing leaves its number to another process.
    committed = isChanged ? id : .max
    storedNames = names.all.count
    // Other descriptions may mean other tables.
    if heads.generation != begunGeneration { changes?.setUnknown() }
    signal.announce(id, changes.take())
    report?.commit()
  }

  /// Writes the heads.
  func storeHeads() throws {
    hasStoredHeads = true
    heads.encode(into: &scratch)
    try MetaKey.heads.withBytes { try transaction!.put(tables.meta, $0, sealing: &scratch) }
  }

  /// What a commit may need on the disk, in bytes: more than any has been seen to.
  ///
  /// A disk with less is full. One that fills up during a commit stops the writer, because LMDB does not
  /// say whether a write or the flush failed.
  private var room: UInt64 { 1 << 20 + (heads.events - min(heads.events, begunEvents)) * 4096 }

  /// Drops the LMDB transaction; the next one reads the heads anew.
  func abort() {
    endScope()
    discardDraft()
    _ = transaction.take()
    committed = .max
    report?.abort()
    // Another process may give the numbers of this transaction's names to others.
    names.truncate(to: storedNames)
  }

  /// Reads heads, names and descriptions as they are on disk.
  private func reload() throws {
    let read: BorrowedTransaction = reading
    let known = heads.generation
    heads = try Heads(read, tables)
    begunEvents = heads.events
    try names.load(read, tables.names)
    storedNames = names.all.count
    try reloadSummaries()
    for kind in kinds { kind.greatest = nil }
    if isOpen, heads.generation != known { try KindDefinition.check(kinds, read, tables) }
    for projection in projections { try projection.reload(read, tables) }
    try CatchUp.recover(self)
  }

  // MARK: Names and replicas

  /// The number of a name. A new one is stored with the draft, so that one that is given up leaves none.
  func intern(_ name: Names.Name) -> UInt32 {
    if let number = names.number(name) { return number }
    names.add(name)
    return UInt32(names.all.count)
  }

  /// The number of a text of one sort; 0 for none.
  func intern(_ sort: Names.Sort, _ text: String?) -> UInt32 {
    guard let text else { return 0 }
    // Most often the same as the last time, which costs less than a search.
    if let name = names[recentNames[Int(sort.rawValue)]], name.sort == sort.rawValue,
      name.text.isWritten(as: text)
    {
      return recentNames[Int(sort.rawValue)]
    }
    let number = intern(Names.Name(sort: sort.rawValue, text: text))
    recentNames[Int(sort.rawValue)] = number
    return number
  }

  /// Stores the names that are not.
  func storeNames() throws {
    while heads.names < names.all.count {
      let number = heads.names + 1
      Names.encode(names.all[Int(number) - 1], number: number, into: &scratch)
      try transaction!.append(tables.names, number, scratch.bytes)
      heads.names = number
    }
  }

  /// The local number of a replica. A new one is stored with the draft, as names are.
  func intern(_ replica: ReplicaID) throws -> UInt32 {
    if let known = draft.replicas.first(where: { $0.record.id == replica }) { return known.number }
    if let number = try reader.number(of: replica) { return number }
    // Its space is told by its first message.
    return try add(ReplicaRecord(id: replica, space: ReplicaRecord.noSpace))
  }

  /// The local number of the replica that a message comes from, whose space it tells.
  ///
  /// - Throws: `StoreError.foreignSpace` when its earlier messages came from another.
  func intern(_ replica: ReplicaID, in space: UUID) throws -> UInt32 {
    guard let number = try reader.number(of: replica) else {
      return try add(ReplicaRecord(id: replica, space: space))
    }
    var record = try reader.replicaRecord(number)
    if record.space == space { return number }
    guard try number != heads.replica && reader.newestSequence(number) == 0 else {
      throw StoreError(
        .foreignSpace,
        "replica \(replica) writes in space \(record.space), and now in \(space); one of its stores is a copy"
      )
    }
    record.space = space
    draft.replicas.append((number, record))
    return number
  }

  private func add(_ record: ReplicaRecord) throws -> UInt32 {
    let stored = UInt32(try reading.statistics(tables.replicas).rows)
    let number = max(stored, draft.replicas.map(\.number).max() ?? 0) + 1
    draft.replicas.append((number, record))
    return number
  }

  /// Stores the replicas that the draft has brought.
  func storeReplicas() throws {
    for (number, record) in draft.replicas {
      record.encode(number: UInt64(number), into: &scratch)
      try transaction!.put(tables.replicas, UInt64(number), scratch.bytes)
    }
  }

  // MARK: Parts of the schema

  /// The kind with a local number; nil when the schema does not know it.
  func kind(_ number: UInt32) -> EntityKind? { kinds.first { $0.number == number } }

  /// - Throws: `StoreError.notInSchema`.
  func projection(_ name: String) throws -> ProjectionRuntime {
    guard let found = projections.first(where: { $0.name == name }) else {
      throw StoreError(.notInSchema, "the schema does not know a projection \(name)")
    }
    return found
  }
}
