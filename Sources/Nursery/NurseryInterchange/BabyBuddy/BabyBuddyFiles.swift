internal import Foundation
internal import Interchange

/// The CSV files of a folder, by the table of Baby Buddy that each holds.
struct BabyBuddyFiles {
  /// The files of the tables, in the order in which they are read.
  private(set) var files: [CSVFile] = []
  /// Names of what holds none.
  private(set) var passedOver: [String] = []
  /// Files of tables that lack a column without which their rows mean nothing.
  private(set) var incomplete: [PassedOverFile] = []
  private var tables: [String: CSVFile] = [:]

  /// What is known of a table before its file is opened.
  private struct Form {
    let table: String
    let required: [String]
    let known: Set<String>
  }

  private static let forms: [Form] =
    [
      Form(
        table: "child", required: BabyBuddyPeople.childColumns,
        known: ["id", "child_id", "birth_time", "slug", "picture", BabyBuddyIDs.ownColumn]),
      Form(
        table: "tag", required: BabyBuddyPeople.tagColumns,
        known: ["slug", "color", "last_used", BabyBuddyIDs.ownColumn]),
    ]
    + BabyBuddyTable.entries.map { table in
      Form(
        table: table.name, required: table.required,
        known: BabyBuddyTable.repeated.union(table.optional)
          .union(["id", "child_id", BabyBuddyIDs.ownColumn]))
    }

  /// The plain names of the files.
  static let names = forms.map { $0.table + ".csv" }

  /// Looks at the names of all CSV files of a folder, and at the columns of those whose names tell
  /// nothing. These count only for tables that no name tells.
  ///
  /// - Throws: `InterchangeError`: `unreadableFile` for a folder that may not be read or is a file;
  ///   `ambiguousFile` for two files of one table; as `CSVFile` for a file whose name is a table's.
  init(_ directory: URL) throws(InterchangeError) {
    let (names, others) = try Self.names(in: directory)
    passedOver = others
    var unnamed: [(name: String, table: String)] = []
    var refusal: InterchangeError?
    for name in names {
      let url = directory.appendingPathComponent(name)
      if let form = Self.forms.first(where: { Self.isName(name, of: $0.table) }) {
        do { try take(url, form) } catch {
          // The other tables can be read all the same; without children none can.
          guard error.code == .missingColumn, form.table != "child" else { throw error }
          refusal = refusal ?? error
          let problem = error.message.dropFirst(name.count + 1).prefix { $0 != ";" }
          incomplete.append(PassedOverFile(url: url, problem: String(problem)))
        }
      } else if let form = Self.form(ofColumns: url) {
        unnamed.append((name, form.table))
      } else {
        passedOver.append(name)
      }
    }
    let named = Set(tables.keys)
    for (name, table) in unnamed {
      if !named.contains(table), let form = Self.forms.first(where: { $0.table == table }) {
        try take(directory.appendingPathComponent(name), form)
      } else {
        passedOver.append(name)
      }
    }
    if let refusal, tables.keys.allSatisfy({ $0 == "child" || $0 == "tag" }) { throw refusal }
    passedOver.sort()
    files = Self.forms.compactMap { [tables] in tables[$0.table] }
  }

  private mutating func take(_ url: URL, _ form: Form) throws(InterchangeError) {
    let name = url.lastPathComponent
    if let other = tables[form.table] {
      throw InterchangeError(
        .ambiguousFile, file: name,
        "Both \(other.file.name) and \(name) hold the table \(form.table); leave the newer one in "
          + "the folder.")
    }
    let repeated =
      form.table == "child" || form.table == "tag"
      ? BabyBuddyPeople.repeated : BabyBuddyTable.repeated
    let known = form.known
    tables[form.table] = try CSVFile(
      SourceFile(url: url), required: form.required, isOptional: { known.contains($0) },
      isRepeated: { repeated.contains($0) })
  }

  subscript(table: String) -> CSVFile? { tables[table] }

  /// The table whose columns a file has; nil for what has others, or is no CSV.
  private static func form(ofColumns url: URL) -> Form? {
    guard let file = try? CSVFile(SourceFile(url: url)) else { return nil }
    let columns = file.columns.map { file.isCapital ? $0.lowercased() : $0 }
    let fitting = forms.filter { form in
      form.required.allSatisfy(columns.contains)
        && columns.allSatisfy { form.required.contains($0) || form.known.contains($0) }
    }
    return fitting.max { $0.required.count < $1.required.count }
  }

  /// Whether a name is `feeding.csv`, or that of a download of the table: `Feeding-2026-11-20.csv`,
  /// with ` (1)` from a browser that has downloaded it before.
  ///
  /// Source: `get_export_filename` of django-import-export, which joins the model's name and the
  /// day.
  private static func isName(_ name: String, of table: String) -> Bool {
    guard name.hasSuffix(".csv"), name.lowercased().hasPrefix(table) else { return false }
    // What is left of the name without the day, the number and the ending is nothing.
    let rest = name.dropFirst(table.count).dropLast(4)
    return rest.allSatisfy { "0123456789-_ ()".contains($0) }
  }

  /// The names of the CSV files of a folder, and those of the other things in it that are shown.
  private static func names(
    in directory: URL
  ) throws(InterchangeError) -> (csv: [String], others: [String]) {
    try InterchangeError.refuseLoop(directory)
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: directory.path, isDirectory: &isFolder),
      !isFolder.boolValue
    {
      if let kind = try SourceFile(url: directory).kind {
        throw .wrongKind(kind, directory.lastPathComponent, wanting: "CSV", .notCSV)
      }
      throw InterchangeError(
        .unreadableFile, file: directory.lastPathComponent,
        "\(directory.path) is a file; name the folder with Baby Buddy's CSV files.")
    }
    do {
      let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        .filter { !$0.hasPrefix(".") }.sorted()
      let isCSV = { (name: String) in name.lowercased().hasSuffix(".csv") }
      return (names.filter(isCSV), names.filter { !isCSV($0) })
    } catch { throw .unreadable("The folder \(directory.path)", error) }
  }
}
