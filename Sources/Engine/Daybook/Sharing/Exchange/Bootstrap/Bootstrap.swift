internal import LMDB

/// The course of a bootstrap.
struct Bootstrap {
  /// A transaction that was here before and stays.
  private struct Rest {
    let message: [UInt8]
    /// Whether this store wrote it.
    let isLocal: Bool
  }

  /// Entities in memory at a time.
  private static let step = 10_000

  private var decoder: FrontierSnapshot.Decoder
  /// Entities that were here before and are not in the snapshot.
  private var former: Set<EntityKey> = []
  /// The one number and position that all transactions behind the states get.
  private var (transaction, position): (UInt64, UInt64) = (0, 0)
  private var touched = 0

  init(_ decoder: FrontierSnapshot.Decoder) { self.decoder = decoder }

  mutating func run(_ scope: inout WriteScope) throws -> Bool {
    guard case .preamble(let preamble) = try decoder.next() else {
      throw FrontierSnapshot.Decoder.malformed("it has no preamble")
    }
    guard try needs(preamble, &scope) else { return false }
    let rest = try messages(beyond: preamble, scope)
    try forget(&scope)
    try place(preamble, &scope)
    try installParts(preamble, &scope)
    try absorbRest(rest, &scope)
    try scope.storeEntities()
    try removeFormer(&scope)
    try scope.forgetRemains()
    try scope.keepRemains()
    try scope.storePurgeBase(PurgeBase(number: preamble.number, time: preamble.time))
    scope.hasChanges = true
    scope.rows.changes?.setUnknown()
    return true
  }

  /// Whether the store lacks transactions of the snapshot, or has to start again.
  private func needs(_ preamble: FrontierSnapshot.Preamble, _ scope: inout WriteScope) throws
    -> Bool
  {
    let own = try scope.reader.replicaRecord(scope.counters.replica).space
    guard preamble.space == own else {
      throw StoreError(
        .foreignSpace, "the snapshot is of space \(preamble.space), this store of \(own)")
    }
    guard preamble.vector.sequences.values.allSatisfy({ $0 < 1 << 62 }) else {
      throw FrontierSnapshot.Decoder.malformed("a writer has more transactions than there can be")
    }
    if let hours = preamble.time.impossibleLead(over: scope.draft.wall) {
      throw StoreError(
        .clockAhead,
        "the snapshot is \(hours.counted("hour")) ahead of this device; set the clock of the one that is wrong, and ask for another"
      )
    }
    var isNeeded = try scope.reader.mustStartAgain()
    for (replica, sequence) in preamble.vector.sequences {
      let number = try scope.reader.number(of: replica)
      if try number.map(scope.reader.newestSequence) ?? 0 < sequence { isNeeded = true }
    }
    if isNeeded, try scope.reader.hasPurged(beyond: preamble.vector) {
      throw StoreError(
        .expiredToken,
        "this store has purged transactions that the snapshot does not hold; it is older than this store"
      )
    }
    return isNeeded
  }

  /// The transactions that are here and not in the snapshot, in their order.
  private func messages(
    beyond preamble: FrontierSnapshot.Preamble, _ scope: borrowing WriteScope
  ) throws -> [Rest] {
    let log = scope.reader
    let ids = try log.replicaIDs()
    var messages: [Rest] = []
    for number in scope.counters.purged..<scope.counters.transactions {
      let record = try log.existing(number + 1)
      guard let replica = ids[record.replica] else { continue }
      let dot = Dot(replica: replica, sequence: record.sequence)
      let isLocal = record.flags & TransactionRecord.isRemote == 0
      if preamble.vector.contains(dot) {
        // A frontier's transactions are older than it, so the snapshot holds another one under this
        // dot.
        if isLocal, record.time > preamble.time { throw Self.branch(dot) }
        continue
      }
      var writer = PayloadWriter(capacity: 1024)
      _ = try TransactionMessage.write(number + 1, log, into: &writer)
      messages.append(Rest(message: writer.array, isLocal: isLocal))
    }
    return messages
  }

  private static func branch(_ dot: Dot) -> StoreError {
    StoreError(
      .forkedReplica,
      "this store wrote transaction \(dot) after the snapshot, which holds another one under that name; export what only this store has, join anew and import it"
    )
  }

  // MARK: The log

  /// Empties the log; entities stay until others take their places.
  private mutating func forget(_ scope: inout WriteScope) throws {
    let log = scope.reader
    try log.everyRow(of: log.tables.entities) { name, _ in
      if let key = EntityKey(name) { former.insert(key) }
    }
    let tables = scope.tables
    try scope.rows.transaction.removeAll(tables.events)
    try scope.rows.transaction.removeAll(tables.transactions)
    try scope.rows.transaction.removeAll(tables.dots)
    try scope.rows.transaction.removeAll(tables.retractions)
    try scope.rows.transaction.removeAll(tables.types)
    try scope.rows.transaction.removeAll(tables.baselines)
    scope.counters.retractions = 0
  }

  /// Puts the end of what is purged where the log ended.
  private mutating func place(
    _ preamble: FrontierSnapshot.Preamble, _ scope: inout WriteScope
  ) throws {
    (transaction, position) = (scope.counters.transactions + 1, scope.counters.events + 1)
    scope.counters.transactions = transaction
    scope.counters.events = position
    scope.counters.purged = transaction
    scope.counters.purgedPosition = position
    scope.counters.time = max(scope.counters.time, preamble.time)
    scope.beginNextDraft()
    scope.rows.changes?.hasTransactions = true
  }

