#if SQL
internal import Daybook
internal import GRDB

/// The tables of transactions and of their events.
struct TransactionTables {
  /// A type of event of a kind.
  private struct EventName: Hashable {
    let kind: String
    let type: EventType
  }

  private let types: [String: any Entity.Type]
  private var shapes: [EventName: EventShape] = [:]
  private var insertion: RowStatement?
  private var replacement: RowStatement?
  private var row = RowValues()

  /// - Parameter types: what the app reads, by kinds.
  init(_ types: [String: any Entity.Type]) { self.types = types }

  static func make(_ db: Database) throws {
    try db.make(
      "transactions",
      [
        Column("number", "INTEGER PRIMARY KEY"), Column("time", "DATETIME"),
        Column("stamp_time", "DATETIME"), Column("author", "TEXT"), Column("context", "TEXT"),
        Column("process", "TEXT"), Column("replica", "TEXT NOT NULL"),
        Column("sequence", "INTEGER NOT NULL"), Column("schema_version", "INTEGER NOT NULL"),
        Column("event_count", "INTEGER NOT NULL"), Column("is_remote", "INTEGER NOT NULL"),
        Column("is_retracted", "INTEGER NOT NULL"), Column("is_void", "INTEGER NOT NULL"),
      ])
    try db.make(
      "events",
      [
        Column("position", "INTEGER PRIMARY KEY"),
        Column("transaction_number", "INTEGER NOT NULL REFERENCES transactions (number)"),
        Column("stamp_time", "DATETIME"), Column("kind", "TEXT"), Column("entity", "TEXT"),
        Column("type", "TEXT NOT NULL"), Column("version", "INTEGER NOT NULL"),
        Column("payload", "TEXT"),
      ])
  }

  static func index(_ db: Database) throws {
    try db.index("transactions", "time")
    try db.index("transactions", "author", "time")
    try db.index("events", "transaction_number")
    try db.index("events", "kind", "stamp_time")
    try db.index("events", "entity")
  }

  /// Puts in a transaction with its events.
  mutating func add(
    _ transaction: History.Transaction, _ reader: borrowing Reader, _ db: Database
  ) throws {
    try put(transaction, db)
    let insertion =
      try self.insertion ?? RowStatement("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)", db)
    self.insertion = insertion
    for position in transaction.positions {
      let event = try reader.event(position)
      row.begin(8)
      row.set(0, Int64(bitPattern: event.position))
      row.set(1, Int64(bitPattern: event.transaction))
      row.set(2, time: transaction.stampTime.milliseconds)
      // The engine's own events are about no entity.
      if !event.kind.isEmpty {
        row.set(3, event.kind)
        row.set(4, event.entity)
      }
      row.set(5, event.type.name)
      row.set(6, event.type.version)
      let shape = shape(event)
      row.text(7) { Self.write(event.payload, shape, into: &$0) }
      try insertion.run(row)
    }
  }

  /// Puts in what is said of a transaction, or replaces it.
  mutating func put(_ transaction: History.Transaction, _ db: Database) throws {
    let replacement =
      try self.replacement
      ?? RowStatement(
        "INSERT OR REPLACE INTO transactions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", db)
    self.replacement = replacement
    row.begin(13)
    row.set(0, Int64(bitPattern: transaction.number))
    row.set(1, time: SQLTime.milliseconds(transaction.wallTime))
    row.set(2, time: transaction.stampTime.milliseconds)
    row.set(3, transaction.author)
    row.set(4, transaction.context)
    row.set(5, transaction.process)
    row.set(6, transaction.dot.replica.uuid)
    row.set(7, Int64(bitPattern: transaction.dot.sequence))
    row.set(8, transaction.schemaVersion)
    row.set(9, transaction.positions.count)
    row.set(10, transaction.isRemote)
    row.set(11, transaction.isRetracted)
    row.set(12, transaction.isVoid)
    try replacement.run(row)
  }

  /// What the payload of an event holds; that of the first one of its type holds for all.
  private mutating func shape(_ event: History.Event) -> EventShape {
    let type = EventName(kind: event.kind, type: event.type)
    if let known = shapes[type] { return known }
    let shape = types[event.kind].flatMap { EventShape(of: event, $0) }
    if let shape { shapes[type] = shape }
    return shape ?? .fields(.unknown)
  }

  /// Writes a payload as JSON.
  private static func write(
    _ payload: [UInt8], _ shape: EventShape, into text: inout TextBuffer
  ) {
    payload.withUnsafeBytes { bytes in
      switch shape {
      case .fields(let shape): text.json(bytes, shape)
      case .json:
        if let json = try? StoredFields(of: bytes).json { return text.append(utf8: json) }
        text.json(bytes, .unknown)
      }
    }
  }
}
#endif
