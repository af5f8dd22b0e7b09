/// One CSV file with its columns found, and the rows that fit them.
struct BabyBuddyFile {
  let schema: BabyBuddySchema
  let columns: [String]
  let rows: [CSVTable.Record]
  private let table: CSVTable
  private let indices: [String: Int]

  init(_ table: CSVTable, schema: BabyBuddySchema) throws(InterchangeError) {
    let filled = table.records.filter { !$0.isBlank }
    let columns = (filled.first?.fields ?? []).map(\.trimmed)
    var indices: [String: Int] = [:]
    for (index, column) in columns.enumerated() where !column.isEmpty {
      guard indices.updateValue(index, forKey: column) == nil else {
        throw InterchangeError(
          .duplicateColumn, file: table.file,
          "\(table.file) has two columns named “\(column)”.")
      }
    }
    for column in schema.required where indices[column] == nil {
      throw InterchangeError(
        .missingColumn, file: table.file,
        "\(table.file) has no column “\(column)”; nothing was read.")
    }
    self.schema = schema
    self.columns = columns
    self.rows = Array(filled.dropFirst())
    self.table = table
    self.indices = indices
  }

  var unknownColumns: [String] { columns.filter { !schema.knows($0) } }

  /// The cell; empty when the file has no such column or the row is too short.
  func cell(_ column: String, _ row: CSVTable.Record) -> String { cell(column, row.fields) }

  private func cell(_ column: String, _ fields: [String]) -> String {
    guard let index = indices[column], index < fields.count else { return "" }
    return fields[index]
  }

  /// A row without its id, in a form that equal rows share whatever zone and tag file they are
  /// read with: local times and tag ids rather than instants and names.
  func content(of entry: some BabyBuddyEntry) -> String {
    let told = ["start", "end", "time", "tags"].map { cell($0, entry.source.rawFields).trimmed }
    return (told + entry.values).joined(separator: SourceIdentity.separator)
  }

  func refuseUneven(_ row: CSVTable.Record) throws(RowRefusal) {
    guard row.fields.count != columns.count else { return }
    throw RowRefusal(
      nil, "The row has \(row.fields.count) cells, the header \(columns.count).")
  }

  func quarantine(_ row: CSVTable.Record, _ refusal: RowRefusal) -> QuarantinedRow {
    QuarantinedRow(
      position: table.position(of: row), column: refusal.column, reason: refusal.reason,
      rawText: table.rawText(of: row))
  }

  /// Starts a row's source part; the identity follows when all rows are known.
  func source(_ row: CSVTable.Record) -> SourceRow {
    let id = cell("id", row).trimmed
    return SourceRow(
      id: id.isEmpty ? nil : id, sourceID: "", entityID: SourceIdentity.namespace,
      position: table.position(of: row), rawFields: row.fields, warnings: [])
  }

  func report(parsed: [SourceRow], quarantined: Int, fileWarnings: [ImportWarning] = [])
    -> FileReport
  {
    let all = parsed.flatMap(\.warnings) + fileWarnings + unknownColumns.map { _ in .unknownColumn }
    return FileReport(
      file: schema.file, columns: columns, unknownColumns: unknownColumns, rows: rows.count,
      parsed: parsed.count, quarantined: quarantined,
      warnings: Dictionary(all.map { ($0, 1) }, uniquingKeysWith: +))
  }
}
