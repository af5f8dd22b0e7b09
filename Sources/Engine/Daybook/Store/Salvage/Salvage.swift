internal import LMDB

/// Takes the log of a damaged store into another, transaction by transaction.
struct Salvage {
  private let log: LogReader
  private let store: EventStore
  /// Who writes the transactions that hold what is left of others.
  private let rescuer: UUID
  private var rescues: UInt64 = 0
  /// The position after the last event that is known to be of a transaction.
  private var next: UInt64 = 1
  /// The last position there can be.
  private var newest: UInt64 = 0
  private var report = SalvageReport()
  /// Where runs of one replica begin, by the numbers of their first transactions.
  private let runs: [DotRun]

  init(_ log: LogReader, _ store: EventStore) throws {
    self.log = log
    self.store = store
    rescuer = store.options.makeID()
    runs = try Self.runs(log)
  }

  /// The rows of dots that can be read, in the order of their numbers.
  private static func runs(_ log: LogReader) throws -> [DotRun] {
    var runs: [DotRun] = []
    let table = log.tables.dots
    var cursor = try log.transaction.cursor(table)
    while try cursor.next() {
      cursor.key.withUnsafeBytes { key in
        cursor.value.withUnsafeBytes { value in
          if let row = table.opened(value, key), let run = try? DotRun(key, row, log) {
            runs.append(run)
          }
        }
      }
    }
    return runs.sorted { $0.number < $1.number }
  }

  mutating func run() throws -> SalvageReport {
    let numbers = try range()
    for number in numbers { try copy(number) }
    if report.losses.isEmpty { noteChanges() }
    copyMarks()
    try store.remember(parameters())
    try store.flush()
    return report
  }

  /// Notes what was changed and its checksums made to fit: nothing of it is lost, and it is not
  /// what was written.
  private mutating func noteChanges() {
    guard let counters = try? LogCounters(log.transaction, log.tables) else { return }
    do {
      try log.checkChains(counters)
    } catch {
      let finding = (error as? StoreError)?.finding ?? "\(error)"
      report.notes.append("\(finding); it was copied as it is now")
    }
  }

  /// The parameters of the projections whose descriptions can be read.
  private mutating func parameters() -> [String: String] {
    var (found, count): ([String: String], Int) = ([:], 0)
    do {
      try forEachDefinition { stored in
        count += 1
        if let text = stored.lastParameters, !text.isEmpty { found[stored.name] = text }
      }
    } catch {
      report.notes.append("the parameters of views cannot be read: \(error)")
      return found
    }
    let known = (try? LogCounters(log.transaction, log.tables))?.projections.count ?? 0
    if count < known {
      report.notes.append(
        "the parameters of \(known - count) of \(known) views are lost, such as where days begin: set them again"
      )
    }
    return found
  }

  /// Those that can be read.
  private func forEachDefinition(_ body: (ProjectionDefinition) -> Void) throws {
    let prefix = Array("projection/".utf8)
    var cursor = try log.transaction.cursor(log.tables.meta)
    var isThere = try prefix.withUnsafeBytes { try cursor.seek($0) }
    while isThere, cursor.key.withUnsafeBytes({ $0.starts(with: prefix) }) {
      let stored = cursor.key.withUnsafeBytes { key in
        cursor.value.withUnsafeBytes { value in
          log.tables.meta.opened(value, key).flatMap { try? ProjectionDefinition($0) }
        }
      }
      if let stored { body(stored) }
      isThere = try cursor.next()
    }
  }

  /// The transactions there are, by the counters or, when these are damaged, by what can be found.
  private mutating func range() throws -> Range<UInt64> {
    // No counters at all are those of a store that nobody has written to, or lost with their page.
    if let counters = try? LogCounters(log.transaction, log.tables),
      try counters.transactions > 0 || isEmpty()
    {
      report.purged = counters.purged
      (next, newest) = (counters.purgedPosition + 1, counters.events)
      return counters.purged + 1..<max(counters.purged, counters.transactions) + 1
    }
    report.notes.append(
      "the counters of the log are damaged; its newest transactions may be missing")
    var (first, last): (UInt64?, UInt64) = (nil, 0)
    var cursor = try log.transaction.cursor(log.tables.transactions)
    do {
      while try cursor.next() {
        newest = max(newest, (try? log.existing(cursor.key).positions.upperBound) ?? 0)
        if first == nil { first = cursor.key }
        last = cursor.key
      }
    } catch {
      report.notes.append("transactions after \(last) cannot be listed: \(error)")
    }
    return (first ?? 1)..<max(last + 1, first ?? 1)
  }

