public import Daybook
internal import Foundation
public import Interchange

/// The CSV files that Baby Buddy's admin pages export, one file a table.
///
/// A file is known by its name (`feeding.csv`, or `Feeding-2026-11-20 (1).csv` as Baby Buddy and a
/// browser name a download), or else by its columns. The files name neither their zone nor their
/// units, so both are told. A file may be absent, but
/// not all of them; `child.csv` only when there are no entries. Columns may stand in any order,
/// and others may be there. Decimals may have a comma, file by file and column by column. Rows of a
/// table are found again by their id; in files without ids by child and time.
///
/// The same files give the same rows, in whatever order they stand. Only where a repeated hour is
/// decided by the export's own order does that order count.
public struct BabyBuddyFolder: ImportSource {
  /// The provider's name in the log.
  public static let provider = "babybuddy"

  public var provider: String { Self.provider }
  public var instance: String { options.instance }
  public let files: [ImportFile]
  public let passedOver: [PassedOverFile]

  private let options: BabyBuddyOptions
  private let people: BabyBuddyPeople
  private let tables: [BabyBuddyCSV]
  private let clock: ZoneClock
  private let style: TimeStyle

  /// Looks at the files of a folder: reads each once, and one with rows in the second pass of a
  /// repeated hour twice.
  ///
  /// An import reads each twice more, to plan and to write; and once more when a row lacks its id.
  /// So no row is kept from one reading to the next.
  ///
  /// Cost: O(n log n) of the rows of one table, with some 60 bytes a row in memory.
  ///
  /// - Throws: `InterchangeError`: for a folder or file that may not be read, a folder without any
  ///   of the files, a file that is not CSV, a missing column, an unknown zone; `unanswered` for a
  ///   zone or a unit that nobody told.
  public init(_ path: String, options: BabyBuddyOptions) throws {
    let directory = URL(atPath: path)
    // Without a zone nothing is read; looking says what else there is to tell.
    clock = try ZoneClock(zone: options.zone ?? "UTC")
    self.options = options
    let found = try BabyBuddyFiles(directory)
    let children = found["child"]
    let tags = found["tag"]
    var style = TimeStyle(told: options.dates)
    for file in found.files { try style.note(file, columns: BabyBuddyTable.times) }
    if let children { try style.note(children, columns: ["birth_date"]) }
    try style.check()
    self.style = style
    people = try BabyBuddyPeople(children: children, tags: tags, style: style)
    tables = try BabyBuddyTable.entries.compactMap { [people, clock] table in
      try found[table.name].map { try BabyBuddyCSV(table, $0, people, clock, style) }
    }
    passedOver =
      (found.passedOver.map { PassedOverFile(url: directory.appendingPathComponent($0)) }
      + found.incomplete).sorted { $0.name < $1.name }
    files = found.files.map(\.importFile)
    guard !files.isEmpty else {
      throw InterchangeError(
        .unreadableFile, file: directory.lastPathComponent,
        "The folder \(directory.path) holds none of \(BabyBuddyFiles.names.joined(separator: ", ")); name the folder with Baby Buddy's CSV files."
      )
    }
    if children == nil, let orphaned = tables.first(where: { $0.rows > 0 }) {
      throw InterchangeError(
        .unreadableFile, file: "child.csv",
        "child.csv is missing, and \(orphaned.file.file.name) refers to children.")
    }
    let units = tables.filter { $0.rows > 0 }.compactMap(\.table.unit)
    try options.check(needsZone: true, Set(units))
  }

  public func checkUnchanged() throws {
    try people.checkUnchanged()
    for table in tables { try table.file.file.checkUnchanged() }
  }

  public var hasNaturalKeys: Bool { tables.contains(where: \.lacksIDs) }

  public var wholeTables: [String: any Importable.Type] {
    Dictionary(uniqueKeysWithValues: tables.map { ($0.table.name, $0.table.entity) })
  }

  public var sideTables: Set<String> { ["tag"] }

  public var subjects: [ImportSubject] { people.subjects }

  public func check(_ reader: borrowing Reader) throws { try people.check(self, reader) }

  public func read(subjects: SubjectMap, _ visit: (ImportItem) throws -> Void) throws {
    var first: [String: Date] = [:]
    for table in tables { first.merge(table.earliest) { min($0, $1) } }
    try people.read(earliest: first, visit)
    let context = context(subjects)
    for table in tables { try table.read(context, visit) }
  }

  private func context(_ subjects: SubjectMap) -> BabyBuddyContext {
    let units = Dictionary(
      uniqueKeysWithValues: options.units.map { ($0.key, $0.value.isEmpty ? nil : $0.value) })
    return BabyBuddyContext(
      subjects: subjects, people: people, tagNames: people.tagNames, units: units,
      now: options.now, clock: clock, style: style)
  }

  public func retold(_ own: any Importable, like row: ImportRow) -> (any Importable)? {
    context(SubjectMap()).retold(own, like: row)
  }
}
