internal import LMDB

extension WriteScope {
  /// Starts a draft whose events are stamped `declared` or, without, the next time of the clock.
  mutating func beginDraft(wall milliseconds: Int64, declared: HybridTime?) throws {
    let time = counters.time.next(wall: milliseconds)
    if let declared, declared > time {
      throw StoreError(
        .invalidArgument, "a transaction may declare an earlier time, not a later one")
    }
    invariant(
      time > counters.time || time.rawValue == .max, "a transaction is not after the one before it")
    endScope()
    draft.time = time
    draft.wall = milliseconds
    stampDraft(declared ?? time)
    draft.clear()
    placeDraft()
  }

  /// Stamps the events of a draft that is written here.
  mutating func stampDraft(_ time: HybridTime) {
    draft.stampTime = time
    draft.effectiveTime = time
    // No frontier that there is can hold it.
    if let last = state.value.lentRules?.object.space?.frontiers.last {
      draft.effectiveTime = max(time, last.time)
    }
    invariant(
      draft.effectiveTime >= draft.stampTime, "events have their place before their own stamps")
  }

  /// Starts the next transaction of the same append.
  mutating func beginNextDraft() {
    let hasStored = draft.stored > 0
    draft.clearTransaction()
    if hasStored { draft.earlier += 1 }
    placeDraft()
  }

  /// Puts the draft at the end of the log.
  private mutating func placeDraft() {
    draft.number = counters.transactions + 1
    draft.first = counters.events + 1
  }

  /// Whether an event of the draft comes after everything that an entity has taken in.
  mutating func follows(_ record: EntityRecord) throws -> Bool {
    if draft.effectiveTime != record.modified || record.newest == 0
      || record.newest == draft.number
    {
      return draft.effectiveTime >= record.modified
    }
    // What a frontier has moved has its place by its stamp then.
    if rules != nil { return false }
    // Of equal times the replica's identifier decides, then its sequence.
    guard let newest = try reader.record(record.newest) else { return true }
    return newest.replica == draft.origin?.replica ?? counters.replica
  }

  /// Adds the event whose payload was written to the draft from `start` on. Returns its position.
  mutating func addEvent(type: UInt32, entity: PackedUUID, previous: UInt64, from start: Int)
    -> UInt64
  {
    invariant(
      previous < draft.first + UInt64(draft.events.count),
      "an event follows the one at \(previous), which is not before it")
    invariant(
      start >= (draft.events.isEmpty ? 0 : draft.events[draft.events.count - 1].payload.upperBound)
        && start <= draft.payloads.count, "a payload begins within another one")
    draft.events.append(
      DraftBuffer.Event(
        type: type, entity: entity, previous: previous, payload: start..<draft.payloads.count))
    return draft.first + UInt64(draft.events.count) - 1
  }

  /// - Throws: `StoreError.noSuchTransaction` unless a transaction is there and was not purged.
  func checkIsThere(_ target: UInt64) throws {
    if try target > counters.purged && reader.record(target) != nil { return }
    throw StoreError.noTransaction(target, purged: counters.purged)
  }

  /// Leaves the events of a transaction out of every fold.
  mutating func retract(_ target: UInt64) throws {
    // After its events were stored the draft itself is among the transactions.
    if target == draft.number {
      throw StoreError(.noSuchTransaction, "there is no transaction \(target) yet")
    }
    try checkIsThere(target)
    let record = try reader.existing(target)
    let dot = Dot(replica: try reader.replica(record.replica), sequence: record.sequence)
    let type = intern(Control.retraction)
    let start = draft.payloads.count
    draft.payloads.uuid(1, dot.replica.uuid)
    draft.payloads.uint(2, dot.sequence)
    _ = addEvent(type: type, entity: Control.entity, previous: 0, from: start)
    draft.retractions.append((dot, record.replica))
    for key in try reader.touched(target) { try markForRefold(key) }
  }

  /// Has an entity folded anew when the draft is stored; one of a kind that the schema does not
  /// know, when a version of the app opens the store that does.
  mutating func markForRefold(_ key: EntityKey) throws {
    if let kind = kind(key.kind) {
      try kind.operations.markForRefold(&self, key.id)
    } else {
      unknownKinds.note(key.kind)
    }
  }

  /// Folds the marked entities of a kind anew; what retractions come to is found out once for all.
  mutating func refold(_ kind: WrittenKind) throws {
    try remembering { scope in try kind.operations.refold(&scope) }
  }

  /// Runs `body`, which leaves log and entities as they are, and remembers what retractions and
  /// references come to until then.
  mutating func remembering<R>(
    _ body: (inout WriteScope) throws -> R
  ) rethrows -> R {
    let outer = (memo, standings, lists)
    (memo, standings, lists) = (
      RetractionMemo(), Standings(), RelationLists(knowing: outer.2)
    )
    defer { (memo, standings, lists) = outer }
    return try body(&self)
  }

  /// Forgets the draft; what was stored of it goes with the LMDB transaction.
  mutating func discardDraft() { state.value.discardDraft() }

