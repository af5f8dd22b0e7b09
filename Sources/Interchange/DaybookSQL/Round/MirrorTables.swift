#if SQL
internal import Daybook
internal import GRDB

/// The tables of kinds and views that a mirror has.
struct MirrorTables {
  private let schema: MirroredSchema
  private let fullText: Bool
  private var names = TableNames()
  /// By kinds.
  var kinds: [String: KindTable] = [:]
  /// By views.
  var views: [String: [RowTable]] = [:]

  init(_ schema: MirroredSchema, fullText: Bool) {
    (self.schema, self.fullText) = (schema, fullText)
  }

  /// Learns of the tables that the file has, and makes those that it lacks.
  ///
  /// - Returns: the kinds whose tables were made.
  mutating func bring(_ reader: borrowing Reader, _ db: Database) throws -> [String] {
    let known = try known(db)
    var made: [String] = []
    // Those of the schema of which there is nothing yet have a table, too.
    let met = try reader.storedKinds().map(\.name)
    for kind in met + schema.entities.keys.sorted() where kinds[kind] == nil {
      let name = known["kind \(kind)"]
      var table = KindTable(
        kind, named: name ?? names.kind(kind), schema.entities[kind], schema.shape(ofKind: kind),
        fullText: fullText)
      if name != nil {
        try table.load(db)
      } else {
        try table.make(db)
        try note(table.name, "kind", kind, nil, db)
        made.append(kind)
      }
      kinds[kind] = table
    }
    let stored = try reader.storedViews()
    try ViewList.write(stored, db)
    for view in stored {
      views[view.name] = try view.tables.map { try rows(view, $0, known, db) }
    }
    return made
  }

  private mutating func rows(
    _ view: StoredView, _ stored: StoredView.Table, _ known: [String: String], _ db: Database
  ) throws -> RowTable {
    let name = known["view \(view.name)/\(stored.name)"]
    var table = RowTable(
      view.name, stored.name, named: name ?? names.view(view.name, table: stored.name),
      schema.key(view, stored), schema.shape(view, stored))
    if name != nil {
      try table.load(db)
    } else {
      try table.make(db)
      try note(table.name, "view", view.name, stored.name, db)
    }
    return table
  }

  private mutating func known(_ db: Database) throws -> [String: String] {
    var known: [String: String] = [:]
    for row in try Row.fetchAll(db, sql: "SELECT * FROM daybook_tables") {
      let (name, sort, subject): (String, String, String) = (row[0], row[1], row[2])
      let table: String? = row[3]
      known["\(sort) \(subject)" + (table.map { "/" + $0 } ?? "")] = name
      names.take(name)
    }
    return known
  }

  private func note(
    _ table: String, _ sort: String, _ subject: String, _ viewTable: String?, _ db: Database
  ) throws {
    try db.execute(
      sql: "INSERT INTO daybook_tables VALUES (?, ?, ?, ?)",
      arguments: [table, sort, subject, viewTable])
  }
}
#endif
