internal import LMDB

/// The states of a snapshot, and the transactions with events that no state stands for.
struct SnapshotStates {
  private let readers: Readers
  private let names: Names
  private let frontier: HeldTransactions
  private var understanding: Purge.Understanding
  /// The positions of the events that no state stands for, by their transactions.
  private var kept: [UInt64: Set<UInt64>] = [:]

  init(_ readers: Readers, _ names: Names, _ frontier: HeldTransactions) {
    self.readers = readers
    self.names = names
    self.frontier = frontier
    understanding = Purge.Understanding(schemaVersion: readers.schemaVersion)
  }

  // MARK: Entities

  mutating func write(
    _ log: LogReader, isForeign: (KnownKind) -> Bool,
    _ put: (FrontierSnapshot.Part) throws -> Void
  ) throws {
    let kinds = names.all.indices.map { UInt32($0) + 1 }.filter {
      names[$0]?.sort == Names.Sort.kind.rawValue
    }
    let sorted = kinds.map { ($0, Array((names[$0]?.text ?? "").utf8)) }
      .sorted { $0.1.lexicographicallyPrecedes($1.1) }
    for (number, text) in sorted {
      let name = String(decoding: text, as: UTF8.self)
      let known = readers.registry.kinds.first { $0.number == number }
      let kind = known.flatMap { isForeign($0) ? nil : $0 }
      var hasName = false
      try eachEntity(of: number, log) { key, stored in
        guard let state = try state(key, stored, name == SpaceStatement.kind ? nil : kind, log)
        else { return }
        if !hasName { try put(.kind(name)) }
        hasName = true
        try put(.entity(state))
      }
    }
  }

  private func eachEntity(
    of kind: UInt32, _ log: LogReader, _ body: (EntityKey, StoredEntity) throws -> Void
  ) throws {
    // Safety: the rows are read during the call.
    try withUnsafeBytes(of: kind.bigEndian) { prefix in
      try RowScan.forward(log.transaction, log.tables.entities, prefix: prefix) { name, row in
        guard let key = EntityKey(name), let record = EntityRecord(row) else {
          throw log.transaction.damaged(log.tables.entities, name)
        }
        try body(key, StoredEntity(record: record, bytes: EntityRecord.state(of: row)))
        return true
      }
    }
  }

  /// The state of an entity by the frontier's events; nil when there are none, or when the snapshot
  /// keeps the events themselves.
  private mutating func state(
    _ key: EntityKey, _ stored: StoredEntity, _ kind: KnownKind?, _ log: LogReader
  ) throws -> FrontierSnapshot.State? {
    let base = try log.baseline(key)
    let frontier = frontier
    let isUnderstood = try understanding.covers(key, of: kind, log) {
      try frontier.holds($0, log)
    }
    if isUnderstood, let kind, try log.baselineRevision(key) <= kind.storedRevision {
      var writer = PayloadWriter()
      var count = 0
      let record = try kind.operations.fold(log, key.id, stored, &writer) { number in
        guard try frontier.holds(number, log) else { return false }
        count += 1
        return true
      }
      if count == 0, base == nil { return nil }
      if !record.isQuarantined {
        return FrontierSnapshot.State(
          id: key.id, created: record.created, modified: record.modified,
          revision: kind.storedRevision, bytes: record.hasState ? writer.array : nil)
      }
    }
    try keepEvents(of: stored.record, after: base?.record.lastPosition ?? 0, log)
    return try base.map { base in
      FrontierSnapshot.State(
        id: key.id, created: base.record.created, modified: base.record.modified,
        revision: try log.baselineRevision(key), bytes: base.state.map { [UInt8]($0) })
    }
  }

  private mutating func keepEvents(
    of record: EntityRecord, after base: UInt64, _ log: LogReader
  ) throws {
    var position = record.lastPosition
    while position > base {
      let event = try log.event(position)
      if try frontier.holds(event.transaction, log) { keep(position, event.transaction) }
      position = event.previous
    }
  }

  private mutating func keep(_ position: UInt64, _ transaction: UInt64) {
    kept[transaction, default: []].insert(position)
  }

  // MARK: Transactions

  /// The transactions with events that no state stands for, as messages of those events, by time,
  /// replica and sequence.
  mutating func keptMessages(_ log: LogReader) throws -> [[UInt8]] {
    try keepControls(log)
    var sorted: [(number: UInt64, record: TransactionRecord, replica: ReplicaID)] = []
    for number in kept.keys {
      let record = try log.existing(number)
      sorted.append((number, record, try log.replica(record.replica)))
    }
    sorted.sort { one, other in
      if one.record.time != other.record.time { return one.record.time < other.record.time }
      if one.replica != other.replica { return one.replica < other.replica }
      return one.record.sequence < other.record.sequence
    }
    return try sorted.map { found in
      var writer = PayloadWriter(capacity: 1024)
      let positions = kept[found.number] ?? []
      _ = try TransactionMessage.write(found.number, log, into: &writer) { positions.contains($0) }
      return writer.array
    }
  }

  /// Keeps the retractions whose targets are in no state, and the events of the engine that a newer
  /// version wrote.
  private mutating func keepControls(_ log: LogReader) throws {
    var controls: [(position: UInt64, transaction: UInt64, target: Dot?)] = []
    let types = names.all.indices.filter {
      names.all[$0].sort == Names.Sort.eventType.rawValue && names.all[$0].kind == 0
    }
    if types.isEmpty { return }
    let numbers = Set(types.map { UInt32($0) + 1 })
    var cursor = try log.transaction.cursor(log.tables.events)
    while try cursor.next() {
      let position = cursor.key
      let event = try log.event(position)
      guard numbers.contains(event.type), try frontier.holds(event.transaction, log),
        let name = names[event.type]
      else { continue }
      let target =
        Control.isRetraction(name)
        ? try log.withEvent(position) { _, payload in try Control.target(payload) } : nil
      controls.append((position, event.transaction, target))
    }
    // A retraction of a kept transaction is kept, and so is a retraction of that one.
    var isChanged = true
    while isChanged {
      isChanged = false
      for control in controls where kept[control.transaction]?.contains(control.position) != true {
        guard try stays(control.target, log) else { continue }
        keep(control.position, control.transaction)
        isChanged = true
      }
    }
  }

  private func stays(_ target: Dot?, _ log: LogReader) throws -> Bool {
    guard let target, frontier.vector.contains(target) else { return true }
    guard let replica = try log.number(of: target.replica),
      let number = try log.number(replica: replica, sequence: target.sequence)
    else { return false }
    return kept[number] != nil
  }
}

/// Tells whether a frontier holds a transaction, from memory when it was asked before.
final class HeldTransactions {
  let vector: VersionVector
  private let replicas: [UInt32: ReplicaID]
  private var known: [UInt64: Bool] = [:]

  init(_ vector: VersionVector, _ replicas: [UInt32: ReplicaID]) {
    self.vector = vector
    self.replicas = replicas
  }

  func holds(_ transaction: UInt64, _ log: LogReader) throws -> Bool {
    if let known = known[transaction] { return known }
    let record = try log.existing(transaction)
    let isHeld =
      replicas[record.replica].map {
        vector.contains(Dot(replica: $0, sequence: record.sequence))
      } ?? false
    known[transaction] = isHeld
    return isHeld
  }
}
