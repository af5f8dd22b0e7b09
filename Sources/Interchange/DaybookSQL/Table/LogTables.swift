#if SQL
internal import Daybook
internal import Foundation
internal import GRDB

/// The tables of transactions and of their events.
struct LogTables {
  private let types: [String: any Entity.Type]
  private var shapes: [String: EventShape] = [:]

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
    let stamp = SQLTime.text(transaction.stampTime).databaseValue
    try put(transaction, stamp, db)
    let statement = try db.cachedStatement(
      sql: "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
    for position in transaction.positions {
      let event = try reader.event(position)
      // The engine's own events are about no entity.
      let isOwn = event.kind.isEmpty
      let values: [DatabaseValue] = [
        Int64(bitPattern: event.position).databaseValue,
        Int64(bitPattern: event.transaction).databaseValue, stamp,
        isOwn ? .null : event.kind.databaseValue,
        isOwn ? .null : event.entity.uuidString.databaseValue, event.type.name.databaseValue,
        event.type.version.databaseValue, payload(event).databaseValue,
      ]
      try statement.run(values)
    }
  }

  /// Puts in what is said of a transaction, or replaces it.
  func put(_ transaction: History.Transaction, _ db: Database) throws {
    try put(transaction, SQLTime.text(transaction.stampTime).databaseValue, db)
  }

  private func put(
    _ transaction: History.Transaction, _ stamp: DatabaseValue, _ db: Database
  ) throws {
    let values: [DatabaseValue] = [
      Int64(bitPattern: transaction.number).databaseValue,
      SQLTime.text(transaction.wallTime).databaseValue, stamp, transaction.author.databaseValue,
      transaction.context.databaseValue, transaction.process.databaseValue,
      transaction.dot.replica.uuid.uuidString.databaseValue,
      Int64(bitPattern: transaction.dot.sequence).databaseValue,
      transaction.schemaVersion.databaseValue, transaction.positions.count.databaseValue,
      transaction.isRemote.databaseValue, transaction.isRetracted.databaseValue,
      transaction.isVoid.databaseValue,
    ]
    let statement = try db.cachedStatement(
      sql: "INSERT OR REPLACE INTO transactions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    try statement.run(values)
  }

  /// The payload as JSON.
  private mutating func payload(_ event: History.Event) -> String {
    let key = "\(event.kind) \(event.type)"
    let shape: EventShape
    if let known = shapes[key] {
      shape = known
    } else {
      shape = types[event.kind].map { EventShape(of: event, $0) } ?? .fields(.unknown)
      shapes[key] = shape
    }
    switch shape {
    case .fields(let shape): return JSONText.make { $0.payload(event.payload, shape) }
    case .json:
      if let bytes = try? StoredFields(of: event.payload).json {
        return String(decoding: bytes, as: UTF8.self)
      }
      return JSONText.make { $0.payload(event.payload, .unknown) }
    }
  }
}
#endif
