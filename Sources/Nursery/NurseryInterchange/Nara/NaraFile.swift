public import Daybook
internal import Foundation
public import Interchange
internal import Nursery

/// The CSV file that Nara exports: one row an activity, with identifiers, units and zones.
///
/// Columns are named `[Type] field`, and a file has those of the types that the family uses. A feed
/// at the breast and from the bottle in one session (`Combo Feed`) becomes two feeds. A type that
/// is not known becomes an activity of that name; all cells stay with the row.
///
/// Source of the names: the header that sageless/wonder and other public readers of the format
/// write down, such as `[Pump] Total Volume`.
public struct NaraFile: ImportSource {
  /// The provider's name in the log.
  public static let provider = "nara"
  static let profileTable = "profile"

  private struct Profile: Sendable {
    var name: String
    var birthDate: String?
    var earliest: Date?
    var position: SourcePosition
    var text: String
    var isRow: Bool

    /// The beginning of the day of birth; nil when that is not told.
    var birth: Date? {
      birthDate.flatMap { try? Date($0, strategy: .iso8601.year().month().day()) }
    }
  }

  public var provider: String { Self.provider }
  public let files: [ImportFile]
  public var hasNaturalKeys: Bool { false }

  public private(set) var zone: String?

  private let file: CSVFile
  private var style: TimeStyle
  private let clocks = ZoneClocks()
  private let now: Date
  private var profiles: [String: Profile] = [:]
  /// Keys of the profiles by their names; several share one at times.
  private var keys: [String: [String]] = [:]

  /// Looks at a file: reads it once.
  ///
  /// - Parameters:
  ///   - dates: whether the day or the month comes first in texts of times that a spreadsheet has
  ///     written; nil to go by what they prove. Needed only where the numbers beside them cannot be
  ///     read.
  ///   - now: the moment of the import, for the warning `future` alone.
  /// - Throws: `InterchangeError`: as `CSVFile`; `missingColumn`; `unanswered` for the order of
  ///   dates.
  public init(_ source: SourceFile, dates: DateOrder? = nil, now: Date) throws {
    style = TimeStyle(told: dates)
    let columns = Set(try CSVFile(source).columns)
    file = try CSVFile(
      source, required: ["Type", "Start Date/time (Epoch)", "_profileKey", "_activityKey"],
      // Of an activity that nobody logs there are no columns.
      isOptional: { $0.hasPrefix("[") }, isRepeated: { Self.isRepeated($0, columns) })
    self.now = now
    files = [file.importFile]
    try style.note(file, columns: ["Start Date/time"])
    var zones: [String: Int] = [:]
    var needsTexts = false
    try file.forEachRow { row in
      note(row)
      needsTexts = needsTexts || NaraRow.needsText(row)
      if NaraRow.type(of: row) != "Profile" { zones[row["Time Zone"].trimmed, default: 0] += 1 }
    }
    if needsTexts { try style.check() }
    // Of zones that are as frequent the first by name, so that it is always the same.
    zone =
      zones.filter { (try? ZoneClock(zone: $0.key)) != nil }
      .max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    for (key, profile) in profiles where !profile.name.isEmpty {
      keys[profile.name, default: []].append(key)
    }
  }

  /// The times as texts stand beside those that are numbers; the family is the same in all rows.
  private static func isRepeated(_ column: String, _ columns: Set<String>) -> Bool {
    column == "_familyKey"
      || column.hasSuffix("Date/time") && columns.contains(column + " (Epoch)")
  }

  /// What a row tells of a profile.
  private static func profile(
    _ row: CSVFile.Row
  ) -> (key: String, name: String, birth: CivilDay?) {
    (
      row["_profileKey"].trimmed, row["Profile Name"].trimmed,
      row.value("[Profile] Birth Date") { CivilDay($0) }
    )
  }

