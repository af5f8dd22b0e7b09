#if CoreData
internal import CoreDataInterchange
public import Daybook
internal import Foundation
public import Interchange
public import NurseryInterchange

/// The database of a Baby Buddy, `db.sqlite3`, as a source of entries.
///
/// ```swift
/// let source = try BabyBuddyDatabase(path, options: BabyBuddyOptions(units: units, now: Date()))
/// let report = try await Import(source).run(into: store)
/// ```
/// Only a copy is read; the server may run. The database tells what the REST API tells:
/// microseconds, times in UTC, names of tags, running timers. Rows have the same identifiers as in
/// the CSV files and in the API's pages, so that whichever comes second adds nothing but what is
/// more exact. Each table stands in the report as `db.sqlite3/core_feeding`, with the cells that
/// nobody read.
///
/// Source of tables and columns: `core/models.py` and `core/migrations` of babybuddy/babybuddy;
/// Django's SQLite backend keeps times as text in UTC and durations as microseconds.
public struct BabyBuddyDatabase: ImportSource {
  private let pages: BabyBuddyPages

  /// Copies a database and looks at its rows.
  ///
  /// Cost: all rows in memory, as the API would write them.
  ///
  /// - Throws: `InterchangeError`: `incomplete` for the database of another program; what copying
  ///   it throws; `unanswered` for a unit that nobody told.
  public init(_ path: String, options: BabyBuddyOptions) throws {
    let database = try SQLiteTables(URL(atPath: path))
    let needed = ["core_child", "core_feeding", "core_diaperchange"]
    if let missing = needed.first(where: { !database.tables.contains($0) }) {
      throw InterchangeError(
        .incomplete, file: database.name,
        "\(database.name) is no database of Baby Buddy: it has no table \(missing).")
    }
    let rows = try BabyBuddyRows(database)
    pages = try BabyBuddyPages(options: options, passedOver: rows.passedOver) {
      try rows.pages(of: $0)
    }
  }

  public var provider: String { pages.provider }
  public var instance: String { pages.instance }
  public var files: [ImportFile] { pages.files }
  public var passedOver: [PassedOverFile] { pages.passedOver }
  public var hasNaturalKeys: Bool { pages.hasNaturalKeys }
  public var wholeTables: [String: any Importable.Type] { pages.wholeTables }
  public var subjects: [ImportSubject] { pages.subjects }

  public func check(_ reader: borrowing Reader) throws { try pages.check(reader) }

  /// Always: the rows are those of a copy.
  public func checkUnchanged() {}

  public func read(subjects: SubjectMap, _ visit: (ImportItem) throws -> Void) throws {
    try pages.read(subjects: subjects, visit)
  }
}
#endif