  /// Whether nothing of a log is there.
  private func isEmpty() throws -> Bool {
    try log.transaction.statistics(log.tables.events).rows == 0
      && log.transaction.statistics(log.tables.transactions).rows == 0
  }

  private mutating func copy(_ number: UInt64) throws {
    var message = PayloadWriter(capacity: 1024)
    var found: Result<Bool, any Error>
    found = Result { try TransactionMessage.write(number, log, into: &message) }
    if case .success(true) = found {
      let bytes = message.array
      found = Result { try take(bytes) }
      if case .success = found {
        let positions = try log.existing(number).positions
        report.transactions += 1
        report.events += positions.count
        next = positions.upperBound
        return
      }
      if case .failure(let error) = found, Self.isOfStore(error) { throw error }
    }
    var reason = "its record is missing"
    if case .failure(let error) = found { reason = "\(error)" }
    try rescue(number, reason)
  }

  /// Keeps the events that can be read of a transaction that cannot be copied whole.
  private mutating func rescue(_ number: UInt64, _ reason: String) throws {
    let known = try? log.record(number)
    let positions = known?.positions ?? self.positions(of: number)
    next = max(next, positions.upperBound)
    var (lost, events): ([UInt64], [TransactionMessage.Event]) = ([], [])
    for position in positions {
      do { events.append(try event(position)) } catch { lost.append(position) }
    }
    // What was taken back must not come again: nothing takes the new transaction back.
    if isTakenBack(number) { (lost, events) = (Array(positions), []) }
    if !events.isEmpty, let time = known?.stampTime ?? self.time(in: positions) {
      rescues += 1
      do { _ = try take(message(events, number, known?.time ?? time, stamp: time)) } catch {
        if Self.isOfStore(error) { throw error }
        (lost, events) = (Array(positions), [])
      }
    }
    report.events += events.count
    report.losses.append(
      .init(
        transaction: number, positions: positions.isEmpty ? nil : lost, rescued: events.count,
        reason: reason))
  }

  /// The positions of a transaction whose record is lost, by what its events say.
  private func positions(of number: UInt64) -> Range<UInt64> {
    var (position, end) = (next, next)
    while position <= newest {
      if let event = try? log.event(position) {
        guard event.transaction == number else { break }
        end = position + 1
      }
      position += 1
    }
    return next..<end
  }

  /// The time of the stamps that the first sound event has.
  private func time(in positions: Range<UInt64>) -> HybridTime? {
    for position in positions {
      if let event = try? log.event(position) { return event.time }
    }
    return nil
  }

  /// The dot of a transaction, whose record may be lost; nil when nothing tells.
  ///
  /// Each transaction is of the run that begins last before it. Rows of what was purged tell
  /// nothing of what comes after.
  private func dot(of number: UInt64) -> (replica: UInt32, sequence: UInt64)? {
    if let record = try? log.storedRecord(number) { return (record.replica, record.sequence) }
    guard let run = runs.last(where: { $0.number <= number }), run.number > report.purged else {
      return nil
    }
    return (run.replica, run.sequence + (number - run.number))
  }

  /// Whether a retraction that counts names a transaction, whose record may be lost.
  private func isTakenBack(_ number: UInt64) -> Bool {
    guard let dot = dot(of: number) else { return false }
    var isTaken = false
    let none = BorrowedBytes.none
    try? RowScan.forward(log.transaction, log.tables.retractions, prefix: none) { key, _ in
      let replica = UInt32(bigEndian: key.loadUnaligned(fromByteOffset: 0, as: UInt32.self))
      let sequence = UInt64(bigEndian: key.loadUnaligned(fromByteOffset: 4, as: UInt64.self))
      let retraction = UInt64(bigEndian: key.loadUnaligned(fromByteOffset: 12, as: UInt64.self))
      guard (replica, sequence) == dot else { return true }
      isTaken = (try? log.isRetracted(retraction)) != true
      return !isTaken
    }
    return isTaken
  }

