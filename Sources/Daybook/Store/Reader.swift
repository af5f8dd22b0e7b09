internal import LMDB

/// A consistent view of the store: entities, projections and log at one moment.
///
/// It lives as long as the closure that got it and is not to be kept.
public struct Reader: ~Copyable {
  @usableFromInline let log: LogReader
  let catalog: ProjectionCatalog
  @usableFromInline let registry: TypeRegistry
  let storeID: UUID

  init(
    log: LogReader, catalog: ProjectionCatalog, registry: TypeRegistry, storeID: UUID
  ) {
    self.log = log
    self.storeID = storeID
    self.catalog = catalog
    self.registry = registry
  }

  /// The entity `id`; nil when it does not exist. O(log n).
  @inlinable
  public func entity<E: Entity>(_ type: E.Type, _ id: UUID) throws -> E? {
    let type = try registry.type(type)
    guard let state = try type.state(type.kind.load(log, id)), !state.isDeleted else { return nil }
    return state
  }

  /// Whether the log holds events of the entity, deleted ones included.
  public func isKnown<E: Entity>(_ type: E.Type, _ id: UUID) throws -> Bool {
    try registry.type(type).kind.load(log, id) != nil
  }

  /// The events of an entity in order of arrival, those that were taken back included.
  ///
  /// Events of types that the schema does not know are left out. O(k) for k events.
  public func events<E: Entity>(of type: E.Type, _ id: UUID) throws -> [E.Event] {
    let type = try registry.type(type)
    guard var position = try type.kind.load(log, id)?.record.lastPosition else { return [] }
    var events: [E.Event] = []
    while position > 0 {
      position = try log.withEvent(position) { record, payload in
        if let event = try type.decode(record.type, payload) { events.append(event) }
        return record.previous
      }
    }
    return events.reversed()
  }

  /// The rows of a projection.
  ///
  /// - Throws: `StoreError.notInSchema`, or `projectionNotReady` before its first build has ended.
  public func view<P: Projection>(_ type: P.Type) throws -> ProjectionReader<P> {
    let (projection, tables) = try catalog.live(type, in: log.transaction)
    return ProjectionReader(
      projection: projection, transaction: log.transaction, tables: tables, trace: log.trace)
  }
}

/// The rows of one projection, read in key order.
public struct ProjectionReader<P: Projection>: ~Copyable {
  /// The projection with its parameters.
  public let projection: P
  let transaction: BorrowedTransaction
  let tables: [Table<LexicalOrder>]
  // Safety: whoever made the trace keeps it while the reader is used.
  unowned(unsafe) let trace: ReadTrace?

  init(
    projection: P, transaction: BorrowedTransaction, tables: [Table<LexicalOrder>],
    trace: ReadTrace? = nil
  ) {
    self.trace = trace
    self.projection = projection
    self.transaction = transaction
    self.tables = tables
  }

  /// The row of `key`; nil when there is none. O(log n).
  @inlinable
  public func row<Key, Row>(_ table: ViewTable<Key, Row>, _ key: Key) throws -> Row? {
    var name = KeyWriter()
    key.encode(into: &name)
    guard let bytes = try find(table.index, name) else { return nil }
    var reader = PayloadReader(bytes.bytes)
    return try Row(from: &reader)
  }

  /// The last row whose key begins with the parts that `prefix` writes; nil when there is none.
  @inlinable
  public func last<Key, Row>(
    _ table: ViewTable<Key, Row>, prefix: (inout KeyWriter) -> Void = { _ in }
  ) throws -> (key: Key, row: Row)? {
    var found: (key: Key, row: Row)?
    try forEach(table, reversed: true, prefix: prefix) { key, row in
      found = (key, row)
      return false
    }
    return found
  }

  /// Calls `body` with the rows whose keys begin with `prefix`, in order, until it says false.
  ///
  /// O(log n) to start, then O(1) a row; nothing but the rows asked for is read.
  @inlinable
  public func forEach<Key, Row>(
    _ table: ViewTable<Key, Row>, reversed: Bool = false,
    prefix: (inout KeyWriter) -> Void = { _ in }, _ body: (Key, Row) throws -> Bool
  ) throws {
    var name = KeyWriter()
    prefix(&name)
    try scan(table.index, name, reversed: reversed) { key, row in
      let decoded: (key: Key, row: Row) = try RowScan.decode(key, row)
      return try body(decoded.key, decoded.row)
    }
  }

  /// All rows whose keys begin with `prefix`, in order.
  @inlinable
  public func rows<Key, Row>(
    _ table: ViewTable<Key, Row>, reversed: Bool = false,
    prefix: (inout KeyWriter) -> Void = { _ in }
  ) throws -> [(key: Key, row: Row)] {
    var found: [(key: Key, row: Row)] = []
    try forEach(table, reversed: reversed, prefix: prefix) { key, row in
      found.append((key, row))
      return true
    }
    return found
  }

  /// The bytes of the row of a key, which belong to the snapshot.
  @usableFromInline
  func find(_ table: Int, _ key: borrowing KeyWriter) throws -> UnsafeRawBufferPointer? {
    trace?.noteKey(tables[table], key.bytes)
    return try transaction.value(tables[table], key.bytes)?.withUnsafeBytes { $0 }
  }

  @usableFromInline
  func scan(
    _ table: Int, _ prefix: borrowing KeyWriter, reversed: Bool,
    _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) throws -> Bool
  ) throws {
    if trace != nil {
      try scanNoting(table, prefix, reversed: reversed, body)
    } else if reversed {
      try RowScan.reversed(transaction, tables[table], prefix: prefix.bytes, body)
    } else {
      try RowScan.forward(transaction, tables[table], prefix: prefix.bytes, body)
    }
  }

  /// As `scan`, and notes how far it went: beyond the row that ended it nothing matters.
  private func scanNoting(
    _ table: Int, _ prefix: borrowing KeyWriter, reversed: Bool,
    _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) throws -> Bool
  ) throws {
    var end: [UInt8]?
    defer { trace?.noteScan(tables[table], prefix.bytes, reversed: reversed, upTo: end) }
    func follow(_ key: UnsafeRawBufferPointer, _ row: UnsafeRawBufferPointer) throws -> Bool {
      if try body(key, row) { return true }
      end = [UInt8](key)
      return false
    }
    if reversed {
      try RowScan.reversed(transaction, tables[table], prefix: prefix.bytes, follow)
    } else {
      try RowScan.forward(transaction, tables[table], prefix: prefix.bytes, follow)
    }
  }
}
