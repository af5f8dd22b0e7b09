internal import Foundation

/// Reads the two CSV files BabyDashboard exports.
///
/// Both may have a byte order mark and any line ends; a first row whose first cell is `babyName`,
/// in whatever case, is a header. Short rows count as padded with empty cells, further cells are
/// ignored, and cells are trimmed, as in the app. Unlike the app, which goes by the place alone,
/// this refuses a header that lacks a column, so that nobody reads diapers as feeds.
public enum BabyDashboardCSV {
  /// Reads a feeds file, of five columns or the older four (without a type).
  ///
  /// A row is quarantined for its timestamp only. Throws ``InterchangeError`` for bytes that are
  /// not CSV, a header that lacks a column, and text without a header of which no row can be read.
  public static func feeds(
    from bytes: [UInt8], file: String
  ) throws(InterchangeError) -> BabyDashboardImport<BabyDashboardFeed> {
    let columns = ["babyName", "timestamp", "amountValue", "amountUnit"]
    return try read(bytes, file, columns, keep: \.rawFields) { cells, position throws(RowRefusal) in
      let type = cells[4]
      return BabyDashboardFeed(
        babyName: cells[0], start: try timestamp(cells[1], position), amount: Double(cells[2]),
        unit: BabyDashboardUnit.normalized(cells[3]),
        feedType: BabyDashboardFeed.feedTypes.contains(type) ? type : nil, position: position)
    }
  }

  /// Reads a diapers file.
  ///
  /// A row is quarantined for its timestamp, or for a type other than `pee` and `poo`. Throws
  /// ``InterchangeError`` as for feeds.
  public static func diapers(
    from bytes: [UInt8], file: String
  ) throws(InterchangeError) -> BabyDashboardImport<BabyDashboardDiaper> {
    let columns = ["babyName", "timestamp", "diaperType"]
    return try read(bytes, file, columns, keep: \.rawFields) { cells, position throws(RowRefusal) in
      let time = try timestamp(cells[1], position)
      guard cells[2] == "pee" || cells[2] == "poo" else {
        throw RowRefusal(
          "diaperType", "Line \(position.record): invalid diaperType '\(cells[2])'")
      }
      return BabyDashboardDiaper(
        babyName: cells[0], time: time, type: cells[2], position: position)
    }
  }

  private static func read<Row: Hashable & Sendable>(
    _ bytes: [UInt8], _ file: String, _ columns: [String],
    keep rawFields: WritableKeyPath<Row, [String]>,
    row parse: ([String], SourcePosition) throws(RowRefusal) -> Row
  ) throws(InterchangeError) -> BabyDashboardImport<Row> {
    let table = try CSVTable(bytes, file: file)
    var rows: [Row] = []
    var quarantined: [QuarantinedRow] = []
    var hasHeader = false
    for record in table.records {
      let cells =
        record.fields.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
        + Array(repeating: "", count: 5)
      if record.number == 1, cells[0].lowercased() == "babyname" {
        try check(cells, columns, file)
        hasHeader = true
        continue
      }
      let position = table.position(of: record)
      do throws(RowRefusal) {
        var row = try parse(cells, position)
        row[keyPath: rawFields] = record.fields
        rows.append(row)
      } catch {
        quarantined.append(
          QuarantinedRow(
            position: position, column: error.column, reason: error.reason,
            rawText: table.rawText(of: record)))
      }
    }
    if rows.isEmpty, !quarantined.isEmpty, !hasHeader {
      throw .notCSV(file, line: 1, "is no header, and no row can be read")
    }
    return BabyDashboardImport(file: file, rows: rows, quarantined: quarantined)
  }

  private static func check(
    _ header: [String], _ columns: [String], _ file: String
  ) throws(InterchangeError) {
    for (cell, column) in zip(header, columns) where cell.lowercased() != column.lowercased() {
      throw InterchangeError(
        .missingColumn, file: file,
        "\(file) has no column “\(column)” where it belongs; nothing was read.")
    }
  }

  private static func timestamp(
    _ text: String, _ position: SourcePosition
  ) throws(RowRefusal) -> Date {
    guard let date = BabyDashboardTimestamp.parse(text) else {
      throw RowRefusal("timestamp", "Line \(position.record): invalid timestamp '\(text)'")
    }
    return date
  }
}