  private func event(_ position: UInt64) throws -> TransactionMessage.Event {
    try log.withEvent(position) { event, payload in
      guard let type = try log.name(event.type) else {
        throw StoreError(.damaged, "the type of the event at position \(position) has no name")
      }
      let kind = type.kind == 0 ? nil : try log.name(type.kind)?.text
      return TransactionMessage.Event(
        name: type.text, version: type.version, kind: kind, entity: event.entity.id,
        payload: [UInt8](payload))
    }
  }

  /// What is left of a transaction, as the rescuer's next one: its time, author and context stay.
  private func message(
    _ events: [TransactionMessage.Event], _ number: UInt64, _ time: HybridTime, stamp: HybridTime
  ) -> [UInt8] {
    var old = TravellingHeader()
    _ = try? log.withTransaction(number) { _, header in try old.read(header) }
    var header = PayloadWriter()
    header.uint(1, rescues)
    header.fixed(2, time.rawValue)
    header.date(3, old.wallTime)
    header.string(4, old.author)
    header.string(5, old.context)
    header.string(6, old.process)
    if stamp != time { header.fixed(7, stamp.rawValue) }
    if let group = old.group {
      header.uuid(9, group.replica.uuid)
      header.uint(10, group.sequence)
    }
    header.string(11, old.undoAuthor)
    var message = PayloadWriter(capacity: 1024)
    message.uuid(1, rescuer)
    message.bytes(2, header.bytes)
    for event in events {
      message.message(3) { event.write(into: &$0) }
    }
    let replica = (try? log.record(number)?.replica) ?? 1
    message.uuid(4, (try? log.replicaRecord(replica).space) ?? rescuer)
    return message.array
  }

  private func take(_ bytes: [UInt8]) throws -> Bool {
    _ = try store.writer.result(
      of: Append(author: nil, context: nil, durability: .bulk) { draft in
        try draft.scope.absorb(ArrivingTransaction(bytes), isSalvaged: true)
      })
    return true
  }

  /// Copies the marks of the inbox and of commands, so that none of them comes twice.
  private mutating func copyMarks() {
    var marks: [(id: UUID, dot: Dot?)] = []
    do {
      let none = BorrowedBytes.none
      try RowScan.forward(log.transaction, log.tables.inbox, prefix: none) { key, row in
        if key.count == 16 { marks.append((key.loadUUID(0), dot(row))) }
        return true
      }
    } catch {
      report.notes.append("the marks of the inbox cannot be read: \(error)")
    }
    let found = marks
    do {
      try store.change { scope in
        for mark in found {
          // One whose transaction did not come along names none.
          let number = try mark.dot.flatMap { try scope.reader.number($0) }
          try scope.markIngested(mark.id, by: number ?? 0)
        }
      }
    } catch {
      report.notes.append("the marks of the inbox cannot be written: \(error)")
    }
  }

  /// The transaction that a mark names; nil when it cannot be read.
  private func dot(_ mark: BorrowedBytes) -> Dot? {
    guard mark.count == 8, let record = try? log.record(mark.load(0)),
      let replica = try? log.replica(record.replica)
    else { return nil }
    return Dot(replica: replica, sequence: record.sequence)
  }

  /// Whether an error is the new store's, and nothing more can be copied.
  private static func isOfStore(_ error: any Error) -> Bool {
    guard let error = error as? StoreError else { return error is LMDBError }
    return !error.code.isRefusal && ![.damaged, .rowMissing].contains(error.code)
  }
}

extension LogReader {
  /// The number of a transaction here; nil when it is not.
  fileprivate func number(_ dot: Dot) throws -> UInt64? {
    try number(of: dot.replica).flatMap { try number(replica: $0, sequence: dot.sequence) }
  }
}
