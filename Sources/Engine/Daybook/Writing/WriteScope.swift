internal import LMDB

/// One LMDB transaction that writes, and all that writing needs: counters, names, the draft, rows.
///
/// There is one at a time. It is lent to whoever writes, down to the handlers of projections, and
/// ended by `commit` or `abort`. So the compiler sees to it that nobody changes two things at once,
/// that nobody writes without a transaction, and that none is forgotten.
@usableFromInline
struct WriteScope: ~Copyable {
  let context: WriterContext
  /// What is kept when it ends; reached through the properties of the same names.
  @usableFromInline var state: Owned<WriterState>
  /// The LMDB transaction, and the rows of projections.
  @usableFromInline var rows: Rows
  /// What is known of retractions; only while the log stays as it is.
  var memo: RetractionMemo?
  /// What is known of references by the stored states; only while those stay as they are.
  var standings: Standings?
  /// The same by the states as the draft leaves them; only while it is followed.
  var drafted: Standings?
  /// Who refers to whom by the stored states; only while those stay as they are.
  var lists: RelationLists?
  /// Set while states are read as they were after an earlier transaction.
  var past: PastStates?
  /// How many events the log had when the LMDB transaction began.
  private(set) var begunEvents: UInt64 = 0
  /// How many transactions the log had then.
  private(set) var begunTransactions: UInt64 = 0
  /// The bytes of the events that were stored since then.
  var eventBytes = 0
  /// The generation when the transaction began.
  private var begunGeneration: UInt64 = 0
  /// Whether the counters were written since the transaction began.
  private var hasStoredCounters = false
  /// Whether a transaction of the log or a consumer's place was stored since the transaction began.
  var hasChanges = false

  init(_ idle: consuming IdleWriter, _ transaction: consuming WriteTransaction) {
    context = idle.context
    state = idle.state
    rows = Rows(transaction, idle.buffers, isObserved: idle.context.signal.isObserved)
  }

  // MARK: Beginning and ending

  /// Takes over what other processes have written.
  mutating func takeOver() throws {
    if reading.id != known.transaction &+ 1 {
      try reload()
    } else if known.hasBehind {
      // One transaction did not suffice for what others left behind.
      try CatchUp.recover(&self)
    }
    if !state.value.formerRules.isEmpty { state.value.formerRules = [] }
    begunGeneration = counters.generation
    begunEvents = counters.events
    begunTransactions = counters.transactions
  }

  /// Reads counters, names and descriptions as they are on disk.
  private mutating func reload() throws {
    let read = reading
    let generation = counters.generation
    counters = try LogCounters(read, tables)
    begunEvents = counters.events
    try names.load(read, tables.names)
    known.names = names.all.count
    rules = try SpaceRules(reader)
    currentTypes = CurrentTypes()
    try reloadSummaries()
    for kind in kinds { kind.forgetGreatest() }
    if known.isOpen, counters.generation != generation {
      try KindDefinition.check(kinds, read, tables)
    }
    for projection in projections { try projection.reload(read, tables) }
    try CatchUp.recover(&self)
  }

  /// What is left when a transaction has ended.
  struct Ended: ~Copyable {
    var idle: IdleWriter
    /// Why it could not be committed.
    var failure: (any Error)?
  }

  /// Writes the counters and commits, or drops what cannot be committed.
  consuming func commit(isDurable: Bool) -> Ended {
    let isChanged: Bool
    do { isChanged = try prepareCommit() } catch {
      return Ended(idle: abort(), failure: error)
    }
    let (context, id, changes) = (context, reading.id, rows.changes.take())
    var parts = split()
    // Who waits for a commit that was none would look for it without end.
    if isChanged { context.signal.expect(id) }
    do {
      try context.environment.environment.commit(parts.transaction, isDurable: isDurable)
    } catch {
      context.signal.expect(0)
      parts.idle.state.value.forget()
      return Ended(idle: parts.idle, failure: error)
    }
    parts.idle.state.value.know(isChanged ? id : nil)
    if isChanged { context.signal.announce(id, changes) }
    return Ended(idle: parts.idle, failure: nil)
  }

  /// The transaction, and what is left without it.
  private struct Parts: ~Copyable {
    var idle: IdleWriter
    var transaction: WriteTransaction
  }

  private consuming func split() -> Parts {
    Parts(
      idle: IdleWriter(context: context, state: state, buffers: rows.buffers),
      transaction: rows.transaction)
  }

