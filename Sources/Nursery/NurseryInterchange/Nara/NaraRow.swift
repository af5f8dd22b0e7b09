internal import Daybook
internal import Foundation
internal import Interchange
internal import Nursery

/// One row of Nara's file.
struct NaraRow {
  /// What a row becomes.
  struct Entry {
    let table: String
    let state: any NurseryImport
    let untold: [Int]

    init(_ table: String, _ state: any NurseryImport) {
      self.table = table
      self.state = state
      untold =
        state is FeedSession
        ? [7, 9, 10, 11] : state is DiaperChange ? [5, 7, 9, 10, 11] : [5, 6, 7]
    }
  }

  /// The types whose columns are read, as the app writes them, by their names in lower case.
  private static let types = Dictionary(
    uniqueKeysWithValues: [
      "Profile", "Breastfeed", "Bottle Feed", "Combo Feed", "Solid Feed", "Solids", "Diaper",
      "Sleep", "Pump", "Growth", "Medical", "Note", "Routine",
    ].map { ($0.lowercased(), $0) })

  /// The type of a row, in the letters of the app where it is one of its types.
  static func type(of cells: CSVFile.Row) -> String {
    let text = cells["Type"].trimmed
    return types[text.lowercased()] ?? text
  }

  /// What the rows of a table are; of a type that is not known, activities.
  static func entity(ofTable table: String) -> any Importable.Type {
    let parts = table.split(separator: "/", maxSplits: 1)
    let part = parts.dropFirst().first ?? ""
    switch parts.first {
    case "Breastfeed", "Bottle Feed", "Combo Feed", "Solid Feed", "Solids":
      return FeedSession.self
    case "Diaper": return DiaperChange.self
    case "Sleep": return SleepSession.self
    case "Pump": return PumpingSession.self
    case "Note": return Note.self
    case "Growth", "Medical":
      if part == "note" { return Note.self }
      return part.hasPrefix("medication") ? MedicationDose.self : BodyMeasurement.self
    default: return ActivitySession.self
    }
  }

  let cells: CSVFile.Row
  let subjects: SubjectMap
  /// Keys of the profiles by their names.
  let keys: [String: [String]]
  /// The zone of most rows.
  let zone: String?
  let style: TimeStyle
  let now: Date
  let clocks: ZoneClocks
  /// The child; nil for what belongs to a parent.
  var baby: UUID?
  private(set) var warnings: [ImportWarning] = []
  /// As `ImportRow.timeDoubt`.
  var timeDoubt: String?

  init(
    cells: CSVFile.Row, subjects: SubjectMap, keys: [String: [String]], zone: String?,
    style: TimeStyle, now: Date, clocks: ZoneClocks
  ) {
    self.cells = cells
    self.subjects = subjects
    self.keys = keys
    self.zone = zone
    self.style = style
    self.now = now
    self.clocks = clocks
  }

  /// The entries of the row; none for one that tells nothing.
  mutating func entries() throws(RowRefusal) -> [Entry] {
    let type = Self.type(of: cells)
    guard let start = try instant("Start Date/time") else {
      throw RowRefusal(
        "Start Date/time (Epoch)",
        "“\(cells["Start Date/time (Epoch)"])” is not a number of milliseconds.")
    }
    if start > now { warn(.future) }
    if let zone, cells["Time Zone"].trimmed != zone, !cells["Time Zone"].trimmed.isEmpty {
      warn(.otherZone)
    }
    baby = try child(type)
    switch type {
    case "Breastfeed": return [Entry(type, try breastfeed(type, start))]
    case "Bottle Feed":
      return feeds(try NaraBottle(told, type), start).map { Entry(type + $0.part, $0.feed) }
    case "Combo Feed": return try combination(type, start)
    case "Solid Feed", "Solids": return [Entry(type, solids(type, start))]
    case "Diaper": return [Entry(type, diaper(start))]
    case "Sleep":
      let end = try end(type, start)
      if end == nil { warn(.noEnd) }
      return [Entry(type, SleepSession(baby: baby, start: start, end: end, memo: memo([])))]
    case "Pump": return [Entry(type, try pumping(type, start))]
    case "Growth": return try growth(start)
    case "Medical": return try medical(start)
    case "Note": return [Entry(type, Note(baby: baby, start: start, memo: memo([])))]
    case "": throw RowRefusal("Type", "The row has no type.")
    default: return [Entry(type, try activity(type, start))]
    }
  }