  /// Stores the draft as one transaction. Returns its number; nil when it holds no event.
  ///
  /// What was stored of it before stays, and the rest is added.
  mutating func storeDraft(author: String?, context: String?, process: String?, wall: Date) throws
    -> UInt64?
  {
    guard !draft.events.isEmpty else {
      if draft.earlier > 0 { try storeEntities() }
      return nil
    }
    if draft.stored == draft.events.count { return draft.number }
    try storeLog(author: author, context: context, process: process, wall: wall)
    try storeEntities()
    return draft.number
  }

  /// Stores what the log keeps of the draft; the entities that it touches wait.
  mutating func storeLog(author: String?, context: String?, process: String?, wall: Date) throws {
    let isFirst = draft.stored == 0
    invariant(
      draft.number == counters.transactions + (isFirst ? 1 : 0)
        && draft.first + UInt64(draft.stored) == counters.events + 1,
      "transaction \(draft.number) at \(draft.first) leaves a gap in the log")
    keepCursors(for: draft.events.count - draft.stored)
    try storeEvents()
    try storeTransaction(author: author, context: context, process: process, wall: wall)
    draft.stored = draft.events.count
    counters.transactions = draft.number
    hasChanges = true
    rows.changes?.hasTransactions = true
    counters.events = draft.first + UInt64(draft.events.count) - 1
    if let origin = draft.origin {
      // A copy of this store has written on: what it wrote is not written again under the same
      // dots.
      if origin.replica == counters.replica {
        counters.sequence = max(counters.sequence, origin.sequence)
      }
    } else if isFirst {
      counters.sequence += 1
    }
    invariant(draft.time >= counters.time, "the clock of the log goes back")
    counters.time = draft.time
  }

  /// Folds and stores the entities that are touched, and lets projections follow.
  mutating func storeEntities() throws {
    if draft.hasStatements { try renewRules() }
    // By index, here and below: a loop over references counts each of them.
    for index in kinds.indices where kinds[index].hasMarked { try refold(kinds[index]) }
    rows.follow(isOfAppend: draft.origin == nil && draft.earlier == 0)
    defer { rows.follow(isOfAppend: false) }
    let checked = context.settings.checksDerived && rows.isOfAppend ? touchedEntities() : []
    try flushTouched()
    if !checked.isEmpty { try checkDerived(checked) }
    try flushUnknown()
    for index in projections.indices { mark(index) }
  }

  /// Stores the entities that are touched, kind by kind, and lets projections take them in.
  mutating func flushTouched() throws {
    if !state.value.relations.isEmpty || hasMergedKinds { try followRelations() }
    for index in kinds.indices where kinds[index].isTouched {
      try kinds[index].operations.store(&self)
    }
    // Unless the draft is too small for that to pay.
    rows.holdsShared = draft.events.count >= 8
    defer { rows.holdsShared = false }
    do { try projectTouched() } catch {
      try? settleRows()
      throw error
    }
    try settleRows()
  }

  /// Whether a touched entity, of any kind, was merged.
  private var hasMergedKinds: Bool {
    for index in kinds.indices where kinds[index].hasMerged { return true }
    return false
  }

  /// In the order in which they were touched, whatever their kind: the rows of a view that is
  /// ordered by time come in that order then, and fill its pages.
  private mutating func projectTouched() throws {
    var start = 0
    while start < state.value.followed.count {
      let place = state.value.followed[start]
      var end = start + 1
      while end < state.value.followed.count, state.value.followed[end] == place { end += 1 }
      try kinds[Int(place)].operations.project(&self, end - start)
      start = end
    }
    state.value.followed.removeAll()
  }

  /// Stores the rows that projections hold; after a failure none is held either.
  private mutating func settleRows() throws {
    guard rows.holdsShared else { return }
    var failure: (any Error)?
    for index in projections.indices {
      for slot in [projections[index].keptLive, projections[index].keptBuilding] {
        guard let slot else { continue }
        do { try rows.settle(slot) } catch { failure = error }
      }
    }
    if let failure { throw failure }
  }

  /// The entities that the draft touches, the first ones of many, with their kinds.
  private func touchedEntities() -> [(kind: Int, id: UUID)] {
    kinds.indices.flatMap { index in
      kinds[index].touched(atMost: DerivedCheck.mostTouched).map { (index, $0) }
    }
  }

  /// Gives the draft up when what it leads to is not a function of what it stores.
  ///
  /// - Throws: `DraftRefused`.
  private mutating func checkDerived(_ entities: [(kind: Int, id: UUID)]) throws {
    rows.follow(isOfAppend: false)
    do {
      try remembering { scope in
        for (kind, id) in entities.prefix(DerivedCheck.mostTouched) {
          try DerivedCheck.check(scope.kinds[kind], id, &scope)
        }
      }
    } catch let error as StoreError where error.code == .storedFormatChanged {
      throw DraftRefused(
        error: StoreError(error.code, error.message + "; nothing was appended", cause: error))
    }
  }

