internal import LMDB

/// Writes a store's own tail again as transactions of another replica.
///
/// Transactions and events keep their local numbers, so history, consumers and the inbox find them
/// where they were. The writer changes: in record, header and dot, in the dots that retractions and
/// undo groups of the tail name and, when the clock was wrong, in the times.
///
/// In place the writer and all dots stay as well, and the times alone change. So it is for a tail
/// that nobody else has: whoever had it under the same dots would take nothing more from its
/// writer.
struct TailRewrite {
  /// One transaction of the tail.
  private struct Item {
    let number: UInt64
    let dot: Dot
    let record: TransactionRecord
  }

  /// The transactions that keep their dots: all up to these.
  private let kept: VersionVector
  /// The wall clock. A transaction too far ahead of it was written with a wrong clock, and gets a
  /// time from now on.
  private let wall: Date
  /// Whether the tail keeps its writer and its dots.
  private let isInPlace: Bool
  private var items: [Item] = []
  private var newDots: [Dot: Dot] = [:]

  init(keeping kept: VersionVector, now wall: Date, inPlace isInPlace: Bool = false) {
    self.kept = kept
    self.wall = wall
    self.isInPlace = isInPlace
  }

  /// How many transactions are written again.
  var count: Int { items.count }

  // MARK: Finding

  /// Finds the tail: the transactions that this store wrote beyond the kept ones.
  ///
  /// - Throws: `StoreError.invalidArgument` when one of them cannot be written again.
  mutating func find(_ scope: borrowing WriteScope) throws {
    let log = scope.reader
    try log.forEachReplica { replica, row in
      let newest = try log.newestSequence(replica)
      let first = kept[row.id].successor
      guard first <= newest else { return }
      let isOwn = replica == scope.counters.replica
      var found: [Item] = []
      for sequence in first...newest {
        let dot = Dot(replica: row.id, sequence: sequence)
        guard let number = try log.number(replica: replica, sequence: sequence),
          let record = try log.record(number), number > scope.counters.purged
        else {
          if isOwn { throw refusal(dot, "was purged") }
          return
        }
        // Transactions of other writers came from peers.
        if !isOwn, record.flags & TransactionRecord.isRemote != 0 { return }
        found.append(Item(number: number, dot: dot, record: record))
      }
      items += found
    }
    items.sort { $0.number < $1.number }
    try check(log, scope.names)
  }

  private func check(_ log: LogReader, _ names: borrowing Names) throws {
    let kind = log.rules?.kind
    // Each frontier holds what those before it do.
    let final = log.space?.frontiers.last?.vector ?? VersionVector()
    for item in items {
      if final.contains(item.dot) {
        throw refusal(item.dot, "is final")
      }
      for position in item.record.positions {
        guard let kind, let type = names[try log.event(position).type], type.kind == kind else {
          continue
        }
        // With its dot a statement stays true; the time of a frontier is in snapshots, too.
        if !isInPlace { throw refusal(item.dot, "says something about the space") }
        if type.text == Self.frontier { throw refusal(item.dot, "sets a frontier") }
      }
    }
    // It comes after all that is here, and would be ahead as that is.
    guard isInPlace, let last = items.last else { return }
    if isAhead(try newestTime(log)) {
      throw StoreError(
        .invalidArgument,
        "transaction \(last.dot) comes after others that are ahead of this clock as well, so nothing was written again; try again when their time has come"
      )
    }
  }

  private static let frontier = SpaceStatement.frontier(number: 0, VersionVector()).name

  private func refusal(_ dot: Dot, _ reason: String) -> StoreError {
    StoreError(
      .invalidArgument,
      "transaction \(dot) \(reason), so nothing was written again"
        + (isInPlace
          ? "; wait until its time has come: then others take it in"
          : " as another replica; export what only this store has, join anew and import it"))
  }

  // MARK: Writing

  /// Gives the tail to the store's own replica, which has written nothing yet; in place, gives it
  /// its times.
  mutating func run(_ scope: inout WriteScope) throws {
    guard let first = items.first else { return }
    // Rows that are behind find what they lack through the log, which changes here: so they catch
    // up first.
    try CatchUp.finish(&scope)
    try scope.reader.checkWritten(scope.counters)
    let chain = try scope.reader.chain(through: first.number - 1)
    let touched = try touched(scope.reader)
    if !isInPlace { try nameAnew(&scope) }
    try forgetHeads(&scope)
    var time =
      items.contains { isAhead($0.record.time) }
      ? try newestTime(scope.reader) : scope.counters.time
    for item in items { try rewrite(item, &time, &scope) }
    for item in items {
      try DotIndex.settle(item.number, &scope)
      try DotIndex.settle(item.number + 1, &scope)
    }
    scope.counters.time = time
    try scope.renewChain(after: first.number - 1, chain)
    try takeBack(peersTo: first.number - 1, &scope)
    for key in touched { try scope.markForRefold(key) }
    // Statements have other times now, by which later ones are sorted among them.
    scope.draft.hasStatements = isInPlace
    try scope.storeEntities()
    scope.disown()
    scope.hasChanges = true
    scope.rows.changes?.setUnknown()
  }

