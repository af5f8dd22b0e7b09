public import Daybook
internal import Foundation
public import Interchange
internal import Nursery

/// The CSV file that Nara exports: one row an activity, with identifiers, units and zones.
///
/// Columns are named `[Type] field`, and a file has those of the types that the family uses. A feed
/// at the breast and from the bottle in one session (`Combo Feed`) becomes two feeds. A type that
/// is not known becomes an activity of that name; all cells stay with the row.
public struct NaraFile: ImportSource {
  /// The provider's name in the log.
  public static let provider = "nara"

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

  private let file: CSVFile
  private let now: Date
  private var profiles: [String: Profile] = [:]

  /// Looks at a file: reads it once.
  ///
  /// - Parameter now: the moment of the import, for the warning `future` alone.
  /// - Throws: `InterchangeError`: as `CSVFile`; `missingColumn`.
  public init(_ source: SourceFile, now: Date) throws {
    file = try CSVFile(
      source, required: ["Type", "Start Date/time (Epoch)", "_profileKey", "_activityKey"])
    self.now = now
    files = [source.importFile]
    try file.forEachRow { row in
      let key = row["_profileKey"].trimmed
      if key.isEmpty { return }
      let isRow = row["Type"] == "Profile"
      var profile =
        profiles[key]
        ?? Profile(
          name: row["Profile Name"], position: row.position, text: row.rawText, isRow: false)
      if isRow {
        profile.name = row["Profile Name"]
        let birth = row["[Profile] Birth Date"].trimmed
        profile.birthDate = birth.isEmpty ? nil : birth
        (profile.position, profile.text, profile.isRow) = (row.position, row.rawText, true)
      } else if let start = NaraRow.instant(row["Start Date/time (Epoch)"]) {
        profile.earliest = min(profile.earliest ?? start, start)
      }
      profiles[key] = profile
    }
  }

  public func checkUnchanged() throws { try file.file.checkUnchanged() }

  public var subjects: [ImportSubject] {
    profiles.sorted { $0.key < $1.key }.map { key, profile in
      ImportSubject(
        BabyProfile.self, table: "profile", key: key, name: profile.name, takesNamesake: false
      ) {
        try $0.view(CurrentProfiles.self).all().filter { $0.profile.name == profile.name }.map(\.id)
      }
    }
  }

  public func read(subjects: SubjectMap, _ visit: (ImportItem) throws -> Void) throws {
    for (key, profile) in profiles.sorted(by: { $0.key < $1.key }) {
      var row = ImportRow(
        table: "profile", key: .id(key),
        state: BabyProfile(
          name: profile.name,
          createdAt: profile.earliest ?? profile.birth ?? Date(timeIntervalSinceReferenceDate: 0),
          birthDate: profile.birthDate),
        position: profile.position, rawText: profile.text, untold: [2, 3, 5, 10, 11])
      row.isDerived = !profile.isRow
      try visit(.row(row))
    }
    var told: Set<String> = []
    try file.forEachRow { cells in
      if cells["Type"] == "Profile" {
        // Told already, unless its key was told twice.
        if cells["_profileKey"].trimmed.isEmpty || !told.insert(cells["_profileKey"]).inserted {
          try visit(
            .skipped(
              SkippedRow(
                position: cells.position, reason: "The profile is told by another row.",
                table: "profile")))
        }
        return
      }
      for item in items(NaraRow(cells: cells, subjects: subjects, now: now)) { try visit(item) }
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
            position: cells.position, reason: "The row tells nothing.", table: cells["Type"]))
      ]
    }
    return entries.enumerated().map { index, entry in
      var item = ImportRow(
        table: entry.table, key: .id(key), state: entry.state, position: cells.position,
        rawText: cells.rawText, untold: entry.untold, warnings: index == 0 ? row.warnings : [])
      item.isDerived = index > 0
      return .row(item)
    }
  }
}
