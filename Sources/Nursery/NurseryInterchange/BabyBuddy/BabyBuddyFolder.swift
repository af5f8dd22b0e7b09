public import Daybook
internal import Foundation
public import Interchange
internal import Nursery

/// The CSV files that Baby Buddy's admin pages export, one file a table.
///
/// The files name neither their zone nor their units, so both are told. A file may be absent, but
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
  public init(_ directory: URL, options: BabyBuddyOptions) throws {
    // Without a zone nothing is read; looking says what else there is to tell.
    clock = try ZoneClock(zone: options.zone ?? "UTC")
    self.options = options
    let names = try Self.names(in: directory)
    func open(_ name: String, _ required: [String]) throws -> CSVFile? {
      guard names.contains(name) else { return nil }
      return try CSVFile(
        SourceFile(directory.appendingPathComponent(name)), required: required)
    }
    let children = try open("child.csv", BabyBuddyPeople.childColumns)
    let tags = try open("tag.csv", BabyBuddyPeople.tagColumns)
    people = try BabyBuddyPeople(children: children, tags: tags)
    var tables: [BabyBuddyCSV] = []
    for table in BabyBuddyTable.entries {
      if let file = try open(table.file, table.required) {
        tables.append(try BabyBuddyCSV(table, file, people, clock))
      }
    }
    self.tables = tables
    let known = ["child.csv", "tag.csv"] + BabyBuddyTable.entries.map(\.file)
    passedOver = names.filter { !known.contains($0) }.map {
      PassedOverFile(directory.appendingPathComponent($0))
    }
    files =
      [children, tags].compactMap(\.self).map { BabyBuddyPeople.importFile($0) }
      + tables.map(\.importFile)
    guard !files.isEmpty else {
      throw InterchangeError(
        .unreadableFile, file: directory.lastPathComponent,
        "The folder \(directory.path) holds none of \(known.joined(separator: ", ")); name the folder with Baby Buddy's CSV files."
      )
    }
    if children == nil, let orphaned = tables.first(where: { $0.rows > 0 }) {
      throw InterchangeError(
        .unreadableFile, file: "child.csv",
        "child.csv is missing, and \(orphaned.table.file) refers to children.")
    }
    let units = tables.filter { $0.rows > 0 }.compactMap(\.table.unit)
    try options.check(needsZone: true, Set(units))
  }

  private static func names(in directory: URL) throws(InterchangeError) -> [String] {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: directory.path, isDirectory: &isFolder),
      !isFolder.boolValue
    {
      throw InterchangeError(
        .unreadableFile, file: directory.lastPathComponent,
        "\(directory.path) is a file; name the folder with Baby Buddy's CSV files.")
    }
    do {
      return try FileManager.default.contentsOfDirectory(atPath: directory.path)
        .filter { $0.hasSuffix(".csv") }.sorted()
    } catch { throw .unreadable("The folder \(directory.path)", error) }
  }

  public func checkUnchanged() throws {
    try people.checkUnchanged()
    for table in tables { try table.file.file.checkUnchanged() }
  }

  public var hasNaturalKeys: Bool { tables.contains(where: \.lacksIDs) }

  public var wholeTables: [String: any Importable.Type] {
    Dictionary(uniqueKeysWithValues: tables.map { ($0.table.name, $0.table.entity) })
  }

  public var subjects: [ImportSubject] { people.subjects }

  public func check(_ reader: borrowing Reader) throws { try people.check(self, reader) }

  public func read(subjects: SubjectMap, _ visit: (ImportItem) throws -> Void) throws {
    var first: [String: Date] = [:]
    for table in tables { first.merge(table.earliest) { min($0, $1) } }
    try people.read(earliest: first, visit)
    let units = Dictionary(
      uniqueKeysWithValues: options.units.map { ($0.key, $0.value.isEmpty ? nil : $0.value) })
    let context = BabyBuddyContext(
      subjects: subjects, people: people, tagNames: people.tagNames, units: units,
      now: options.now, clock: clock)
    for table in tables { try table.read(context, visit) }
  }
}