  /// The entities that the tail touches. What it says about the space says the same afterwards.
  private func touched(_ log: LogReader) throws -> [EntityKey] {
    var touched: [EntityKey] = []
    var known: Set<EntityKey> = []
    var walk = TouchWalk(log, lookingAtStatements: !isInPlace)
    for item in items {
      try walk.visit(item.number) { if known.insert($0).inserted { touched.append($0) } }
    }
    return touched
  }

  /// Gives the tail new dots, and removes the old ones.
  private mutating func nameAnew(_ scope: inout WriteScope) throws {
    let own = try scope.reader.replica(scope.counters.replica)
    for (index, item) in items.enumerated() {
      newDots[item.dot] = Dot(replica: own, sequence: UInt64(index + 1))
    }
    invariant(newDots.count == items.count, "two transactions are written again as one")
    scope.counters.sequence = UInt64(items.count)
    try keepPurged(&scope)
    for item in items {
      try DotKey.withBytes(item.record.replica, item.dot.sequence) { key in
        _ = try scope.rows.transaction.remove(scope.tables.dots, key)
      }
    }
  }

  /// Removes the heads, which are over what the tail was.
  private func forgetHeads(_ scope: inout WriteScope) throws {
    for item in items {
      try MetaKey.head(item.record.replica, item.dot.sequence).withBytes { key in
        _ = try scope.rows.transaction.remove(scope.tables.meta, key)
      }
    }
  }

  /// Stores the dot of each writer's last kept transaction when that is purged. Without the dot the
  /// store would not know that it has the transaction, and would take it in again.
  private func keepPurged(_ scope: inout WriteScope) throws {
    let first = Dictionary(
      items.map { ($0.record.replica, $0.dot.sequence) }, uniquingKeysWith: min)
    for (replica, sequence) in first.sorted(by: { $0.key < $1.key }) {
      guard sequence > 1,
        try scope.reader.number(replica: replica, sequence: sequence - 1) == nil
      else { continue }
      var number = scope.counters.purged
      while number > 1, try scope.reader.record(number) != nil { number -= 1 }
      try DotIndex.put(replica, sequence - 1, number, &scope)
    }
  }

  private func isAhead(_ time: HybridTime) -> Bool { time.impossibleLead(over: wall) != nil }

  /// The newest time among the transactions that keep theirs.
  private func newestTime(_ log: LogReader) throws -> HybridTime {
    let numbers = Set(items.filter { isAhead($0.record.time) }.map(\.number))
    var newest = log.space?.frontiers.last?.time ?? .distantPast
    var cursor = try log.transaction.cursor(log.tables.transactions)
    while try cursor.next() {
      if numbers.contains(cursor.key) { continue }
      newest = max(newest, try log.existing(cursor.key).time)
    }
    guard log.hasBaselines else { return newest }
    try log.everyRow(of: log.tables.baselines) { _, row in
      newest = max(newest, EntityRecord(baseline: row)?.modified ?? .distantPast)
    }
    return newest
  }

  private func rewrite(
    _ item: Item, _ time: inout HybridTime, _ scope: inout WriteScope
  ) throws {
    let log = scope.reader
    let dot = newDots[item.dot] ?? item.dot
    var record = item.record
    record.replica = scope.counters.replica
    record.sequence = dot.sequence
    if record.flags & TransactionRecord.isRemote != 0 {
      record.flags &= ~TransactionRecord.isRemote
      try scope.summarizeAsLocal(item.number)
    }
    var header = TravellingHeader()
    var rest: [UInt8] = []
    _ = try log.withTransaction(item.number) { _, bytes in
      header = try TravellingHeader(bytes, of: item.number)
      rest = try TravellingHeader.unknownFields(bytes)
    }
    header.sequence = dot.sequence
    header.group = header.group.map { newDots[$0] ?? $0 }
    if isAhead(record.time) {
      time = time.next(wall: wall.milliseconds)
      header.time = time
      header.wallTime = wall
      // A declared time stays, unless it is that of the wrong clock.
      if let stamp = header.stampTime, stamp >= time { header.stampTime = nil }
      record.time = time
      record.stampTime = header.stampTime ?? time
    }
    for position in record.positions { try rewrite(position, record, &scope) }
    var writer = PayloadWriter()
    header.encode(into: &writer)
    rest.withUnsafeBytes { writer.raw($0) }
    try scope.put(record, header: writer.bytes, item.number)
  }

