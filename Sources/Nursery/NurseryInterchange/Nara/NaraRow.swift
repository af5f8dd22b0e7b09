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

  let cells: CSVFile.Row
  let subjects: SubjectMap
  let now: Date
  private(set) var warnings: [ImportWarning] = []

  init(cells: CSVFile.Row, subjects: SubjectMap, now: Date) {
    self.cells = cells
    self.subjects = subjects
    self.now = now
  }

  /// An instant since 1970 in milliseconds; some rows have seconds.
  static func instant(_ text: String) -> Date? {
    guard let number = Double(text.trimmed), number.isFinite, number.magnitude < 1e15 else {
      return nil
    }
    // Seconds of the year 5138 are milliseconds of 1973.
    return Date(timeIntervalSince1970: number.magnitude < 1e11 ? number : number / 1000)
  }

  /// The entries of the row; none for one that tells nothing.
  mutating func entries() throws(RowRefusal) -> [Entry] {
    let type = cells["Type"].trimmed
    guard let start = Self.instant(cells["Start Date/time (Epoch)"]) else {
      throw RowRefusal(
        "Start Date/time (Epoch)",
        "“\(cells["Start Date/time (Epoch)"])” is not a number of milliseconds.")
    }
    if start > now { warn(.future) }
    switch type {
    case "Breastfeed": return [Entry(type, try breastfeed(type, start))]
    case "Bottle Feed": return [Entry(type, try bottle(type, start))]
    case "Combo Feed":
      return [
        Entry(type + "/breast", try breastfeed(type, start)),
        Entry(type + "/bottle", try bottle(type, start)),
      ]
    case "Solid Feed", "Solids": return [Entry(type, solids(type, start))]
    case "Diaper": return [Entry(type, diaper(start))]
    case "Sleep":
      return [
        Entry(type, SleepSession(baby: baby, start: start, end: end(type, start), memo: memo([])))
      ]
    case "Pump": return [Entry(type, try pumping(type, start))]
    case "Growth": return try growth(start)
    case "Medical": return try medical(start)
    case "Note": return [Entry(type, Note(baby: baby, start: start, memo: memo([])))]
    case "": throw RowRefusal("Type", "The row has no type.")
    default: return [Entry(type, activity(type, start))]
    }
  }

  // MARK: Kinds

  private mutating func breastfeed(
    _ type: String, _ start: Date
  ) throws(RowRefusal) -> FeedSession {
    let left = try number("[\(type)] Left Duration (Seconds)") ?? 0
    let right = try number("[\(type)] Right Duration (Seconds)") ?? 0
    let told = cells["[\(type)] Begin Side"] + cells["[\(type)] End Side"]
    let isLeft = left > 0 || told.contains("LEFT")
    let isRight = right > 0 || told.contains("RIGHT")
    if !isLeft, !isRight { warn(.sideUnreadable) }
    let route: FeedRoute =
      isLeft && isRight
      ? .breast(.both) : isLeft ? .breast(.left) : isRight ? .breast(.right) : .other("Breast")
    return FeedSession(
      baby: baby, start: start, end: start.addingTimeInterval(left + right),
      content: .breastMilk, route: route, memo: memo([]))
  }

  /// A bottle: one kind of milk with its volume, or both together.
  private func bottle(_ type: String, _ start: Date) throws(RowRefusal) -> FeedSession {
    let milk = try volume("[\(type)] Breast Milk Volume")
    let formula = try volume("[\(type)] Formula Volume")
    let whole = try volume("[\(type)] Volume")
    var content = content(cells["[\(type)] Type"].trimmed)
    var amount = whole ?? milk ?? formula
    if let milk, let formula, milk.value > 0, formula.value > 0 {
      content = .mixed
      if whole == nil, milk.unitText == formula.unitText {
        amount = Amount(milk.value + formula.value, unitText: milk.unitText)
      }
    } else if content == .unknown {
      content = milk != nil ? .breastMilk : formula != nil ? .formula : .unknown
    }
    return FeedSession(
      baby: baby, start: start, end: start, amount: amount, content: content, route: .bottle,
      memo: memo(["[\(type)] Formula Name"]))
  }

  private func content(_ text: String) -> FeedContent {
    switch text.lowercased() {
    case "": .unknown
    case "breast milk": .breastMilk
    case "formula": .formula
    case "mixed", "both": .mixed
    default: .other(text)
    }
  }

  private func solids(_ type: String, _ start: Date) -> FeedSession {
    let columns = columns(of: type)
    return FeedSession(
      baby: baby, start: start, end: start, content: .solidFood, memo: memo(columns))
  }

  private mutating func diaper(_ start: Date) -> DiaperChange {
    let type = cells["[Diaper] Type"].trimmed.lowercased()
    let both = type == "both"
    let (wet, solid) = (both || type.contains("wet"), both || type.contains("dirty"))
    if !wet, !solid, type != "dry" { warn(.unknownEnum) }
    let color = cells["[Diaper] Dirty Color"].trimmed.lowercased()
    return DiaperChange(
      baby: baby, time: start, wet: wet, solid: solid, color: color.isEmpty ? nil : color,
      memo: memo(["[Diaper] Dirty Texture", "[Diaper] Detail"]))
  }

  private func pumping(_ type: String, _ start: Date) throws(RowRefusal) -> PumpingSession {
    PumpingSession(
      baby: baby, start: start, end: end(type, start) ?? start,
      PumpingDetails(
        amount: try volume("[Pump] Volume"), left: try volume("[Pump] Left Volume"),
        right: try volume("[Pump] Right Volume")),
      memo: memo([]))
  }

  private func growth(_ start: Date) throws(RowRefusal) -> [Entry] {
    let parts: [(MeasureType, String)] = [
      (.weight, "Weight"), (.height, "Height"), (.headCircumference, "Head Size"),
    ]
    var entries: [Entry] = []
    for (measure, name) in parts {
      guard let value = try number("[Growth] \(name)") else { continue }
      entries.append(
        Entry(
          "Growth/\(measure.rawValue)",
          BodyMeasurement(
            baby: baby, start: start,
            MeasurementDetails(
              measure: measure, value: value, unitText: unit("[Growth] \(name) Unit")),
            memo: entries.isEmpty ? memo([]) : nil)))
    }
    return entries
  }

  /// Medications, line by line in one cell, and a temperature, each an entry of its own.
  private func medical(_ start: Date) throws(RowRefusal) -> [Entry] {
    var entries: [Entry] = []
    let names = cells["[Medical] Medication"].split(whereSeparator: \.isNewline)
      .map { String($0).trimmed }.filter { !$0.isEmpty }
    for (index, name) in names.enumerated() {
      entries.append(
        Entry(
          "Medical/medication\(index == 0 ? "" : " \(index + 1)")",
          MedicationDose(
            baby: baby, start: start, MedicationDetails(name: name),
            memo: entries.isEmpty ? memo([]) : nil)))
    }
    if let value = try number("[Medical] Temperature") {
      entries.append(
        Entry(
          "Medical/temperature",
          BodyMeasurement(
            baby: baby, start: start,
            MeasurementDetails(
              measure: .temperature, value: value, unitText: unit("[Medical] Temperature Unit")),
            memo: entries.isEmpty ? memo([]) : nil)))
    }
    if entries.isEmpty, let memo = memo(columns(of: "Medical")) {
      entries.append(Entry("Medical/note", Note(baby: baby, start: start, memo: memo)))
    }
    return entries
  }

  private func activity(_ type: String, _ start: Date) -> ActivitySession {
    let name = cells["[Routine] Routine"].trimmed
    let title = type == "Routine" && !name.isEmpty ? name : type
    return ActivitySession(
      baby: baby, start: start, end: end(type, start) ?? start,
      ActivityDetails(
        activity: title.lowercased() == "tummy time" ? .tummyTime : .other(title)),
      memo: memo(
        columns(of: type).filter { !$0.hasSuffix("Routine") && !$0.contains(" Date/time") }))
  }

  // MARK: Cells

  /// The child; nil for what belongs to a parent.
  private var baby: UUID? { subjects["profile", cells["_profileKey"].trimmed] }

  private func columns(of type: String) -> [String] {
    cells.columns.filter { $0.hasPrefix("[\(type)] ") }
  }

  /// What has no property of its own, line by line, then the note.
  private func memo(_ columns: [String]) -> String? {
    let lines = (columns + ["Note"]).map { cells[$0] }.filter { !$0.trimmed.isEmpty }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  private func end(_ type: String, _ start: Date) -> Date? {
    if let end = Self.instant(cells["[\(type)] End Date/time (Epoch)"]) { return end }
    guard let seconds = Double(cells["[\(type)] Duration (Seconds)"].trimmed),
      (0..<1e7).contains(seconds)
    else { return nil }
    return start.addingTimeInterval(seconds)
  }

  private func number(_ column: String) throws(RowRefusal) -> Double? {
    try DecimalStyle.plain.number(cells[column], column: column)
  }

  private func volume(_ column: String) throws(RowRefusal) -> Amount? {
    guard let value = try number(column) else { return nil }
    return switch cells[column + " Unit"].trimmed {
    case "ML": Amount(value, .millilitre)
    case "FLOZ", "OZ": Amount(value, .fluidOunce)
    case "": Amount(value, unitText: nil)
    case let unit: Amount(value, unitText: unit)
    }
  }

  private func unit(_ column: String) -> String? {
    switch cells[column].trimmed {
    case "": nil
    case "C", "F": cells[column].trimmed
    case let unit: unit.lowercased()
    }
  }

  private mutating func warn(_ warning: ImportWarning) {
    if !warnings.contains(warning) { warnings.append(warning) }
  }
}