  /// Stores the dot of each writer's newest transaction, so that it is known here although it is
  /// purged.
  private func noteDots(_ vector: VersionVector, _ scope: inout WriteScope) throws {
    let own = scope.counters.replica
    for (replica, sequence) in vector.sequences.sorted(by: { $0.key < $1.key }) {
      scope.beginNextDraft()
      let space = try scope.reader.replicaRecord(own).space
      let number = try scope.intern(replica, in: space)
      try scope.storeReplicas()
      if number == own { scope.counters.sequence = max(scope.counters.sequence, sequence) }
      guard try scope.reader.newestSequence(number) < sequence else { continue }
      try DotIndex.put(number, sequence, transaction, &scope)
    }
    scope.beginNextDraft()
  }

  // MARK: The parts

  private mutating func installParts(
    _ preamble: FrontierSnapshot.Preamble, _ scope: inout WriteScope
  ) throws {
    var kind: UInt32?
    var chains: [SignedHead] = []
    var hasMessages = false
    while let part = try decoder.next() {
      switch part {
      case .preamble: throw FrontierSnapshot.Decoder.malformed("it has two preambles")
      case .chain(let chain): chains.append(chain)
      case .kind(let name):
        try Limits.checkName(name, "a kind of entity")
        kind = scope.intern(Names.Name(sort: Names.Sort.kind.rawValue, text: name))
      case .entity(let state):
        guard let kind, !hasMessages else {
          throw FrontierSnapshot.Decoder.malformed("an entity is not where it belongs")
        }
        try installState(state, of: kind, &scope)
      case .message(let bytes):
        if !hasMessages { try resetFormer(&scope) }
        hasMessages = true
        try absorbMessage(bytes, preamble, &scope)
      }
    }
    if !hasMessages { try resetFormer(&scope) }
    try scope.storePending()
    scope.counters.purged = scope.counters.transactions
    scope.counters.purgedPosition = scope.counters.events
    try scope.beginChain(after: scope.counters.purged)
    try noteDots(preamble.vector, &scope)
    scope.draft.signed = chains.filter { preamble.vector[$0.dot.replica] == $0.dot.sequence }
    try scope.storeSigned()
  }

  /// Puts a state in place of an entity's events.
  private mutating func installState(
    _ state: FrontierSnapshot.State, of kind: UInt32, _ scope: inout WriteScope
  ) throws {
    let key = EntityKey(kind: kind, id: state.id)
    former.remove(key)
    var record = EntityRecord()
    record.lastPosition = position
    // An entity of which no event counts has no newest transaction.
    record.newest = state.modified == .distantPast ? 0 : transaction
    (record.created, record.modified) = (state.created, state.modified)
    record.hasState = state.bytes != nil
    let bytes = state.bytes ?? []
    try bytes.withUnsafeBytes { bytes in
      let most = EntityRecord.baselineStart + EntityRecord.mostSize
      var row = PayloadWriter(capacity: most + bytes.count)
      record.encode(baseline: bytes, revision: state.revision, into: &row)
      try key.withBytes {
        try scope.rows.transaction.put(scope.tables.baselines, $0, sealing: &row)
      }
      try install(key, StoredEntity(record: record, bytes: bytes), &scope)
    }
    touched += 1
    if touched % Self.step == 0 { try scope.storeEntities() }
  }

  private func install(
    _ key: EntityKey, _ stored: StoredEntity, _ scope: inout WriteScope
  ) throws {
    if let kind = scope.kind(key.kind) {
      return try kind.operations.install(&scope, key.id, stored)
    }
    // Folded once the schema knows the kind.
    var record = stored.record
    record.hasState = false
    record.encode(into: &scope.rows.buffers.scratch)
    try scope.putEntity(key)
    scope.unknownKinds.note(key.kind)
  }

  /// The former entities in an order that is the same on every run.
  private var formerInOrder: [EntityKey] { former.sorted { ($0.kind, $0.id) < ($1.kind, $1.id) } }

  /// Empties the entities that are not in the snapshot, until events of them come.
  private mutating func resetFormer(_ scope: inout WriteScope) throws {
    try scope.storeEntities()
    let nothing = StoredEntity(record: EntityRecord(), bytes: BorrowedBytes.none)
    for key in formerInOrder { try install(key, nothing, &scope) }
    try scope.storeEntities()
  }

  /// Takes in a transaction of which some events stay.
  private func absorbMessage(
    _ bytes: [UInt8], _ preamble: FrontierSnapshot.Preamble, _ scope: inout WriteScope
  ) throws {
    let arriving = try ArrivingTransaction(bytes)
    guard preamble.vector.contains(arriving.dot) else {
      throw FrontierSnapshot.Decoder.malformed("transaction \(arriving.dot) is not in its frontier")
    }
    try scope.storePending()
    try scope.absorb(arriving, isSalvaged: true)
  }

  /// Takes in again what was here beyond the snapshot.
  private func absorbRest(_ rest: [Rest], _ scope: inout WriteScope) throws {
    for one in rest {
      try scope.storePending()
      try scope.absorb(
        ArrivingTransaction(one.message), isSalvaged: true, isRepeated: one.isLocal)
    }
    try scope.storePending()
  }

  /// Removes the entities of which nothing is left.
  private func removeFormer(_ scope: inout WriteScope) throws {
    for key in formerInOrder {
      guard let record = try scope.reader.withEntity(key, { record, _ in record }),
        record.eventCount == 0
      else { continue }
      try key.withBytes { _ = try scope.rows.transaction.remove(scope.tables.entities, $0) }
    }
  }
}

extension WriteScope {
  /// Stores what the log keeps of the draft, when there is one, and starts the next.
  fileprivate mutating func storePending() throws {
    if !draft.events.isEmpty {
      try storeLog(author: nil, context: nil, process: nil, wall: Date(timeIntervalSince1970: 0))
    }
    beginNextDraft()
  }
}
