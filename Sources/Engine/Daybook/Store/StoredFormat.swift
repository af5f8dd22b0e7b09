/// What an app's types store, as far as an example log shows; for `DaybookTesting`.
package struct StoredFormat: Sendable {
  /// One kind of entity.
  package struct Kind: Sendable {
    package let name: String
    package let revision: Int
    /// The types that can be read: those that are written, and those that upcasters begin with.
    package let types: [EventType]
    package let older: [EventType]
    /// The bytes of the states.
    package var states: [[UInt8]] = []
    /// The payloads of each type, in order.
    package var payloads: [EventType: [[UInt8]]] = [:]
  }

  /// One projection.
  package struct View: Sendable {
    package let name: String
    package let revision: Int
    package let parameters: String
    package let tables: [String]
    /// The digests of the rows, one after the other as they changed.
    package var digests: [String]
  }

  package private(set) var kinds: [Kind]
  package private(set) var views: [View]

  /// What the store holds, which has the schema.
  package init(of store: EventStore, _ schema: Schema) throws {
    let digests = try store.digests()
    views = schema.projections.map { projection in
      let type = type(of: projection)
      return View(
        name: type.name, revision: type.revision, parameters: projection.parameters,
        tables: type.tables.map(\.name), digests: [digests[type.name]?.description ?? "none"])
    }
    kinds = store.readers.registry.kinds.map {
      Kind(
        name: $0.name, revision: $0.revision, types: $0.events.types, older: $0.events.olderTypes)
    }
    let registry = store.readers.registry
    for index in kinds.indices {
      kinds[index].states = try Self.states(of: registry.kinds[index], store)
      kinds[index].payloads = try Self.payloads(of: kinds[index].name, store)
    }
  }

  /// Adds what the store held earlier: what an example removes again is looked at too.
  package mutating func add(earlier: StoredFormat) {
    for index in kinds.indices { kinds[index].states += earlier.kinds[index].states }
    for index in views.indices {
      let before = earlier.views[index].digests
      if before.last == views[index].digests.first { views[index].digests.removeFirst() }
      views[index].digests = before + views[index].digests
    }
  }

  private static func states(of kind: KnownKind, _ store: EventStore) throws -> [[UInt8]] {
    try store.read { reader in
      let log = reader.log
      var keys: [EntityKey] = []
      try withUnsafeBytes(of: kind.number.bigEndian) { prefix in
        try RowScan.forward(log.transaction, log.tables.entities, prefix: prefix) { key, _ in
          if let key = EntityKey(key) { keys.append(key) }
          return true
        }
      }
      return try keys.compactMap { key in
        try log.withEntity(key) { record, bytes in record.hasState ? [UInt8](bytes) : nil } ?? nil
      }
    }
  }

  private static func payloads(
    of kind: String, _ store: EventStore
  ) throws -> [EventType: [[UInt8]]] {
    var found: [EventType: [[UInt8]]] = [:]
    try store.read { reader in
      try reader.replay { event in
        guard try event.kind() == kind else { return }
        found[try event.type(), default: []].append(
          event.payload.withUnsafeBytes { [UInt8]($0) })
      }
    }
    return found
  }

  /// Reads an event that was written before with the types of the store's schema.
  ///
  /// - Throws: what reading throws, or `StoreError.notInSchema` for a type that nothing reads.
  package static func read(
    _ type: EventType, of kind: String, _ payload: [UInt8], by store: EventStore
  ) throws {
    let registry = store.readers.registry
    guard let kind = registry.kinds.first(where: { $0.name == kind }),
      let number = kind.events.number(of: type)
    else { throw StoreError(.notInSchema, "the schema does not know \(type) of \(kind)") }
    try payload.withUnsafeBytes { try kind.operations.checkEvent(number, $0) }
  }
}
