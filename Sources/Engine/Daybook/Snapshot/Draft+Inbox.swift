internal import DaybookSnapshot
internal import LMDB

extension Draft {
  /// Adds the events of an inbox message, once and for all.
  ///
  /// - Returns: whether they were added; false when they were before.
  /// - Throws: `StoreError.notInSchema`, what reading the payload or folding it throws.
  func ingest(_ message: InboxMessage) throws -> Bool {
    if try scope.reader.transaction(ingesting: message.id) != nil { return false }
    scope.stampDraft(message.stampTime(now: scope.draft.time))
    for event in message.events { try scope.append(event) }
    scope.draft.ingested = message.id
    return true
  }
}

extension InboxMessage {
  /// The place of the events in time: that of the file, but after everything that its writer has
  /// seen, and never later than `now`, the time of the transaction.
  func stampTime(now: HybridTime) -> HybridTime {
    // Without a time, or with one before every clock, it is of the present.
    let wall = wallTime.milliseconds > 0 ? HybridTime(wallTime) : now
    let later = seen.map { max(wall, HybridTime(rawValue: $0).next(wall: 0)) } ?? wall
    return min(later, now)
  }
}

extension WriteScope {
  fileprivate mutating func append(_ event: InboxEvent) throws {
    let type = EventType(event.name, version: event.version)
    let kindName = Names.Name(sort: Names.Sort.kind.rawValue, text: event.kind)
    guard let number = names.number(kindName), let kind = kind(number) else {
      throw TypeRegistry.unknown(event.kind)
    }
    let typeName = Names.Name(
      sort: Names.Sort.eventType.rawValue, text: type.name, version: UInt64(max(0, type.version)),
      kind: number)
    guard let typeNumber = names.number(typeName), kind.events.contains(typeNumber) else {
      throw StoreError(
        .notInSchema, "the schema does not know events \(type) of kind \(event.kind)")
    }
    try event.payload.withUnsafeBytes {
      try kind.operations.append(&self, typeNumber, $0, event.entity)
    }
  }

  /// Stores that a transaction took an inbox message in, or carried out a command.
  mutating func markIngested(_ id: UUID, by number: UInt64) throws {
    rows.buffers.scratch.truncate()
    rows.buffers.scratch.raw(number)
    try withUnsafeBytes(of: id.uuid) {
      try rows.putScratch(tables.inbox, $0)
    }
  }
}
