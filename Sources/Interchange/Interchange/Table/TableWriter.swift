/// Writes rows with named columns as CSV, as a JSON array or as lines of JSON.
///
/// ```swift
/// var table = TableWriter(["day", "feeds"], as: .csv) { bytes in try file.write(bytes) }
/// try table.write([.text("2026-11-20"), .integer(7)])
/// try table.finish()
/// ```
/// The same rows give the same bytes on every platform. Only one row is in memory.
public struct TableWriter {
  /// The names of the columns, in their order.
  public let columns: [String]
  /// How it is written.
  public let format: TableFormat
  /// How many rows were written.
  public private(set) var rows = 0
  private let sink: ([UInt8]) throws -> Void
  private let keys: [[UInt8]]
  private var hasBegun = false
  /// The last row of an array, which waits for its comma.
  private var held: [UInt8]?

  /// Writes to whatever takes bytes.
  ///
  /// - Parameters:
  ///   - columns: different names.
  ///   - sink: gets whole lines, but for line breaks within cells.
  public init(
    _ columns: [String], as format: TableFormat, to sink: @escaping ([UInt8]) throws -> Void
  ) {
    precondition(Set(columns).count == columns.count, "Two columns have the same name.")
    self.columns = columns
    self.format = format
    self.sink = sink
    keys = columns.map { name in
      var json = JSONText()
      json.text(name)
      return json.bytes + [UInt8(ascii: ":")]
    }
  }

  /// Writes a row.
  ///
  /// - Parameter cells: one for each column.
  /// - Throws: what the sink throws.
  public mutating func write(_ cells: [TableCell]) throws {
    precondition(
      cells.count == columns.count, "A row has \(cells.count) cells for \(columns.count) columns.")
    var bytes = beginning
    switch format {
    case .csv: bytes += Self.line(cells)
    case .json:
      if let held { bytes += held + [.comma, .lineFeed] }
      held = object(cells)
    case .ndjson: bytes += object(cells) + [.lineFeed]
    }
    hasBegun = true
    rows += 1
    if !bytes.isEmpty { try sink(bytes) }
  }

  /// Writes what comes after the last row.
  ///
  /// - Throws: what the sink throws.
  public func finish() throws {
    var bytes = beginning
    if format == .json { bytes += (held.map { $0 + [.lineFeed] } ?? []) + Array("]\n".utf8) }
    if !bytes.isEmpty { try sink(bytes) }
  }

  /// What comes before the first row; empty once that is written.
  private var beginning: [UInt8] {
    if hasBegun { return [] }
    switch format {
    case .csv: return Self.line(columns.map { .text($0) })
    case .json: return Array("[\n".utf8)
    case .ndjson: return []
    }
  }

  // MARK: Rows

  private static func line(_ cells: [TableCell]) -> [UInt8] {
    var bytes: [UInt8] = []
    for (index, cell) in cells.enumerated() {
      if index > 0 { bytes.append(.comma) }
      bytes += csv(cell).utf8
    }
    return bytes + [.carriageReturn, .lineFeed]
  }

  private static func csv(_ cell: TableCell) -> String {
    switch cell {
    case .none: ""
    case .bool(let flag): flag ? "true" : "false"
    case .integer(let number): String(number)
    case .number(let number): TableCell.digits(number) ?? ""
    case .text(let text): text.isEmpty ? "\"\"" : CSVText.row([text])
    case .list(let texts): CSVText.row([String(decoding: array(texts), as: UTF8.self)])
    }
  }

  private func object(_ cells: [TableCell]) -> [UInt8] {
    var bytes = [UInt8(ascii: "{")]
    for (key, cell) in zip(keys, cells) {
      if bytes.count > 1 { bytes.append(.comma) }
      bytes += key
      bytes += Self.json(cell)
    }
    return bytes + [UInt8(ascii: "}")]
  }

  private static func json(_ cell: TableCell) -> [UInt8] {
    switch cell {
    case .none: Array("null".utf8)
    case .bool(let flag): Array((flag ? "true" : "false").utf8)
    case .integer(let number): Array(String(number).utf8)
    case .number(let number): Array((TableCell.digits(number) ?? "null").utf8)
    case .text(let text): quoted(text)
    case .list(let texts): array(texts)
    }
  }

  private static func quoted(_ text: String) -> [UInt8] {
    var json = JSONText(capacity: text.utf8.count + 2)
    json.text(text)
    return json.bytes
  }

  private static func array(_ texts: [String]) -> [UInt8] {
    var json = JSONText()
    json.begin("[")
    for text in texts { json.text(text) }
    json.end("]")
    return json.bytes
  }
}
