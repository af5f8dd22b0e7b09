#if SQL
internal import Daybook
internal import GRDB

/// The table of the entities of a kind.
struct KindTable {
  static let fullText = "full_text"

  let kind: String
  let name: String
  /// The type that the app reads the states with; nil for a kind that it does not know.
  let type: (any Entity.Type)?
  private let hasFullText: Bool
  private var table: FieldTable

  init(
    _ kind: String, named name: String, _ type: (any Entity.Type)?, _ shape: PayloadShape,
    fullText: Bool
  ) {
    (self.kind, self.name, self.type, hasFullText) = (kind, name, type, fullText)
    // The number holds the index of the words to its row, also after a VACUUM.
    let lead =
      fullText
      ? [Column("row", "INTEGER PRIMARY KEY"), Column("id", "TEXT NOT NULL UNIQUE")]
      : [Column("id", "TEXT NOT NULL PRIMARY KEY")]
    table = FieldTable(
      name,
      lead: lead + [
        Column("created", "DATETIME"), Column("modified", "DATETIME"),
        Column("event_count", "INTEGER NOT NULL"), Column("is_quarantined", "INTEGER NOT NULL"),
      ], shape, key: "id", fullText: fullText ? Self.fullText : nil)
  }

  func make(_ db: Database) throws {
    try table.make(db)
    if hasFullText { try makeFullText(db) }
  }

  func index(_ db: Database) throws { try db.index(name, "modified") }

  mutating func load(_ db: Database) throws { try table.load(db) }

  /// Puts in an entity as it is stored, or takes it out when it is gone.
  mutating func put(_ entity: UntypedEntity, _ db: Database) throws {
    guard let state = entity.state, !isGone(state, entity.id) else {
      try db.cachedStatement(
        sql: "DELETE FROM \(name.quotedDatabaseIdentifier) WHERE id = ?"
      )
      .execute(arguments: [entity.id.uuidString])
      return
    }
    // The number of a row that is searched comes from SQLite.
    let first = hasFullText ? 1 : 0
    try table.put(state, db) { row in
      row.set(first, entity.id)
      row.set(first + 1, time: entity.created?.milliseconds)
      row.set(first + 2, time: entity.modified?.milliseconds)
      row.set(first + 3, entity.eventCount)
      row.set(first + 4, entity.isQuarantined)
    }
  }

  /// Whether readers do not see an entity with this state.
  private func isGone(_ state: [UInt8], _ id: UUID) -> Bool {
    type.map { Self.isGone(state, id, $0) } ?? false
  }

  private static func isGone<State: Entity>(
    _ state: [UInt8], _ id: UUID, _ type: State.Type
  ) -> Bool {
    var reader = PayloadReader(state.span.bytes)
    guard let state = try? State(from: &reader) else { return false }
    return state.isDeleted || state.mergedInto.map { $0.rawValue != id } ?? false
  }

  /// An index of the words of every text, which the table's rows keep up to date.
  private func makeFullText(_ db: Database) throws {
    let (table, index) = (
      name.quotedDatabaseIdentifier, "fts_\(name)".quotedDatabaseIdentifier
    )
    let column = Self.fullText
    let added = "INSERT INTO \(index) (rowid, \(column)) VALUES (new.row, new.\(column));"
    let removed = """
      INSERT INTO \(index) (\(index), rowid, \(column))
      VALUES ('delete', old.row, old.\(column));
      """
    try db.execute(
      sql: """
        CREATE VIRTUAL TABLE \(index) USING fts5(\(column), content=\(table), content_rowid='row');
        """)
    for (event, body) in [
      ("INSERT", added), ("DELETE", removed), ("UPDATE", removed + added),
    ] {
      let trigger = "fts_\(name)_\(event.lowercased())".quotedDatabaseIdentifier
      try db.execute(
        sql: "CREATE TRIGGER \(trigger) AFTER \(event) ON \(table) BEGIN \(body) END")
    }
  }
}
#endif
