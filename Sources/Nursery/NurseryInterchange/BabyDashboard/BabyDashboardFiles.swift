public import Daybook
public import Interchange
internal import Nursery

/// The two CSV files that BabyDashboard exports, as a source of entries.
///
/// The format has no identifiers: a baby is its name, in any case, and a row is found again by baby
/// and millisecond, diapers also by type. A row that no import brought before is an entry that the
/// store has already, when the baby has one at that millisecond; so a file that the store itself
/// exported adds nothing. A feed without a type counts as `babyFormula`, as in the app.
public struct BabyDashboardFiles: ImportSource {
  /// The provider's name in the log.
  public static let provider = "babydashboard"

  public var provider: String { Self.provider }
  public let files: [ImportFile]

  private let feedCells = CellLedger()
  private let diaperCells = CellLedger()
  private let feeds: SourceFile?
  private let diapers: SourceFile?
  /// Whether the feeds have a column for the type.
  private let hasTypes: Bool
  /// When the first entry of each baby was, by its name in lower case.
  private var earliest: [String: (date: Date, name: String)] = [:]

  /// Looks at one of the files, or both: reads each once.
  ///
  /// - Throws: `InterchangeError`: for bytes that are not CSV, a header that lacks a column, and
  ///   text without a header of which no row can be read.
  public init(feeds: SourceFile?, diapers: SourceFile?) throws {
    self.feeds = feeds
    self.diapers = diapers
    files = [(feeds, feedCells), (diapers, diaperCells)].compactMap { file, cells in
      var listed = file?.importFile
      listed?.cells = cells
      return listed
    }
    hasTypes = try feeds.map { try BabyDashboardCSV.tellsTypes($0) } ?? false
    var rows = 0
    if let feeds {
      try BabyDashboardCSV.forEachFeed(in: feeds, feedCells) { item in
        guard case .row(let row, _) = item else { return }
        rows += 1
        note(row.babyName, row.start)
      }
      try Self.checkReadable(feeds, rows, asFeeds: true)
    }
    rows = 0
    if let diapers {
      try BabyDashboardCSV.forEachDiaper(in: diapers, diaperCells) { item in
        guard case .row(let row, _) = item else { return }
        rows += 1
        note(row.babyName, row.time)
      }
      try Self.checkReadable(diapers, rows, asFeeds: false)
    }
  }

  private mutating func note(_ name: String, _ date: Date) {
    if name.isEmpty { return }
    let known = earliest[name.lowercased()]
    if let known, known.date <= date { return }
    earliest[name.lowercased()] = (date, known?.name ?? name)
  }

  private static func checkReadable(_ file: SourceFile, _ rows: Int, asFeeds: Bool) throws {
    guard rows == 0, file.size > 0, try BabyDashboardCSV.header(of: file) == nil else { return }
    if let error = try BabyDashboardCSV.misplaced(file, asFeeds: asFeeds) { throw error }
    throw InterchangeError(
      .notCSV, file: file.name,
      "\(file.name) is not a CSV file: line 1 is no header, and no row can be read.")
  }

  public func checkUnchanged() throws {
    try feeds?.checkUnchanged()
    try diapers?.checkUnchanged()
  }

  public var wholeTables: [String: any Importable.Type] {
    var tables: [String: any Importable.Type] = [:]
    // The app writes at least a header: an empty file came about otherwise, and tells of nothing.
    if let feeds, feeds.size > 0 { tables["feeds"] = FeedSession.self }
    if let diapers, diapers.size > 0 {
      for type in ["pee", "poo"] { tables["diapers/\(type)"] = DiaperChange.self }
    }
    return tables
  }

  public var subjects: [ImportSubject] {
    earliest.sorted { $0.key < $1.key }.map { key, first in
      ImportSubject(
        BabyProfile.self, table: "babies", key: key, name: first.name, takesNamesake: true
      ) {
        try $0.view(CurrentProfiles.self).all()
          .filter { $0.profile.isCalled(key) }.map(\.id)
      }
    }
  }