  /// Stamps an event, and puts the target's new dot into a retraction.
  private func rewrite(
    _ position: UInt64, _ record: TransactionRecord, _ scope: inout WriteScope
  ) throws {
    let log = scope.reader
    var (event, payload) = try log.withEvent(position) { ($0, [UInt8]($1)) }
    event.time = record.stampTime
    if let name = scope.names[event.type], Control.isRetraction(name) {
      let old = try payload.withUnsafeBytes { try Control.target($0) }
      if let new = newDots[old] {
        payload = try payload.withUnsafeBytes { try Control.retraction($0, naming: new) }
        try move(retractionBy: event.transaction, from: old, to: new, &scope)
      }
    }
    try payload.withUnsafeBytes { try scope.put(event, payload: $0, position) }
  }

  private func move(
    retractionBy number: UInt64, from old: Dot, to new: Dot, _ scope: inout WriteScope
  ) throws {
    guard let replica = try scope.reader.number(of: old.replica) else { return }
    let table = scope.tables.retractions
    try DotKey.withBytes(replica, old.sequence, number) { key in
      _ = try scope.rows.transaction.remove(table, key)
    }
    try DotKey.withBytes(scope.counters.replica, new.sequence, number) { key in
      scope.rows.buffers.scratch.truncate()
      try scope.rows.putScratch(table, key)
    }
  }

  /// Makes purges wait for the peers, none of which has what is written again.
  private func takeBack(peersTo number: UInt64, _ scope: inout WriteScope) throws {
    let replicas = Set(items.map(\.dot.replica))
    for (name, consumer) in try scope.reader.consumers() where consumer.heard != nil {
      var consumer = consumer
      consumer.transaction = min(consumer.transaction, number)
      for replica in replicas {
        consumer.vector[replica] = min(consumer.vector[replica], kept[replica])
        consumer.handed[replica] = min(consumer.handed[replica], kept[replica])
      }
      try scope.storeConsumer(name, consumer)
    }
  }
}

extension TravellingHeader {
  /// The fields that this version does not know, as they are stored.
  fileprivate static func unknownFields(_ bytes: BorrowedBytes) throws -> [UInt8] {
    var reader = PayloadReader(bytes.bytes)
    var rest: [UInt8] = []
    while let (number, bytes) = try reader.nextStored() {
      if !(1...lastField).contains(number) { rest += bytes }
    }
    return rest
  }
}

extension Control {
  /// The payload of a retraction with another target.
  fileprivate static func retraction(
    _ payload: BorrowedBytes, naming dot: Dot
  ) throws -> [UInt8] {
    var writer = PayloadWriter()
    writer.uuid(1, dot.replica.uuid)
    writer.uint(2, dot.sequence)
    var reader = PayloadReader(payload.bytes)
    while let (number, bytes) = try reader.nextStored() {
      if number > 2 { bytes.withUnsafeBytes { writer.raw($0) } }
    }
    return writer.array
  }
}

extension WriteScope {
  /// Puts a transaction in place of the one with its number.
  fileprivate mutating func put(
    _ record: TransactionRecord, header: BorrowedBytes, _ number: UInt64
  ) throws {
    try put(tables.transactions, number, count: TransactionRecord.headerSize + header.count) {
      record.write(to: $0, header: header, number: number)
    }
  }

  /// Puts an event in place of the one at its position.
  fileprivate mutating func put(
    _ event: EventRecord, payload: BorrowedBytes, _ position: UInt64
  ) throws {
    try put(tables.events, position, count: event.size + payload.count) {
      event.write(to: $0, payload: payload, position: position)
    }
  }

  /// Puts a row of `count` bytes, which `fill` writes, in place of the one with its number.
  private mutating func put(
    _ table: Table<IntegerOrder>, _ number: UInt64, count: Int,
    _ fill: (UnsafeMutableRawPointer) -> Void
  ) throws {
    var row = [UInt8](repeating: 0, count: count)
    try row.withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      // Safety: there is room for as many bytes as `fill` is said to write.
      fill(start)
      try rows.transaction.put(table, number, UnsafeRawBufferPointer(bytes))
    }
  }
}
