public import Daybook
public import Interchange
internal import Nursery

/// The CSV file that Huckleberry exports: everything of one child, to the minute.
///
/// The file names neither the child nor the zone, so both are told. It has no identifiers: a row is
/// found again by child, type and minute. A type that is not known becomes an activity of that
/// name.
///
/// Source of the names: the header `Type,Start,End,Duration,Start Condition,Start Location,
/// End Condition,Notes` of public readers of the format, such as ausmarton/datababe; files of 2026
/// have `Logged By` beside them.
public struct HuckleberryFile: ImportSource {
  /// The provider's name in the log.
  public static let provider = "huckleberry"
  private static let childTable = "child"

  public var provider: String { Self.provider }
  /// The child: each has a file of its own, in which the rows of another one are not missing.
  public var instance: String { childKey }
  public let files: [ImportFile]

  private let file: CSVFile
  private let child: String
  private let clock: ZoneClock
  private let style: TimeStyle
  private let now: Date
  private let earliest: Date?

  /// Looks at a file: reads it once.
  ///
  /// - Parameters:
  ///   - child: the name of the child; the one of that name that is here already, else a new one.
  ///   - zone: where the family lives.
  ///   - dates: the order of dates that a spreadsheet has written, when the file does not prove it.
  ///   - now: the moment of the import, for the warning `future` alone.
  /// - Throws: `InterchangeError`: as `CSVFile`; `missingColumn`; `unknownZone`; `unanswered` for
  ///   times of a spreadsheet whose order nothing proves.
  public init(
    _ source: SourceFile, child: String, zone: String, dates: DateOrder? = nil, now: Date
  ) throws {
    file = try CSVFile(source, required: ["Type", "Start"])
    self.child = child.trimmed
    self.now = now
    clock = try ZoneClock(zone: zone)
    var style = TimeStyle(told: dates)
    try style.note(file, columns: ["Start", "End"])
    try style.check()
    self.style = style
    var (clock, earliest) = (clock, Date?.none)
    try file.forEachRow { row in
      guard let local = HuckleberryRow.time(row["Start"], style)?.local else { return }
      let start = clock.resolve(local).instant
      earliest = min(earliest ?? start, start)
    }
    self.earliest = earliest
    files = [file.importFile]
  }

  public func checkUnchanged() throws { try file.file.checkUnchanged() }

  private var childKey: String { child.lowercased() }

  public var subjects: [ImportSubject] {
    [
      ImportSubject(
        BabyProfile.self, table: Self.childTable, key: childKey, name: child, takesNamesake: true
      ) { [childKey] in
        try $0.view(CurrentProfiles.self).all()
          .filter { $0.profile.isCalled(childKey) }.map(\.id)
      }
    ]
  }

  public func read(subjects: SubjectMap, _ visit: (ImportItem) throws -> Void) throws {
    var profile = ImportRow(
      table: Self.childTable, key: .id(childKey),
      state: BabyProfile(
        name: child, createdAt: earliest ?? Date(timeIntervalSinceReferenceDate: 0)),
      position: SourcePosition(file: file.file.name, record: 0, line: 0), rawText: "",
      untold: [2, 3, 4, 5, 10, 11])
    profile.isDerived = true
    try visit(.row(profile))
    let baby = subjects[Self.childTable, childKey]
    var clock = clock
    try file.forEachRow { cells in
      var row = HuckleberryRow(cells: cells, baby: baby, clock: clock, style: style, now: now)
      for item in items(&row) { try visit(item) }
      clock = row.clock
    }
  }

  /// What one row of the file comes to: of a visit to the doctor an entry for each measure.
  private func items(_ row: inout HuckleberryRow) -> [ImportItem] {
    let cells = row.cells
    let entries: [HuckleberryRow.Entry]
    do throws(RowRefusal) { entries = try row.entries() } catch {
      return [.quarantined(cells.quarantined(column: error.column, error.reason))]
    }
    let key = "\(childKey)\(SourceIdentity.separator)\(cells["Start"].trimmed)"
    return entries.enumerated().map { index, entry in
      var item = ImportRow(
        table: entry.table, key: .natural(key), state: entry.state, position: cells.position,
        rawText: cells.rawText, untold: entry.untold, times: row.times,
        warnings: index == 0 ? row.warnings : [])
      item.isDerived = index > 0
      item.timeDoubt = index == 0 ? row.timeDoubt : nil
      return .row(item)
    }
  }

  /// The app exports all of a child, so that a table without rows is empty there.
  public var wholeTables: [String: any Importable.Type] { HuckleberryRow.tables }
  public func wholeTable(_ name: String) -> (any Importable.Type)? {
    name == Self.childTable ? nil : wholeTables[name] ?? ActivitySession.self
  }

  public func agreement(of row: ImportRow, with own: any Importable) -> [Int] {
    // The name in another case.
    own is BabyProfile ? [1] : []
  }

  /// The name in another case than last time names the same child.
  public func restatement(in row: ImportRow, of before: any Importable) -> [Int] {
    before is BabyProfile ? [1] : []
  }
}