  public func read(subjects: SubjectMap, _ visit: (ImportItem) throws -> Void) throws {
    for (key, first) in earliest.sorted(by: { $0.key < $1.key }) {
      var row = ImportRow(
        table: "babies", key: .id(key),
        state: BabyProfile(name: first.name, createdAt: first.date),
        position: SourcePosition(file: files[0].name, record: 0, line: 0), rawText: "",
        untold: [2, 3, 4, 5, 10, 11])
      row.isDerived = true
      try visit(.row(row))
    }
    if let feeds {
      try BabyDashboardCSV.forEachFeed(in: feeds, feedCells) { item in
        switch item {
        case .quarantined(let row): try visit(.quarantined(row))
        case .row(let row, let text): try visit(.row(importRow(row, text, subjects)))
        }
      }
    }
    if let diapers {
      try BabyDashboardCSV.forEachDiaper(in: diapers, diaperCells) { item in
        switch item {
        case .quarantined(let row): try visit(.quarantined(row))
        case .row(let row, let text): try visit(.row(importRow(row, text, subjects)))
        }
      }
    }
  }

  private func importRow(
    _ row: BabyDashboardFeed, _ text: String, _ subjects: SubjectMap
  ) -> ImportRow {
    let amount = row.amount.map { Amount($0, unitText: row.unit.isEmpty ? nil : row.unit) }
    var feed = FeedSession(
      baby: baby(row.babyName, subjects), start: row.start, end: row.start, amount: amount)
    feed.feedType = FeedType(rawValue: row.feedType ?? BabyDashboardFeed.defaultFeedType)
    feed.typeText = row.feedType ?? ""
    return ImportRow(
      table: "feeds", key: .natural(key(row.babyName, row.start)), state: feed,
      position: row.position ?? SourcePosition(file: "", record: 0, line: 0), rawText: text,
      untold: [3, 8, 9, 10, 11] + (hasTypes ? [] : [5, 6, 7]),
      warnings: (row.hasUnknownType ? [.unknownEnum] : [])
        + (row.hasUnreadableAmount ? [.unreadableAmount] : []) + Self.warnings(of: row.babyName))
  }

  private func importRow(
    _ row: BabyDashboardDiaper, _ text: String, _ subjects: SubjectMap
  ) -> ImportRow {
    let diaper = DiaperChange(
      baby: baby(row.babyName, subjects), time: row.time, wet: row.type == "pee",
      solid: row.type == "poo", typeText: row.type)
    return ImportRow(
      table: "diapers/" + row.type, key: .natural(key(row.babyName, row.time)), state: diaper,
      position: row.position ?? SourcePosition(file: "", record: 0, line: 0), rawText: text,
      untold: [6, 7, 8, 9, 10, 11], warnings: Self.warnings(of: row.babyName))
  }

  private static func warnings(of name: String) -> [ImportWarning] {
    name.isEmpty ? [.noSubject] : []
  }

  private func baby(_ name: String, _ subjects: SubjectMap) -> UUID? {
    name.isEmpty ? nil : subjects["babies", name.lowercased()]
  }

  private func key(_ name: String, _ date: Date) -> String {
    "\(name.lowercased())\(SourceIdentity.separator)\(BabyDashboardTimestamp.text(date))"
  }

  // MARK: Entries that were there before

  public func candidates(for row: ImportRow, in reader: borrowing Reader) throws -> [UUID]? {
    try BabyDashboardEntries.candidates(for: row, in: reader)
  }

  public func agreement(of row: ImportRow, with own: any Importable) -> [Int] {
    BabyDashboardEntries.agreement(of: row, with: own)
  }

  public func restatement(in row: ImportRow, of before: any Importable) -> [Int] {
    BabyDashboardEntries.restatement(in: row, of: before)
  }
}