  /// Writes what the commit needs. Returns whether it changes anything.
  private mutating func prepareCommit() throws -> Bool {
    try storeNames()
    // LMDB leaves the file alone when nothing was put: opening a store that is up to date must not
    // touch it. Once open, there is no commit without a change.
    let isChanged =
      try known.isOpen || counters != LogCounters(reading, tables) || hasStoredCounters
    if isChanged { try storeCounters() }
    // Other descriptions may mean other tables.
    if counters.generation != begunGeneration { rows.changes?.setUnknown() }
    endScope()
    if isChanged {
      try context.pages.requireSound()
      try context.environment.environment.requireRoom(room)
    }
    return isChanged
  }

  /// Writes the counters.
  mutating func storeCounters() throws {
    hasStoredCounters = true
    counters._checkInvariants()
    #if DEBUG
    if let stored = try? LogCounters(reading, tables) { counters._checkInvariants(after: stored) }
    #endif
    counters.encode(into: &rows.buffers.scratch)
    try MetaKey.counters.withBytes { try rows.putScratch(context.tables.main, $0) }
  }

  /// Drops the LMDB transaction; the next one reads the counters anew.
  consuming func abort() -> IdleWriter {
    endScope()
    state.value.forget()
    return IdleWriter(context: context, state: state, buffers: rows.buffers)
  }

  /// What a commit may need on the disk, in bytes: more than any has been seen to.
  ///
  /// A disk with less is full. One that fills up during a commit stops the writer, because LMDB
  /// does not say whether a write or the flush failed.
  private var room: UInt64 {
    1 << 20 + (counters.events - min(counters.events, begunEvents)) * 4096
  }

  // MARK: Parts

  var tables: LogTables { _read { yield context.tables } }

  var kinds: [WrittenKind] {
    _read { yield state.value.kinds }
    _modify { yield &state.value.kinds }
  }

  var projections: [ProjectionRuntime] {
    _read { yield state.value.projections }
    _modify { yield &state.value.projections }
  }

  var relations: [WrittenRelation] {
    _read { yield state.value.relations }
    _modify { yield &state.value.relations }
  }

  var building: UnsharedArray<Rebuild.Part> {
    _read { yield state.value.building }
    _modify { yield &state.value.building }
  }

  var counters: LogCounters {
    _read { yield state.value.counters }
    _modify { yield &state.value.counters }
  }

  var names: Names {
    _read { yield state.value.names }
    _modify { yield &state.value.names }
  }

  var summaries: CurrentSummaries {
    _read { yield state.value.summaries }
    _modify { yield &state.value.summaries }
  }

  var currentTypes: CurrentTypes {
    _read { yield state.value.currentTypes }
    _modify { yield &state.value.currentTypes }
  }

  var rules: SpaceRules? {
    _read { yield state.value.rules }
    _modify { yield &state.value.rules }
  }

  var unknownKinds: UnknownKinds {
    _read { yield state.value.unknownKinds }
    _modify { yield &state.value.unknownKinds }
  }

  var known: KnownCommit {
    _read { yield state.value.known }
    _modify { yield &state.value.known }
  }

  @inlinable var draft: DraftBuffer {
    _read { yield state.value.draft }
    _modify { yield &state.value.draft }
  }

  var report: QuarantineReport? { state.value.report }

  /// The LMDB transaction, for reading.
  var reading: BorrowedTransaction {
    @inline(__always) get { rows.transaction.borrowed }
  }

  /// Within which readers of the transaction may be used, up to its end or that of the draft.
  var scope: ReadScope { ReadScope(context.slot) }

  /// Ends the scope of the readers that were given out.
  func endScope() { context.slot.end() }

  /// The log as the transaction being written sees it.
  @usableFromInline
  var reader: LogReader {
    LogReader(
      transaction: reading, tables: tables, hasRetractions: counters.retractions > 0,
      hasBaselines: counters.purged > 0, asOf: past?.number ?? .max,
      memo: memo, standings: standings, rules: state.value.lentRules)
  }

  // MARK: Parts of the schema

  /// - Throws: `StoreError.notInSchema`.
  func projection(_ name: String) throws -> ProjectionRuntime {
    guard let found = projections.first(where: { $0.name == name }) else {
      throw StoreError(
        .notInSchema, "the schema does not know a projection \(name); add it with `.projection(…)`")
    }
    return found
  }
}
