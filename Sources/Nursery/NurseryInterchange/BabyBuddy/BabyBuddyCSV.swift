internal import Foundation
internal import Interchange
internal import Nursery

/// One CSV file with entries, and what only a look at all of its rows can tell.
struct BabyBuddyCSV: Sendable {
  let table: BabyBuddyTable
  let file: CSVFile
  private let people: BabyBuddyPeople
  /// How many rows it has.
  private(set) var rows = 0
  /// When the first entry of each child was.
  private(set) var earliest: [String: Date] = [:]
  /// Whether a row has no id.
  private(set) var lacksIDs = false
  private var decimals = BabyBuddyDecimals()
  /// Rows, from 0, in the second pass of a repeated hour.
  private var secondPasses: Set<Int> = []
  /// Rows that overlap another of the same child.
  private var overlapping: Set<Int> = []
  /// Ids that rows claim which say different things.
  private var ambiguousIDs: Set<String> = []

  /// - Throws: `InterchangeError`: `missingColumn` for a file that tells children neither by id nor
  ///   by name; as `CSVFile.forEachRow`.
  init(
    _ table: BabyBuddyTable, _ file: CSVFile, _ people: BabyBuddyPeople, _ clock: ZoneClock,
    _ style: TimeStyle = TimeStyle()
  ) throws {
    guard file.has("child_id") || file.has("child_first_name") else {
      throw InterchangeError(
        .missingColumn, file: file.file.name,
        "\(file.file.name) has no column “child_id”; nothing was read.")
    }
    self.table = table
    self.file = file
    self.people = people
    var clock = clock
    var order = DescendingOrder()
    let hasEnds = table.required.contains("end")
    // By the hashes of ids and contents: there may be a million.
    var ids: [Int: Int] = [:]
    var overlaps = OverlapFinder()
    var children = ChildFinder(people)
    try file.forEachRowUncounted { row in
      rows += 1
      for column in table.numbers { decimals[column].note(row.peek(column)) }
      noteID(row, &ids)
      let child = try? children.child(of: row).key
      let text = row.peek(table.order ?? "date").trimmed
      if table.order == nil {
        if let day = style.day(text) { note(day.noonUTC, child) }
      } else if let local = style.time(text)?.local {
        order.note(local, row: row.index, clock: &clock)
        note(clock.resolve(local).instant, child)
      }
      if hasEnds, let (start, end) = Self.interval(row, isSecond: false, style, &clock) {
        overlaps.note(child ?? "", start, end, row: row.index)
      }
    }
    secondPasses = order.secondPasses
    if !secondPasses.isEmpty, hasEnds {
      overlaps = OverlapFinder()
      try file.forEachRowUncounted { row in
        let isSecond = secondPasses.contains(row.index)
        guard let (start, end) = Self.interval(row, isSecond: isSecond, style, &clock) else {
          return
        }
        let child = try? children.child(of: row).key
        overlaps.note(child ?? "", start, end, row: row.index)
      }
    }
    overlapping = overlaps.rows
  }

  private mutating func note(_ date: Date, _ child: String?) {
    guard let child else { return }
    if let known = earliest[child], known <= date { return }
    earliest[child] = date
  }

  private mutating func noteID(_ row: CSVFile.Row, _ ids: inout [Int: Int]) {
    let id = row.peek("id").trimmed
    guard !id.isEmpty else { return lacksIDs = true }
    let content = row.fields.hashValue
    if let known = ids.updateValue(content, forKey: id.hashValue), known != content {
      ambiguousIDs.insert(id)
    }
  }

  /// From when to when an entry was, of a table whose entries take time.
  private static func interval(
    _ row: CSVFile.Row, isSecond: Bool, _ style: TimeStyle, _ clock: inout ZoneClock
  ) -> (start: Date, end: Date)? {
    guard let first = style.time(row.peek("start"))?.local,
      let last = style.time(row.peek("end"))?.local
    else { return nil }
    let second = isSecond ? clock.instants(showing: first).last : nil
    let start = clock.resolve(first, notBefore: second).instant
    return (start, clock.resolve(last, notBefore: start).instant)
  }

  static func refuseUneven(_ row: CSVFile.Row, _ file: CSVFile) throws(RowRefusal) {
    guard row.fields.count != file.columns.count else { return }
    throw RowRefusal(
      nil, "The row has \(row.fields.count) cells, the header \(file.columns.count).")
  }

  /// Reads the rows into entries.
  func read(_ context: BabyBuddyContext, _ visit: (ImportItem) throws -> Void) throws {
    var repeats = RepeatWarnings()
    let contents = contentColumns
    let absent = table.fields(of: table.optional.filter { !file.has($0) })
    try file.forEachRow { row in
      var entry = BabyBuddyRow(context: context, table: table, cells: .csv(row, decimals))
      entry.isSecondPass = secondPasses.contains(row.index)
      let isOverlapping = overlapping.contains(row.index)
      let item: ImportItem
      do throws(RowRefusal) {
        try Self.refuseUneven(row, file)
        if let id = entry.id, ambiguousIDs.contains(id) {
          throw RowRefusal("id", "Different rows have the id \(id).")
        }
        let state = try table.make(&entry)
        if entry.isMisnamed { entry.warn(.nameDiffers) }
        if isOverlapping { entry.warn(.overlap) }
        if let code = repeats.warning(entry.childKey, state, content(of: row, contents)) {
          entry.warn(code)
        }
        item = .row(importRow(row, entry, state, absent))
      } catch {
        var refused = row.quarantined(column: error.column, error.reason)
        refused.table = table.name
        // In a row with more cells than columns each may be another one.
        if error.column != nil { refused.id = entry.id }
        item = .quarantined(refused)
      }
      try visit(item)
    }
  }

  /// The places of the columns that tell more than an id, each with its name when it has numbers.
  private var contentColumns: [(place: Int, number: String?)] {
    Set(file.columns.filter { $0 != "id" }).compactMap { column in
      file.place(of: column).map {
        (place: $0, number: table.numbers.contains(column) ? column : nil)
      }
    }.sorted { $0.place < $1.place }
  }

  /// The hash of what the row says beside its id; a number as what it is, however it is written.
  private func content(
    of row: CSVFile.Row, _ columns: [(place: Int, number: String?)]
  ) -> Int {
    var hasher = Hasher()
    let cells = row.fields
    for (place, column) in columns where place < cells.count {
      if let column, let number = try? decimals[column].number(cells[place], column: column) {
        hasher.combine(number.bitPattern)
      } else {
        hasher.combine(cells[place])
      }
    }
    return hasher.finalize()
  }

  private func importRow(
    _ row: CSVFile.Row, _ entry: BabyBuddyRow, _ state: any NurseryImport, _ absent: [Int]
  ) -> ImportRow {
    let time = row[table.order ?? "date"].trimmed
    let own = entry.entity
    var item = ImportRow(
      table: table.name,
      // A number that the exporter has given means nothing in Baby Buddy.
      key: (own?.uuidString ?? entry.id).map { .id($0) } ?? .natural("\(entry.childKey) \(time)"),
      entity: own, state: state, position: row.position, rawText: row.rawText,
      untold: entry.untold(absent), times: entry.times, warnings: entry.warnings)
    item.timeDoubt = entry.timeDoubt
    return item
  }
}
