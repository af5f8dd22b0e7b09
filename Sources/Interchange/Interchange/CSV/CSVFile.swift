/// A CSV file whose first row names its columns.
///
/// It knows which cells of each row were asked for. What nobody asked for, what was read as
/// nothing and what was changed on the way is in the report of an import, when the source names the
/// file with ``importFile``.
public struct CSVFile: Sendable {
  /// One row, with its cells by the names of their columns.
  public struct Row: Sendable {
    /// The cells, in the order of the columns.
    public var fields: [String] { record.fields }
    /// Where it stands.
    public var position: SourcePosition {
      SourcePosition(file: file, record: record.number, line: record.line)
    }
    /// Its text as the file has it.
    public var rawText: String { record.rawText }
    /// Which row it is, from 0.
    public let index: Int
    let record: CSVReader.Record
    let file: String
    let indices: ColumnIndices
    /// What becomes of its cells; nil in a pass that does not count.
    let use: RowUse?

    /// The names of the columns, in alphabetical order.
    public var columns: [String] { indices.names }

    /// The cell; empty when the row is too short. It counts as read.
    ///
    /// Empty as well when the file has no such column, and the report of an import says that nobody
    /// finds the column, unless the file was told that it may be missing.
    public subscript(column: String) -> String {
      guard let index = index(of: column) else {
        if indices[column] == nil { use?.noteAbsent(column) }
        return ""
      }
      use?.note(.read, at: index, of: self.index)
      return record.fields[index]
    }

    /// The cell as the subscript gives it, without counting as read: for a look at what is read
    /// elsewhere, such as to compare rows.
    public func peek(_ column: String) -> String {
      index(of: column).map { record.fields[$0] } ?? ""
    }

    /// The cell as a value; nil for an empty one. One with text of which `read` makes no value is
    /// in the report as read as nothing.
    public func value<Value>(_ column: String, _ read: (String) -> Value?) -> Value? {
      let text = self[column].trimmed
      if text.isEmpty { return nil }
      let value = read(text)
      if value == nil { note(.nothing, column) }
      return value
    }

    /// Says that the value of a cell was changed on the way, such as to another unit.
    public func noteChange(of column: String) { note(.changed, column) }

    /// Says that the text of a cell is read as nothing.
    package func noteNothing(of column: String) { note(.nothing, column) }

    private func note(_ outcome: CellUse, _ column: String) {
      if let index = index(of: column) { use?.note(outcome, at: index, of: self.index) }
    }

    private func index(of column: String) -> Int? {
      guard let index = indices[column], index < record.fields.count else { return nil }
      return index
    }

    /// The row as one that cannot be read. It is in the report whole.
    public func quarantined(column: String?, _ reason: String) -> QuarantinedRow {
      use?.noteWhole(index)
      return QuarantinedRow(position: position, column: column, reason: reason, rawText: rawText)
    }
  }

  /// The file.
  public let file: SourceFile
  /// The names of the columns, trimmed, in the order of the file.
  public let columns: [String]
  private let indices: ColumnIndices
  private let isOptional: @Sendable (String) -> Bool
  private let isRepeated: @Sendable (String) -> Bool
  private let ledger = CellLedger()

  /// Reads the first row.
  ///
  /// - Parameters:
  ///   - required: columns without which the rows mean nothing. Their names count in any case, and
  ///     those of the others too when no letter of a header that has any is small.
  ///   - isOptional: whether a column may be missing, such as one that older versions of the source
  ///     do not write. Others that a row is asked for and the file lacks are in the report.
  ///   - isRepeated: whether a column says what others say, so that nobody has to read it.
  /// - Throws: `InterchangeError`: as `CSVReader`; `notCSV` for an empty file; `duplicateColumn`
  ///   for a required column that is there twice, `missingColumn` for one that is not there. Of
  ///   others the first counts, and the report has the second as one that nobody read.
  public init(
    _ file: SourceFile, required: [String] = [],
    isOptional: @escaping @Sendable (String) -> Bool = { _ in false },
    isRepeated: @escaping @Sendable (String) -> Bool = { _ in false }
  ) throws(InterchangeError) {
    var reader = try CSVReader(file)
    var header = try reader.next()
    while header?.isBlank == true { header = try reader.next() }
    columns = (header?.fields ?? []).map(\.trimmed)
    if columns.allSatisfy(\.isEmpty), try Self.isBlank(&reader) { throw .empty(file.name, .notCSV) }
    indices = ColumnIndices(columns, required: required)
    if let column = required.first(where: indices.repeated.contains) {
      throw InterchangeError(
        .duplicateColumn, file: file.name,
        "\(file.name) has two columns named “\(column)”; take the wrong one out.")
    }
    for column in required where indices[column] == nil {
      throw InterchangeError(
        .missingColumn, file: file.name,
        "\(file.name) has no column “\(column)”; export it again with all columns.")
    }
    self.file = file
    self.isOptional = isOptional
    self.isRepeated = isRepeated
  }

  /// Whether no record that is left holds anything.
  private static func isBlank(_ reader: inout CSVReader) throws(InterchangeError) -> Bool {
    while let record = try reader.next() {
      if !record.fields.allSatisfy(\.trimmed.isEmpty) { return false }
    }
    return true
  }

  /// The file in an import's report, with what became of its cells when it was gone through last.
  public var importFile: ImportFile {
    var listed = file.importFile
    listed.cells = ledger
    return listed
  }

  /// Whether no letter of its header is small.
  package var isCapital: Bool { indices.isCapital }

  /// Whether the file has a column.
  public func has(_ column: String) -> Bool { indices[column] != nil }

  /// Calls `body` with each row after the first; blank lines are passed over.
  ///
  /// - Throws: as `CSVReader.next`, and what `body` throws.
  public func forEachRow(_ body: (Row) throws -> Void) throws {
    var pass = CellPass(columns: columns) { [isRepeated, indices] in
      !indices.repeated.contains($0) && isRepeated(indices.known($0))
    }
    let use = RowUse(columns: columns.count)
    try forEachRow(use) { row in
      use.begin(row: row.index)
      try body(row)
      if let uses = use.uses { pass.add(row, uses) }
    }
    pass.finish(ledger, absent: use.absent.filter { !isOptional($0) })
  }

  /// Calls `body` with each row, as `forEachRow`, without counting what becomes of its cells: for a
  /// look at the file before a pass that reads it.
  package func forEachRowUncounted(_ body: (Row) throws -> Void) throws {
    try forEachRow(nil, body)
  }

  private func forEachRow(_ use: RowUse?, _ body: (Row) throws -> Void) throws {
    var reader = try CSVReader(file)
    var index = -1
    while let record = try reader.next() {
      if record.isBlank { continue }
      if index >= 0 {
        try body(
          Row(index: index, record: record, file: file.name, indices: indices, use: use))
      }
      index += 1
    }
  }

  /// The place of the cell that a row gives for a column; nil when there is no such column.
  package func place(of column: String) -> Int? { indices[column] }
}