  private mutating func note(_ row: CSVFile.Row) {
    let told = Self.profile(row)
    if told.key.isEmpty { return }
    var profile =
      profiles[told.key]
      ?? Profile(name: told.name, position: row.position, text: row.rawText, isRow: false)
    if NaraRow.type(of: row) == "Profile" {
      if profile.isRow { return }
      if !told.name.isEmpty { profile.name = told.name }
      profile.birthDate = told.birth.map { "\($0)" }
      (profile.position, profile.text, profile.isRow) = (row.position, row.rawText, true)
    } else {
      if profile.name.isEmpty { profile.name = told.name }
      if let start = NaraRow.instant(row, "Start Date/time", style, clocks) {
        profile.earliest = min(profile.earliest ?? start, start)
      }
    }
    profiles[told.key] = profile
  }

  public func checkUnchanged() throws { try file.file.checkUnchanged() }

  public func wholeTable(_ name: String) -> (any Importable.Type)? {
    name == Self.profileTable ? nil : NaraRow.entity(ofTable: name)
  }

  public var subjects: [ImportSubject] {
    profiles.sorted { $0.key < $1.key }.map { key, profile in
      ImportSubject(
        BabyProfile.self, table: Self.profileTable, key: key, name: profile.name,
        takesNamesake: false
      ) {
        try $0.view(CurrentProfiles.self).all()
          .filter { $0.profile.isCalled(profile.name) }.map(\.id)
      }
    }
  }

  public func read(subjects: SubjectMap, _ visit: (ImportItem) throws -> Void) throws {
    for (key, profile) in profiles.sorted(by: { $0.key < $1.key }) {
      let isNamed = !profile.name.isEmpty
      var row = ImportRow(
        table: Self.profileTable, key: .id(key),
        state: BabyProfile(
          name: isNamed ? profile.name : DaySummary.unknownName,
          createdAt: profile.earliest ?? profile.birth ?? Date(timeIntervalSinceReferenceDate: 0),
          birthDate: profile.birthDate),
        position: profile.position, rawText: profile.text,
        untold: [2, 3, 5, 10, 11] + (isNamed ? [] : [1]), warnings: isNamed ? [] : [.noSubject])
      row.isDerived = !profile.isRow
      try visit(.row(row))
    }
    var told: Set<String> = []
    try file.forEachRow { cells in
      if NaraRow.type(of: cells) == "Profile" {
        // Told already, unless its key was told twice.
        let key = Self.profile(cells).key
        if !key.isEmpty, told.insert(key).inserted { return }
        let first = profiles[key].map { "The row on line \($0.position.line) tells of the profile" }
        return try visit(
          .skipped(
            SkippedRow(
              position: cells.position,
              reason: first.map { $0 + " already; the first counts." }
                ?? "The row tells of a profile and has no _profileKey.",
              table: Self.profileTable)))
      }
      let row = NaraRow(
        cells: cells, subjects: subjects, keys: keys, zone: zone, style: style, now: now,
        clocks: clocks)
      for item in items(row) { try visit(item) }
    }
  }

  private func items(_ row: NaraRow) -> [ImportItem] {
    var row = row
    let cells = row.cells
    let key = cells["_activityKey"].trimmed
    let entries: [NaraRow.Entry]
    do throws(RowRefusal) {
      guard !key.isEmpty else { throw RowRefusal("_activityKey", "The row has no key.") }
      entries = try row.entries()
    } catch {
      return [.quarantined(cells.quarantined(column: error.column, error.reason))]
    }
    if entries.isEmpty {
      return [
        .skipped(
          SkippedRow(
            position: cells.position, reason: "The row tells nothing.",
            table: NaraRow.type(of: cells)))
      ]
    }
    return entries.enumerated().map { index, entry in
      var item = ImportRow(
        table: entry.table, key: .id(key), state: entry.state, position: cells.position,
        rawText: cells.rawText, untold: entry.untold, warnings: index == 0 ? row.warnings : [])
      item.isDerived = index > 0
      item.timeDoubt = index == 0 ? row.timeDoubt : nil
      return .row(item)
    }
  }
}
