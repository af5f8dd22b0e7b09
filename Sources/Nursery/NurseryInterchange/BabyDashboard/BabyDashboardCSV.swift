internal import Foundation
internal import Interchange

/// The two CSV files that BabyDashboard exports.
///
/// Both may have a byte order mark and any line ends; a first row with a cell `babyName`, in
/// whatever case, is a header. Short rows count as padded with empty cells, and cells are trimmed,
/// as in the app; further cells are in the report. Unlike the app, which goes by the place alone,
/// this goes by the header when there is one, and refuses one that lacks a column, so that nobody
/// reads diapers as feeds.
public enum BabyDashboardCSV {
  static let feedColumns = ["babyName", "timestamp", "amountValue", "amountUnit"]
  static let diaperColumns = ["babyName", "timestamp", "diaperType"]

  /// A row that was read, or why it was not.
  enum Item<Row> {
    case row(Row, rawText: String)
    case quarantined(QuarantinedRow)
  }

  /// Reads a feeds file, of five columns or the older four (without a type).
  ///
  /// A row is quarantined for its timestamp only, and when it is one of a diaper change.
  ///
  /// - Throws: `InterchangeError`: as `CSVReader`; `missingColumn` for a header that lacks one.
  static func forEachFeed(
    in file: SourceFile, _ ledger: CellLedger = CellLedger(),
    _ visit: (Item<BabyDashboardFeed>) throws -> Void
  ) throws {
    try forEach(file, feedColumns + ["feedType"], needed: feedColumns.count, ledger, visit) {
      cells, position, uses throws(RowRefusal) in
      if isDiaper(cells) {
        throw RowRefusal("amountValue", "“\(cells[2])” is a diaper change, and no amount.")
      }
      // A spreadsheet may have written a decimal comma.
      let amount = try? DecimalStyle.plain.number(cells[2], column: "amountValue")
      let type = BabyDashboardFeed.feedTypes.first { $0.lowercased() == cells[4].lowercased() }
      let hasUnknownType = type == nil && !cells[4].isEmpty
      if hasUnknownType { uses[4] = .nothing }
      return BabyDashboardFeed(
        babyName: cells[0], start: try timestamp(cells[1], position), amount: amount,
        unit: BabyDashboardUnit.normalized(cells[3]),
        feedType: type, position: position,
        hasUnreadableAmount: amount == nil && !cells[2].isEmpty,
        hasUnknownType: hasUnknownType)
    }
  }

  /// Reads a diapers file.
  ///
  /// A row is quarantined for its timestamp, or for a type other than `pee` and `poo`.
  ///
  /// - Throws: as `forEachFeed`.
  static func forEachDiaper(
    in file: SourceFile, _ ledger: CellLedger = CellLedger(),
    _ visit: (Item<BabyDashboardDiaper>) throws -> Void
  ) throws {
    try forEach(file, diaperColumns, needed: diaperColumns.count, ledger, visit) {
      cells, position, _ throws(RowRefusal) in
      let time = try timestamp(cells[1], position)
      let type = cells[2].lowercased()
      guard type == "pee" || type == "poo" else {
        throw RowRefusal(
          "diaperType", "Line \(position.record): invalid diaperType '\(cells[2])'")
      }
      return BabyDashboardDiaper(
        babyName: cells[0], time: time, type: type, position: position)
    }
  }

  /// Whether a row is one of a diaper change by what stands where a feed has its amount.
  private static func isDiaper(_ cells: [String]) -> Bool {
    cells.count > 2 && ["pee", "poo"].contains(cells[2].lowercased())
      && cells.dropFirst(3).allSatisfy(\.isEmpty)
  }

  /// Says of a file without a header, and without a row that can be read, that it holds what the
  /// other file of the app should; nil when its first row does not prove that.
  static func misplaced(_ file: SourceFile, asFeeds: Bool) throws -> InterchangeError? {
    var reader = try CSVReader(file)
    guard let cells = try reader.next().map({ trimmed($0) }), cells.count > 2 else { return nil }
    let isFeed = cells.count > 3 && Double(cells[2]) != nil
    guard asFeeds ? isDiaper(cells) : isFeed else { return nil }
    let (own, other) = asFeeds ? ("diaper changes", "feeds") : ("feeds", "diaper changes")
    let place = asFeeds ? "an amount" : "“pee” or “poo”"
    return InterchangeError(
      .notCSV, file: file.name,
      "\(file.name) holds \(own), not \(other): line 1 has “\(cells[2])” where \(place) belongs; give "
        + "it as the file of \(asFeeds ? "diapers" : "feeds").")
  }

