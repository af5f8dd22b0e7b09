internal import DaybookSnapshot

extension WriteScope {
  mutating func append(_ event: InboxEvent) throws {
    let type = EventType(event.name, version: event.version).of(kind: event.kind)
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
