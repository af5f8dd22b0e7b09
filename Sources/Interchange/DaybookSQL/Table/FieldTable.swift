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

  /// Where the values of a field go.
  private struct FieldColumn {
    let number: Int
    let form: FieldForm
    let place: Int
  }

  let name: String
  /// The columns that do not come from the payload.
  let lead: [Column]
  private let shape: PayloadShape
  private let key: String?
  private let fullText: String?
  private let isOrderedByKey: Bool
  private var columns: [Column]
  private var places: [Content: Int] = [:]
  /// The fields that have a column; few, so that looking through them is quicker than hashing.
  private var fieldColumns: [FieldColumn] = []
  private var statement: RowStatement?
  // What a row needs, for the next one to use again.
  private var row = RowValues()
  private var fields = StoredFields()

  /// - Parameters:
  ///   - name: the table.
  ///   - lead: the columns that are always there.
  ///   - shape: the fields that are known.
  ///   - key: the column by which a row is replaced; nil where rows are only put in.
  ///   - fullText: a column for every text of the payload.
  ///   - isOrderedByKey: whether rows lie in the order of the primary key, without numbers.
  init(
    _ name: String, lead: [Column], _ shape: PayloadShape, key: String? = nil,
    fullText: String? = nil, isOrderedByKey: Bool = false
  ) {
    (self.name, self.lead, self.shape) = (name, lead, shape)
    self.isOrderedByKey = isOrderedByKey
    (self.key, self.fullText) = (key, fullText)
    columns = lead
    for field in shape.fields { add(.field(field.number), field.name, field.form.declaration) }
    if let fullText { columns.append(Column(fullText, "TEXT")) }
  }

  /// Makes the table.
  func make(_ db: Database) throws {
    try db.make(name, columns, isOrderedByKey: isOrderedByKey)
  }

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
      note(content, Column(row["column_name"], row["declaration"]))
    }
  }

  /// Puts in a row, or replaces that of its key.
  ///
  /// - Parameter setLead: sets the values of the columns that do not come from the payload.
  mutating func put(
    _ payload: [UInt8], _ db: Database, _ setLead: (inout RowValues) -> Void
  ) throws {
    row.begin(columns.count)
    setLead(&row)
    try payload.withUnsafeBytes { try fill($0, db) }
    let ready = try statement ?? RowStatement(sql, db)
    statement = ready
    try ready.run(row)
  }

  /// Sets the values that come from the payload.
  private mutating func fill(_ payload: BorrowedBytes, _ db: Database) throws {
    // Out of the way of what changes the table, and back with its memory.
    var read = StoredFields()
    swap(&read, &fields)
    defer { swap(&read, &fields) }
    guard (try? read.read(payload)) != nil else {
      row.set(try place(.bytes, "payload", "BLOB", db), blob: payload)
      return
    }
    var texts: [String] = []
    try read.forEach { number, values in
      if shape.isRepeated(number) { return }
      try set(number, values, db)
      if fullText != nil {
        let form = shape[number]?.form ?? .unknown
        texts += values.compactMap { form.words($0.value) }
      }
    }
    if let fullText, !texts.isEmpty, let place = columns.firstIndex(where: { $0.name == fullText })
    {
      row.set(place, texts.joined(separator: "\n"))
    }
  }

  /// Sets what a field holds.
  private mutating func set(
    _ number: Int, _ values: StoredFields.Values, _ db: Database
  ) throws {
    guard let last = values.last?.value else { return }
    let column: FieldColumn
    if let known = fieldColumns.first(where: { $0.number == number }) {
      column = known
    } else {
      let place = try place(
        .field(number), "field_\(number)", FieldForm.declaration(of: last), db)
      column = FieldColumn(number: number, form: .unknown, place: place)
    }
    if case .list = column.form {
      row.text(column.place) { $0.json(values, column.form) }
      return
    }
    column.form.write(last, into: &row, at: column.place)
    if values.count > 1, column.form == .unknown {
      let place = try place(.values(number), "field_\(number)_list", "TEXT", db)
      row.text(place) { $0.json(values, column.form) }
    }
  }

  /// The place of a column, which is added to the table when it is not there.
  private mutating func place(
    _ content: Content, _ name: @autoclosure () -> String, _ declaration: @autoclosure () -> String,
    _ db: Database
  ) throws -> Int {
    if let place = places[content] { return place }
    let column = add(content, name(), declaration())
    row.addPlace()
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
    note(content, column)
    return column
  }

  private mutating func note(_ content: Content, _ column: Column) {
    if case .field(let number) = content {
      let form = shape[number]?.form ?? .unknown
      fieldColumns.append(FieldColumn(number: number, form: form, place: columns.count))
    }
    places[content] = columns.count
    columns.append(column)
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
  fileprivate func words(_ value: BorrowedField.Value) -> String? {
    switch (self, value) {
    case (.list(let form), _): form.words(value)
    case (.text, .bytes(let bytes)): String(validating: bytes, as: UTF8.self)
    case (.unknown, .bytes(let bytes)): Self.plain(bytes)
    default: nil
    }
  }
}
#endif
