#if SQL
internal import Daybook
internal import GRDB

/// The table of the rows of one table of a view.
///
/// `daybook_chunks` has the hash of each some 200 rows that follow each other. So a round reads the
/// view's rows once, compares hashes, and writes again only the rows of those chunks in which one
/// is another.
struct RowTable {
  static let key = "stored_key"
  /// Rows in a chunk when it is made; one with twice as many is cut.
  private static let chunkSize = 200
  /// What comes after every key, of which LMDB takes 511 bytes.
  private static let end = [UInt8](repeating: 0xFF, count: 512)
  /// Rows that are read at a time.
  private static let pageSize = 1000

  let view: String
  let viewTable: String
  let name: String
  private let shape: KeyShape
  private let keyColumns: [Column]
  private var table: FieldTable

  init(
    _ view: String, _ viewTable: String, named name: String, _ key: KeyColumns, _ row: PayloadShape
  ) {
    (self.view, self.viewTable, self.name, shape) = (view, viewTable, name, key.shape)
    keyColumns = key.columns.map { Column($0.name, $0.declaration) }
    // The rows are in the order of their keys, and are found by these.
    let stored = Column(Self.key, "BLOB NOT NULL PRIMARY KEY")
    table = FieldTable(name, lead: keyColumns + [stored], row, isOrderedByKey: true)
  }

  func make(_ db: Database) throws { try table.make(db) }

  mutating func load(_ db: Database) throws { try table.load(db) }

  /// Lets the table have the rows of the view.
  ///
  /// - Returns: how many rows were written.
  mutating func update(_ reader: borrowing Reader, _ db: Database) throws -> Int {
    var chunks = try StoredChunks(name, db)
    var written = 0
    var last: [UInt8]?
    while true {
      let page = try reader.rows(
        ofView: view, table: viewTable, after: last, limit: Self.pageSize)
      for row in page {
        for changed in chunks.add(row) { written += try write(changed, db) }
      }
      guard page.count == Self.pageSize, let key = page.last?.key else { break }
      last = key
    }
    for changed in chunks.end() { written += try write(changed, db) }
    return written
  }

  /// Writes the rows of a chunk again.
  private mutating func write(_ chunk: StoredChunks.Changed, _ db: Database) throws -> Int {
    let range = [Data(chunk.first), Data(chunk.next ?? Self.end)]
    let key = Self.key
    try db.cachedStatement(
      sql: "DELETE FROM \(name.quotedDatabaseIdentifier) WHERE \(key) >= ? AND \(key) < ?"
    ).execute(arguments: StatementArguments(range))
    try db.cachedStatement(
      sql: "DELETE FROM daybook_chunks WHERE first_key >= ? AND first_key < ? AND table_name = ?"
    ).execute(arguments: StatementArguments(range) + [name])
    for row in chunk.rows { try put(row, db) }
    var first = chunk.first[...]
    for start in stride(from: 0, to: chunk.rows.count, by: Self.chunkSize) {
      let rows = chunk.rows[start..<min(start + Self.chunkSize, chunk.rows.count)]
      if start > 0 { first = rows[start].key[...] }
      var hash = RowHash()
      for row in rows { hash.add(row) }
      try db.cachedStatement(sql: "INSERT INTO daybook_chunks VALUES (?, ?, ?, ?)").execute(
        arguments: [name, Data(first), Int64(bitPattern: hash.value), rows.count])
    }
    return chunk.rows.count
  }

  private mutating func put(_ row: UntypedRow, _ db: Database) throws {
    let (parts, count) = (shape.parts(of: row.key), keyColumns.count)
    try table.put(row.row, db) { values in
      for (place, part) in parts.prefix(count).enumerated() { part.write(into: &values, at: place) }
      row.key.withUnsafeBytes { values.set(count, blob: $0) }
    }
  }
}

extension KeyPart {
  /// Writes the part as SQL has it; nothing for one that is absent.
  fileprivate func write(into row: inout RowValues, at place: Int) {
    switch self {
    case .none: break
    case .text(let text): row.set(place, text)
    case .integer(let number): row.set(place, number)
    case .unsigned(let number): row.set(place, Int64(bitPattern: number))
    case .flag(let flag): row.set(place, flag)
    case .date(let date): row.set(place, time: SQLTime.milliseconds(date))
    case .id(let id): row.set(place, id)
    case .time(let time): row.set(place, time: time.milliseconds)
    case .bytes(let bytes): bytes.withUnsafeBytes { row.set(place, blob: $0) }
    }
  }
}
#endif