  /// Whether the first row names the columns.
  static func header(of file: SourceFile) throws -> [String]? {
    var reader = try CSVReader(file)
    guard let cells = try reader.next().map({ trimmed($0) }), isHeader(cells) else { return nil }
    return cells
  }

  /// Whether a file of feeds has a column of types; one without a header has.
  static func tellsTypes(_ file: SourceFile) throws -> Bool {
    try header(of: file)?.contains { $0.lowercased() == "feedtype" } ?? true
  }

  /// - Parameters:
  ///   - columns: those that are read.
  ///   - needed: how many of them a header has to name.
  private static func forEach<Row>(
    _ file: SourceFile, _ columns: [String], needed: Int, _ ledger: CellLedger,
    _ visit: (Item<Row>) throws -> Void,
    row parse: ([String], SourcePosition, inout [CellUse?]) throws(RowRefusal) -> Row
  ) throws {
    var reader = try CSVReader(file)
    var pass = CellPass(columns: columns)
    let read = Array(repeating: CellUse?.some(.read), count: columns.count)
    var order: ColumnOrder?
    while let record = try reader.next() {
      var cells = trimmed(record)
      if record.number == 1, isHeader(cells) {
        let found = try ColumnOrder(of: columns, in: cells, needed: needed, file.name)
        pass = CellPass(columns: found.sorted(cells))
        order = found
        continue
      }
      if let order { cells = order.sorted(cells) }
      let position = reader.position(of: record)
      let item: Item<Row>
      var uses = read
      do throws(RowRefusal) {
        item = .row(
          try parse(cells + Array(repeating: "", count: 5), position, &uses),
          rawText: record.rawText)
        pass.add(cells, uses, at: position)
      } catch {
        item = .quarantined(
          QuarantinedRow(
            position: position, column: error.column, reason: error.reason,
            rawText: record.rawText))
      }
      try visit(item)
    }
    pass.finish(ledger)
  }

  private static func trimmed(_ record: CSVReader.Record) -> [String] {
    record.fields.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
  }

  private static func isHeader(_ cells: [String]) -> Bool {
    cells.contains { $0.lowercased() == "babyname" }
  }

  /// Where the columns stand in a file.
  private struct ColumnOrder {
    /// The places of the columns that are read, nil for one that is not there.
    private let places: [Int?]
    private let others: [Int]

    init(
      of columns: [String], in header: [String], needed: Int, _ file: String
    ) throws(InterchangeError) {
      places = columns.map { column in
        header.firstIndex { $0.lowercased() == column.lowercased() }
      }
      for (index, column) in columns.prefix(needed).enumerated() where places[index] == nil {
        throw InterchangeError(
          .missingColumn, file: file,
          "\(file) has no column “\(column)”; export it again with all columns.")
      }
      others = header.indices.filter { [places] in !places.contains($0) }
    }

    /// The cells in the order of the columns that are read, then the others.
    func sorted(_ cells: [String]) -> [String] {
      (places + others.map(Optional.some))
        .map { $0.flatMap { $0 < cells.count ? cells[$0] : nil } ?? "" }
        + cells.dropFirst(places.count { $0 != nil } + others.count)
    }
  }

  private static func timestamp(
    _ text: String, _ position: SourcePosition
  ) throws(RowRefusal) -> Date {
    guard let date = BabyDashboardTimestamp.parse(text) else {
      if LocalTime(text.replacing("T", with: " ")) != nil {
        throw RowRefusal(
          "timestamp",
          "“\(text)” tells no zone; write it behind the time, such as 2026-02-01T08:00:00Z.")
      }
      throw RowRefusal("timestamp", "Line \(position.record): invalid timestamp '\(text)'")
    }
    return date
  }
}
