internal import LMDB

extension Reader {
  /// A transaction in the form in which it travels; nil when there is none with this number, or none
  /// any more.
  ///
  /// The bytes are a function of what was stored, so every store that holds the transaction gives the
  /// same ones, also where its schema does not know the events.
  public func message(of number: UInt64) throws -> [UInt8]? {
    log.trace?.noteLog()
    var writer = PayloadWriter(capacity: 1024)
    // Of a transaction that was purged, only some events may be left.
    guard try number > purged() else { return nil }
    guard try TransactionMessage.write(number, log, into: &writer) else { return nil }
    return writer.array
  }
}

extension EventStore {
  /// Takes in a transaction of another store, as `Reader.message(of:)` gave it.
  ///
  /// A transaction that is here already is left as it is, so messages may come twice. Those of one
  /// replica have to come in their order; replicas may be mixed. Its events take their place in the
  /// canonical order, whenever they arrive, and events that the schema does not know are kept.
  ///
  /// - Returns: the token of the transaction in this store.
  /// - Throws: `StoreError.invalidArgument` for bytes that are no message, `missingTransaction` when
  ///   an earlier transaction of its replica is not here.
  @discardableResult
  public func absorb(
    _ message: [UInt8], durability: Durability = .durable
  ) async throws -> History.Token {
    try await append(durability: durability) { draft in try draft.absorb(message) }
  }

  /// The blocking twin of the asynchronous `absorb`.
  @available(*, noasync)
  @discardableResult
  public func absorb(
    _ message: [UInt8], durability: Durability = .durable
  ) throws -> History.Token {
    try append(durability: durability) { draft in try draft.absorb(message) }
  }
}

extension Draft {
  fileprivate mutating func absorb(_ bytes: [UInt8]) throws {
    let message: TransactionMessage
    var header = TravellingHeader()
    do {
      message = try bytes.withUnsafeBytes { try TransactionMessage($0) }
      try message.header.withUnsafeBytes { try header.read($0) }
    } catch {
      throw StoreError(
        .invalidArgument, "these \(bytes.count) bytes are no transaction: \(error)", cause: error)
    }
    try session.absorb(message, header)
  }
}

extension WriteSession {
  /// Makes the draft the transaction of a message.
  fileprivate func absorb(_ message: TransactionMessage, _ header: TravellingHeader) throws {
    let replica = try intern(message.replica)
    let newest = try reader.newestSequence(replica)
    if header.sequence <= newest {
      let known = try reader.number(replica: replica, sequence: header.sequence)
      if let known, known > heads.purged { try checkFork(known, message) }
      draft.known = known ?? heads.purged
      return
    }
    guard header.sequence == newest + 1 else {
      throw StoreError(
        .missingTransaction,
        "transaction \(message.replica):\(header.sequence) came before \(newest + 1) of its replica"
      )
    }
    try check(message, header)
    draft.origin = DraftBuffer.Origin(
      replica: replica, sequence: header.sequence, time: header.time,
      author: header.author, context: header.context, process: header.process)
    draft.header.truncate()
    message.header.withUnsafeBytes { draft.header.raw($0) }
    draft.time = max(heads.time, header.time)
    draft.stampTime = min(header.stampTime ?? header.time, header.time)
    let retractions = try reader.retractions(replica: replica, sequence: header.sequence)
    for event in message.events { try absorb(event, isRetracted: !retractions.isEmpty) }
  }

  /// Makes sure that a known transaction is the one of the message: two copies of one store, which
  /// both write on, use the same dots for different transactions.
  private func checkFork(_ known: UInt64, _ message: TransactionMessage) throws {
    var stored = PayloadWriter(capacity: 1024)
    guard try TransactionMessage.write(known, reader, into: &stored),
      try TransactionMessage(stored.bytes) != message
    else { return }
    throw StoreError(
      .forkedReplica,
      "two copies of a store write as replica \(message.replica); one of them must go")
  }

  /// Refuses what no writer can have meant, before it harms what comes after it.
  private func check(_ message: TransactionMessage, _ header: TravellingHeader) throws {
    // `draft.time` is what this store would write now.
    let ahead = header.time.milliseconds - draft.time.milliseconds
    guard ahead <= HybridTime.maximumLead else {
      throw StoreError(
        .clockAhead,
        "transaction \(message.replica):\(header.sequence) is \(ahead / 60_000) minutes ahead; set the clock of the device that wrote it"
      )
    }
    for event in message.events where !(1...UInt64(UInt32.max)).contains(event.version) {
      throw StoreError(
        .invalidArgument, "\(event.version) is no version of an event (\(event.name))")
    }
  }

  private func absorb(_ event: TransactionMessage.Event, isRetracted: Bool) throws {
    guard let entity = event.entity else { return }
    guard let kind = event.kind else {
      return try absorbControl(event, entity)
    }
    let kindNumber = try intern(Names.Name(sort: Names.Sort.kind.rawValue, text: kind))
    let type = try intern(
      Names.Name(
        sort: Names.Sort.eventType.rawValue, text: event.name, version: event.version,
        kind: kindNumber))
    let number = kindNumber
    try event.payload.withUnsafeBytes { payload in
      if let known = self.kind(number) {
        try known.operations.absorb(self, type, payload, entity, isRetracted)
      } else {
        try strangers.absorb(self, kind: number, type: type, payload: payload, id: entity)
      }
    }
  }

  /// Takes in an event of the engine: a retraction, or one of a newer version, which is kept.
  private func absorbControl(_ event: TransactionMessage.Event, _ entity: UUID) throws {
    let type = try intern(
      Names.Name(
        sort: Names.Sort.eventType.rawValue, text: event.name, version: event.version))
    let start = draft.payloads.count
    event.payload.withUnsafeBytes { draft.payloads.raw($0) }
    _ = add(type: type, entity: PackedUUID(entity), previous: 0, from: start)
    guard event.name == Control.retracted else { return }
    let target = try event.payload.withUnsafeBytes { try Control.target($0) }
    let replica = try intern(target.replica)
    draft.retractions.append((target, replica))
    // One that came before its target waits for it.
    guard let number = try reader.number(replica: replica, sequence: target.sequence) else {
      return
    }
    for key in try reader.touched(number) { try kind(key.kind)?.operations.open(self, key.id) }
  }
}
