/// A CSV file whose first row names its columns.
public struct CSVFile: Sendable {
  /// One row, with its cells by the names of their columns.
  public struct Row: Sendable {
    /// The cells, in the order of the columns.
    public let fields: [String]
    /// Where it stands.
    public let position: SourcePosition
    /// Its text as the file has it.
    public let rawText: String
    /// Which row it is, from 0.
    public let index: Int
    let indices: [String: Int]

    /// The names of the columns, in alphabetical order.
    public var columns: [String] { indices.keys.sorted() }

    /// The cell; empty when the file has no such column or the row is too short.
    public subscript(column: String) -> String {
      guard let index = indices[column], index < fields.count else { return "" }
      return fields[index]
    }

    /// The row as one that cannot be read.
    public func quarantined(column: String?, _ reason: String) -> QuarantinedRow {
      QuarantinedRow(position: position, column: column, reason: reason, rawText: rawText)
    }
  }

  /// The file.
  public let file: SourceFile
  /// The names of the columns, trimmed, in the order of the file.
  public let columns: [String]
  private let indices: [String: Int]

  /// Reads the first row.
  ///
  /// - Throws: `InterchangeError`: as `CSVReader`; `duplicateColumn`; `missingColumn` for a
  ///   required column that is not there.
  public init(_ file: SourceFile, required: [String] = []) throws(InterchangeError) {
    var reader = try CSVReader(file)
    var header = try reader.next()
    while header?.isBlank == true { header = try reader.next() }
    columns = (header?.fields ?? []).map(\.trimmed)
    var indices: [String: Int] = [:]
    for (index, column) in columns.enumerated() where !column.isEmpty {
      guard indices.updateValue(index, forKey: column) == nil else {
        throw InterchangeError(
          .duplicateColumn, file: file.name,
          "\(file.name) has two columns named “\(column)”.")
      }
    }
    for column in required where indices[column] == nil {
      throw InterchangeError(
        .missingColumn, file: file.name,
        "\(file.name) has no column “\(column)”; nothing was read.")
    }
    self.file = file
    self.indices = indices
  }

  /// Whether the file has a column.
  public func has(_ column: String) -> Bool { indices[column] != nil }

  /// Calls `body` with each row after the first; blank lines are passed over.
  ///
  /// - Throws: as `CSVReader.next`, and what `body` throws.
  public func forEachRow(_ body: (Row) throws -> Void) throws {
    var reader = try CSVReader(file)
    var index = -1
    while let record = try reader.next() {
      if record.isBlank { continue }
      if index >= 0 {
        try body(
          Row(
            fields: record.fields, position: reader.position(of: record),
            rawText: record.rawText, index: index, indices: indices))
      }
      index += 1
    }
  }
}
