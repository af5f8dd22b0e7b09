extension WriteScope {
  /// Makes the draft the transaction of a message.
  ///
  /// Every refusal comes before the first event; a replica that is new by then is stored with the
  /// draft.
  ///
  /// - Parameters:
  ///   - isSalvaged: whether it comes from a damaged store: earlier transactions may be lost, and
  ///     its clock is not doubted.
  ///   - isRepeated: whether this store wrote it.
  mutating func absorb(
    _ arriving: ArrivingTransaction, isSalvaged: Bool = false, isRepeated: Bool = false
  ) throws {
    let (message, header) = (arriving.message, arriving.header)
    if let space = context.settings.space ?? rules?.createdSpace, message.space != space {
      throw StoreError(
        .foreignSpace,
        "transaction \(message.replica):\(header.sequence) is of space \(message.space), this store of \(space); send it to a store of its space"
      )
    }
    let (replica, newest) = try writer(of: message)
    if header.sequence <= newest {
      let known = try reader.number(replica: replica, sequence: header.sequence)
      if let known, known > counters.purged {
        try checkFork(known, arriving.bytes, message.replica)
      }
      draft.known = known ?? counters.purged
      return
    }
    let dot = arriving.dot
    guard isSalvaged || header.sequence == newest + 1 else {
      throw StoreError(
        .missingTransaction, "transaction \(dot) came before \(newest + 1) of its replica")
    }
    if !isSalvaged { try checkClock(header.time, of: dot) }
    if !isSalvaged { try checkNames(of: arriving, from: replica) }
    draft.origin = DraftBuffer.Origin(
      replica: replica, sequence: header.sequence, time: header.time,
      author: header.author, context: header.context, process: header.process)
    draft.isRepeated = isRepeated
    draft.undoAuthor = header.undoAuthor
    draft.header.truncate()
    message.header.withUnsafeBytes { draft.header.raw($0) }
    draft.time = max(counters.time, header.time)
    draft.stampTime = min(header.stampTime ?? header.time, header.time)
    let space = rules?.space
    draft.effectiveTime =
      space?.effectiveTime(of: dot, stamped: draft.stampTime) ?? draft.stampTime
    var isLeftOut = space?.isVoid(dot) ?? false
    draft.isAwaited =
      try !reader.retractions(replica: replica, sequence: header.sequence).isEmpty
    if draft.isAwaited { isLeftOut = true }
    for event in message.events { try absorb(event, isLeftOut: isLeftOut) }
    draft.writer = DraftBuffer.LastWriter(
      replica: message.replica, space: message.space, number: replica, newest: header.sequence)
    guard !draft.retractions.isEmpty else { return }
    // One that came before its target waits for it.
    for key in try retractedEntities() { try markForRefold(key) }
  }

  /// The local number of a message's writer, and the sequence of its newest transaction here.
  private mutating func writer(
    of message: TransactionMessage
  ) throws -> (number: UInt32, newest: UInt64) {
    if let writer = draft.writer, writer.replica == message.replica, writer.space == message.space {
      return (writer.number, writer.newest)
    }
    let number = try intern(message.replica, in: message.space)
    return (number, try reader.newestSequence(number))
  }

  /// Checks that a known transaction is the one of the message: two copies of a store that both
  /// write on use the same dots for different transactions.
  private func checkFork(_ known: UInt64, _ message: [UInt8], _ replica: ReplicaID) throws {
    var stored = PayloadWriter(capacity: message.count)
    guard try TransactionMessage.write(known, reader, into: &stored),
      !message.withUnsafeBytes({ $0.equals(stored.bytes) })
    else { return }
    throw StoreError(
      .forkedReplica,
      "two copies of a store write as replica \(replica); one of them must go")
  }

  /// Refuses a time that no clock can have shown by now.
  ///
  /// It compares with the wall clock. This store's hybrid clock follows the messages that it takes
  /// in, so messages of a day ahead each would carry it away step by step.
  private func checkClock(_ time: HybridTime, of dot: Dot) throws {
    guard let hours = time.impossibleLead(over: draft.wall) else { return }
    throw StoreError(
      .clockAhead,
      "transaction \(dot) is \(hours.counted("hour")) ahead of this device; set the clock of the one that is wrong, and send it again"
    )
  }

  /// - Parameter isLeftOut: whether the event may not count; a refold of its entity finds out.
  private mutating func absorb(_ event: TransactionMessage.Event, isLeftOut: Bool) throws {
    guard let kind = event.kind else { return try absorbControl(event) }
    let (number, type) = internType(of: event, kind)
    try event.payload.withUnsafeBytes { payload in
      if let known = self.kind(number) {
        try known.operations.absorb(&self, type, payload, event.entity, isLeftOut)
      } else {
        try absorbUnknown(kind: number, type: type, payload: payload, id: event.entity)
        if kind == SpaceStatement.kind { draft.hasStatements = true }
      }
    }
  }

  /// The local numbers of an event's kind and type.
  private mutating func internType(
    of event: TransactionMessage.Event, _ kind: String
  ) -> (kind: UInt32, type: UInt32) {
    // Comparing with the last few costs less than a search among all names.
    let known = draft.arrivedTypes.first {
      $0.name == event.name && $0.kind == kind && $0.version == event.version
    }
    if let known { return known.numbers }
    let number = intern(Names.Name(sort: Names.Sort.kind.rawValue, text: kind))
    let type = intern(
      Names.Name(
        sort: Names.Sort.eventType.rawValue, text: event.name, version: event.version,
        kind: number))
    if draft.arrivedTypes.count < 16 {
      draft.arrivedTypes.append(
        DraftBuffer.ArrivedType(
          kind: kind, name: event.name, version: event.version, numbers: (number, type)))
    }
    return (number, type)
  }

  /// Takes in an event of the engine: a retraction, or one of a newer version, which is kept as it
  /// is.
  private mutating func absorbControl(_ event: TransactionMessage.Event) throws {
    let type = intern(
      Names.Name(
        sort: Names.Sort.eventType.rawValue, text: event.name, version: event.version))
    let start = draft.payloads.count
    event.payload.withUnsafeBytes { draft.payloads.raw($0) }
    _ = addEvent(type: type, entity: PackedUUID(event.entity), previous: 0, from: start)
    guard let target = try event.retractionTarget() else { return }
    draft.retractions.append((target, try intern(target.replica)))
  }
}
