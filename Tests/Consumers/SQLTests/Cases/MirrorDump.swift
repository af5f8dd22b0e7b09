import GRDB

/// What a mirror holds, by queries: of each table the rows, each with its columns by name.
struct MirrorDump: Equatable {
  private(set) var tables: [String: [String]] = [:]

  /// - Parameter path: the file of the mirror.
  init(_ path: String) throws {
    let queue = try DatabaseQueue(path: path)
    tables = try queue.read { db in
      let names = try String.fetchAll(
        db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      var tables: [String: [String]] = [:]
      // What a table of FTS5 and the chunks are made of depends on the order of the changes.
      for name in names where !name.hasPrefix("fts_") && name != "daybook_chunks" {
        tables[name] = try Self.rows(db, "SELECT * FROM \(name.quotedDatabaseIdentifier)")
      }
      return tables
    }
  }

  /// What differs between two, in words.
  func differences(from other: MirrorDump) -> [String] {
    Set(tables.keys).union(other.tables.keys).sorted().flatMap { name -> [String] in
      let (own, others) = (Set(tables[name] ?? ["none"]), Set(other.tables[name] ?? ["none"]))
      return own.subtracting(others).map { "\(name) has \($0)" }
        + others.subtracting(own).map { "\(name) lacks \($0)" }
    }
  }

  private static func rows(_ db: Database, _ sql: String) throws -> [String] {
    try Row.fetchAll(db, sql: sql).map { row in
      row.filter { $0.0 != "row" && $0.0 != "place" }.sorted { $0.0 < $1.0 }
        .map { "\($0): \($1)" }.joined(separator: ", ")
    }.sorted()
  }
}