  // MARK: Kinds

  private mutating func diaper(_ start: Date) -> DiaperChange {
    let type = cells["[Diaper] Type"].trimmed.lowercased()
    let both = type == "both" || type == "mixed"
    let (wet, solid) = (both || type.contains("wet"), both || type.contains("dirty"))
    if !wet, !solid, type != "dry" { warn(.unknownEnum) }
    let color = cells["[Diaper] Dirty Color"].trimmed.lowercased()
    let isPlain = type.split { !$0.isLetter }.allSatisfy {
      ["wet", "dirty", "both", "mixed", "dry", "and"].contains($0)
    }
    return DiaperChange(
      baby: baby, time: start, wet: wet, solid: solid, color: color.isEmpty ? nil : color,
      memo: memo(
        (isPlain ? [] : ["[Diaper] Type"]) + ["[Diaper] Dirty Texture", "[Diaper] Detail"]))
  }

  private mutating func pumping(
    _ type: String, _ start: Date
  ) throws(RowRefusal) -> PumpingSession {
    let pump = try NaraPump(told)
    if pump.partsDiffer { warn(.partsDiffer) }
    return PumpingSession(
      baby: baby, start: start, end: try end(type, start) ?? start,
      pump.details, memo: memo([]))
  }

  private mutating func activity(
    _ type: String, _ start: Date
  ) throws(RowRefusal) -> ActivitySession {
    let name = cells["[Routine] Routine"].trimmed
    let title = type == "Routine" && !name.isEmpty ? name : type
    return ActivitySession(
      baby: baby, start: start, end: try end(type, start) ?? start,
      ActivityDetails(
        activity: title.lowercased() == "tummy time" ? .tummyTime : .other(title)),
      memo: memo(
        columns(of: type).filter {
          !$0.hasSuffix("Routine") && !$0.contains(" Date/time") && !$0.hasSuffix("(Seconds)")
        }))
  }

  // MARK: Cells

  var told: NaraCells { NaraCells(row: cells) }

  /// The child of a row: that of its key, or else the one of its name. What is pumped may be of
  /// none.
  private func child(_ type: String) throws(RowRefusal) -> UUID? {
    let (key, name) = (cells["_profileKey"].trimmed, cells["Profile Name"].trimmed)
    if !key.isEmpty {
      // Another name alone may be an earlier one of the same child.
      if let named = keys[name], !named.contains(key) {
        let own = keys.first { $0.value.contains(key) }?.key ?? ""
        throw RowRefusal(
          "_profileKey", "The key is that of “\(own)”, and the row names “\(name)”.")
      }
      return subjects[NaraFile.profileTable, key]
    }
    if type == "Pump" { return nil }
    guard !name.isEmpty else { throw RowRefusal("_profileKey", "The row names no profile.") }
    let found = keys[name] ?? []
    guard found.count == 1 else {
      let many = found.isEmpty ? "no profile is" : "\(found.count) profiles are"
      throw RowRefusal("_profileKey", "There is no key, and \(many) named “\(name)”.")
    }
    return subjects[NaraFile.profileTable, found[0]]
  }

  func columns(of type: String) -> [String] {
    let prefix = "[\(type)] ".lowercased()
    return cells.columns.filter { $0.lowercased().hasPrefix(prefix) }
  }

  /// What has no property of its own, line by line, then the note.
  func memo(_ columns: [String], after first: [String] = []) -> String? {
    let lines =
      first + (columns + ["Note"]).map { cells[$0] }.filter { !$0.trimmed.isEmpty }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  mutating func warn(_ warning: ImportWarning) {
    if !warnings.contains(warning) { warnings.append(warning) }
  }
}