  /// Notes that the log is in the rows that are kept here. Other processes see by the marks of
  /// the others that those lack it.
  private mutating func mark(_ index: Int) {
    let number = projections[index].number
    if projections[index].keptLive != nil {
      counters.projections[number].live.transaction = counters.transactions
    }
    if projections[index].keptBuilding != nil {
      counters.projections[number].building.transaction = counters.transactions
    }
  }

  private mutating func storeEvents() throws {
    if draft.stored == 0 { draft.chain = LogChain.Next(after: counters.chain) }
    for index in draft.stored..<draft.events.count {
      let event = draft.events[index]
      let position = draft.first + UInt64(index)
      let record = EventRecord(
        type: event.type, transaction: draft.number, previous: event.previous,
        time: draft.stampTime, entity: event.entity)
      let payload = draft.payload(event)
      invariant(event.type > 0 && event.type <= names.all.count, "an event's type has no name")
      invariant(
        event.previous < position,
        "the event at \(position) follows the one at \(event.previous)")
      let count = record.size + payload.count
      var row = BorrowedBytes.none
      try rows.transaction.append(tables.events, position, count: count) {
        record.write(to: $0, payload: payload, position: position)
        row = BorrowedBytes(start: $0, count: count)
      }
      draft.chain.add(row)
      eventBytes += count
    }
  }

  private mutating func storeTransaction(
    author: String?, context: String?, process: String?, wall: Date
  ) throws {
    if let origin = draft.origin {
      return try storeTransaction(
        origin, flags: draft.isRepeated ? 0 : TransactionRecord.isRemote)
    }
    let origin = ownOrigin(author: author, context: context, process: process)
    writeHeader(origin, wall)
    try storeTransaction(origin, flags: 0)
    if names.all.count > Limits.namesOfReplica, let error = draft.failure as? StoreError {
      throw DraftRefused(error: error)
    }
  }

  /// Where a transaction that is written here comes from.
  func ownOrigin(author: String?, context: String?, process: String?) -> DraftBuffer.Origin {
    DraftBuffer.Origin(
      replica: counters.replica, sequence: ownSequence, time: draft.time, author: author,
      context: context, process: process)
  }

  /// The sequence of a transaction that is written here; a draft whose beginning is stored for a
  /// view of it has its already.
  var ownSequence: UInt64 { draft.stored == 0 ? counters.sequence + 1 : counters.sequence }

  /// Writes the header that travels.
  mutating func writeHeader(_ origin: DraftBuffer.Origin, _ wall: Date) {
    var header = TravellingHeader()
    header.sequence = origin.sequence
    header.time = origin.time
    header.wallTime = wall.finite
    header.author = origin.author
    header.context = origin.context
    header.process = origin.process
    if draft.stampTime != origin.time { header.stampTime = draft.stampTime }
    header.schemaVersion = context.settings.schemaVersion
    header.group = draft.group
    header.undoAuthor = draft.undoAuthor
    draft.header.truncate()
    header.encode(into: &draft.header)
  }

  private mutating func storeTransaction(_ origin: DraftBuffer.Origin, flags: UInt32) throws {
    var flags = flags
    if let author = draft.undoAuthor {
      flags |= TransactionRecord.hasUndoAuthor
      // So that it is found among those who have written.
      if !author.isEmpty { _ = intern(Names.Name(sort: Names.Sort.author.rawValue, text: author)) }
    }
    let record = TransactionRecord(
      replica: origin.replica, firstPosition: draft.first, eventCount: UInt32(draft.events.count),
      flags: flags, sequence: origin.sequence, time: origin.time, stampTime: draft.stampTime,
      author: intern(.author, origin.author), context: intern(.context, origin.context),
      process: intern(.process, origin.process))
    invariant(
      record.sequence > 0 && record.replica > 0, "a transaction has no place among its writer's")
    invariant(
      draft.origin != nil || record.sequence == counters.sequence + (draft.stored == 0 ? 1 : 0),
      "a transaction that is written here leaves a gap in the sequence")
    invariant(
      draft.origin != nil || record.stampTime <= record.time, "a stamp is of a later time")
    if flags & TransactionRecord.isRemote != 0 { try noteNames(broughtBy: origin.replica) }
    try storeNames()
    if !draft.replicas.isEmpty { try storeReplicas() }
    if let message = draft.ingested { try markIngested(message, by: draft.number) }
    let number = draft.number
    let header = draft.header.bytes
    // As it was when some of the events were stored; it is the last row, and is put back longer.
    if draft.stored > 0 { try rows.transaction.remove(tables.transactions, number) }
    let count = TransactionRecord.headerSize + header.count
    var row = BorrowedBytes.none
    try rows.transaction.append(tables.transactions, number, count: count) {
      record.write(to: $0, header: header, number: number)
      row = BorrowedBytes(start: $0, count: count)
    }
    try endChain(with: row)
    for index in context.settings.indexes { try index.note(record, &self) }
  }
}
