#if SQL
internal import Daybook
internal import Foundation
internal import GRDB

/// A table with some columns of its own, and one for each field of a payload.
///
/// A field that the shape does not know gets its column when it is met first; `daybook_fields`
/// remembers which.
struct FieldTable {
  /// What a column holds.
  private enum Content: Hashable {
    case field(Int)
    /// Every value of a field that nobody knows to be a list and that came several times.
    case values(Int)
    /// Bytes that are no payload.
    case bytes
  }

  let name: String
  /// The columns that do not come from the payload.
  let lead: [Column]
  private let shape: PayloadShape
  private let key: String?
  private let fullText: String?
  private var columns: [Column]
  private var places: [Content: Int] = [:]
  private var statement: Statement?

  /// - Parameters:
  ///   - name: the table.
  ///   - lead: the columns that are always there.
  ///   - shape: the fields that are known.
  ///   - key: the column by which a row is replaced; nil where rows are only put in.
  ///   - fullText: a column for every text of the payload.
  init(
    _ name: String, lead: [Column], _ shape: PayloadShape, key: String? = nil,
    fullText: String? = nil
  ) {
    (self.name, self.lead, self.shape) = (name, lead, shape)
    (self.key, self.fullText) = (key, fullText)
    columns = lead
    for field in shape.fields { add(.field(field.number), field.name, field.form.declaration) }
    if let fullText { columns.append(Column(fullText, "TEXT")) }
  }

  /// Makes the table.
  func make(_ db: Database) throws { try db.make(name, columns) }

  /// Learns of the columns that were added to the table earlier.
  mutating func load(_ db: Database) throws {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT field, content, column_name, declaration FROM daybook_fields
        WHERE table_name = ? ORDER BY place
        """, arguments: [name])
    for row in rows {
      let number: Int = row["field"]
      let content: Content =
        switch row["content"] as String {
        case "values": .values(number)
        case "bytes": .bytes
        default: .field(number)
        }
      places[content] = columns.count
      columns.append(Column(row["column_name"], row["declaration"]))
    }
  }

  /// Puts in a row, or replaces that of its key.
  mutating func put(_ values: [DatabaseValue], _ payload: [UInt8], _ db: Database) throws {
    var row = values
    row.reserveCapacity(columns.count + 2)
    while row.count < columns.count { row.append(.null) }
    var texts: [String] = []
    if let fields = try? StoredFields(of: payload) {
      try fill(&row, fields, &texts, db)
    } else {
      let place = try self.place(.bytes, "payload", "BLOB", &row, db)
      row[place] = Data(payload).databaseValue
    }
    if let fullText, !texts.isEmpty, let place = columns.firstIndex(where: { $0.name == fullText })
    {
      row[place] = texts.joined(separator: "\n").databaseValue
    }
    if statement == nil { statement = try db.makeStatement(sql: sql) }
    try statement?.run(row)
  }

  private mutating func fill(
    _ row: inout [DatabaseValue], _ fields: StoredFields, _ texts: inout [String], _ db: Database
  ) throws {
    try fields.forEach { number, values in
      guard let last = values.last?.value, !shape.repeated.contains(number) else { return }
      let form = shape[number]?.form ?? .unknown
      if fullText != nil { texts += values.compactMap { form.words($0.value) } }
      let place = try place(
        .field(number), "field_\(number)", FieldForm.declaration(of: last), &row, db)
      if case .list = form {
        row[place] = JSONText.make { $0.list(values, form) }.databaseValue
        return
      }
      row[place] = form.sql(last)
      if form == .unknown, values.count > 1 {
        let place = try self.place(.values(number), "field_\(number)_list", "TEXT", &row, db)
        row[place] = JSONText.make { $0.list(values, form) }.databaseValue
      }
    }
  }

  /// The place of a column, which is added to the table when it is not there.
  private mutating func place(
    _ content: Content, _ name: @autoclosure () -> String, _ declaration: @autoclosure () -> String,
    _ row: inout [DatabaseValue], _ db: Database
  ) throws -> Int {
    if let place = places[content] { return place }
    let column = add(content, name(), declaration())
    row.append(.null)
    statement = nil
    try db.execute(
      sql: "ALTER TABLE \(self.name.quotedDatabaseIdentifier) ADD COLUMN \(column.sql)")
    let (number, word): (Int, String) =
      switch content {
      case .field(let number): (number, "field")
      case .values(let number): (number, "values")
      case .bytes: (0, "bytes")
      }
    try db.execute(
      sql: "INSERT INTO daybook_fields VALUES (?, ?, ?, ?, ?, ?)",
      arguments: [self.name, columns.count - 1, number, word, column.name, column.declaration])
    return columns.count - 1
  }

  /// Notes a column under a name that is free.
  @discardableResult
  private mutating func add(_ content: Content, _ name: String, _ declaration: String) -> Column {
    let column = Column(free(name), declaration)
    places[content] = columns.count
    columns.append(column)
    return column
  }

  /// A name with as many underscores at its end as make it the table's only one of this name.
  private func free(_ name: String) -> String {
    let taken = Set(columns.map { $0.name.lowercased() } + [fullText].compactMap(\.self))
    var name = name
    while taken.contains(name.lowercased()) { name += "_" }
    return name
  }

  private var sql: String {
    let names = columns.map(\.name.quotedDatabaseIdentifier)
    let marks = Array(repeating: "?", count: names.count).joined(separator: ", ")
    let table = self.name.quotedDatabaseIdentifier
    let insertion = "INSERT INTO \(table) (\(names.joined(separator: ", "))) VALUES (\(marks))"
    guard let key else { return insertion }
    let changing = columns.filter { $0.name != key && !$0.declaration.contains("PRIMARY KEY") }
    let changes = changing.map { column in
      let name = column.name.quotedDatabaseIdentifier
      return "\(name) = excluded.\(name)"
    }
    return insertion
      + " ON CONFLICT (\(key.quotedDatabaseIdentifier)) DO UPDATE SET "
      + changes.joined(separator: ", ")
  }
}

extension FieldForm {
  /// What a value says to who looks for words; nil for what is none.
  fileprivate func words(_ value: StoredValue) -> String? {
    switch (self, value) {
    case (.list(let form), _): form.words(value)
    case (.text, .bytes(let bytes)): String(validating: bytes, as: UTF8.self)
    case (.unknown, .bytes(let bytes)): Self.plain(bytes)
    default: nil
    }
  }
}
#endif
