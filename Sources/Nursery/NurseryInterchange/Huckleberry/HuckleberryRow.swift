internal import Daybook
internal import Foundation
internal import Interchange
internal import Nursery

/// One row of Huckleberry's file, whose columns mean something else for each type.
struct HuckleberryRow {
  static let columns = [
    "Type", "Start", "End", "Duration", "Start Condition", "Start Location", "End Condition",
    "Notes",
  ]

  /// What the rows of each type become; another type is an activity of that name.
  static let tables: [String: any Importable.Type] = [
    "Feed": FeedSession.self, "Solids": FeedSession.self, "Diaper": DiaperChange.self,
    "Sleep": SleepSession.self, "Pump": PumpingSession.self, "Meds": MedicationDose.self,
    "Growth/weight": BodyMeasurement.self, "Growth/height": BodyMeasurement.self,
    "Growth/headCircumference": BodyMeasurement.self, "Temp": BodyMeasurement.self,
    "Tummy time": ActivitySession.self,
  ]

  /// What a row becomes.
  struct Entry {
    let table: String
    let state: any NurseryImport
    let untold: [Int]
  }

  let cells: CSVFile.Row
  let baby: UUID?
  var clock: ZoneClock
  let now: Date
  private(set) var times: [TimeReading] = []
  private(set) var warnings: [ImportWarning] = []

  init(cells: CSVFile.Row, baby: UUID?, clock: ZoneClock, now: Date) {
    self.cells = cells
    self.baby = baby
    self.clock = clock
    self.now = now
  }

  /// The entries of the row; never none.
  mutating func entries() throws(RowRefusal) -> [Entry] {
    let type = cells["Type"].trimmed
    let start = try time("Start", field: 2, notBefore: nil)
    if start > now { warn(.future) }
    switch type {
    case "Feed", "Solids": return [Entry(type, try feed(type, start))]
    case "Diaper": return [Entry(table: type, state: try diaper(start), untold: [5, 7, 10, 11])]
    case "Sleep":
      let memo = memo(["Start Condition", "Start Location", "End Condition"])
      return [
        Entry(type, SleepSession(baby: baby, start: start, end: try end(after: start), memo: memo))
      ]
    case "Pump": return [Entry(type, try pumping(start))]
    case "Meds": return [Entry(type, dose(start))]
    case "Growth": return try growth(start)
    case "Temp":
      return [
        try measurement(type, .temperature, "Start Condition", start, memo: memo([]))
      ]
    case "": throw RowRefusal("Type", "The row has no type.")
    default: return [Entry(type, try activity(type, start))]
    }
  }

  // MARK: Kinds

  private mutating func feed(_ type: String, _ start: Date) throws(RowRefusal) -> FeedSession {
    if type == "Solids" {
      return FeedSession(
        baby: baby, start: start, end: try end(after: start) ?? start, content: .solidFood,
        memo: memo(["Start Condition", "End Condition"]))
    }
    if cells["Start Location"].trimmed.lowercased() == "bottle" {
      return FeedSession(
        baby: baby, start: start, end: try end(after: start) ?? start,
        amount: try amount("End Condition"), content: content(cells["Start Condition"].trimmed),
        route: .bottle, memo: memo([]))
    }
    let sides = ["Start Condition", "End Condition"].compactMap { side($0) }
    let route: FeedRoute =
      switch Set(sides.map(\.side)) {
      case [.left]: .breast(.left)
      case [.right]: .breast(.right)
      case [.left, .right]: .breast(.both)
      default: .other("Breast")
      }
    if sides.isEmpty { warn(.sideUnreadable) }
    var end = try end(after: start)
    if end == nil, !sides.isEmpty {
      end = start.addingTimeInterval(sides.reduce(0) { $0 + $1.seconds })
    }
    return FeedSession(
      baby: baby, start: start, end: end ?? start, content: .breastMilk, route: route,
      memo: memo([]))
  }

  private func content(_ text: String) -> FeedContent {
    switch text.lowercased() {
    case "": .unknown
    case "formula": .formula
    case "breast milk", "breastmilk": .breastMilk
    case "cow milk", "cow's milk": .cowMilk
    case "water": .water
    default: .other(text)
    }
  }

  /// The side and how long: `00:06R` or `6L`. The digits are hours and minutes, unless that is more
  /// than four hours; then they are minutes and seconds.
  private func side(_ column: String) -> (side: BreastSide, seconds: Double)? {
    let text = cells[column].trimmed
    let side: BreastSide
    switch text.last {
    case "L", "l": side = .left
    case "R", "r": side = .right
    default: return nil
    }
    let parts = text.dropLast().split(separator: ":").compactMap { Double($0) }
    switch parts.count {
    case 1: return (side, parts[0] * 60)
    case 2:
      let asHours = parts[0] * 3600 + parts[1] * 60
      return (side, asHours <= 4 * 3600 ? asHours : parts[0] * 60 + parts[1])
    default: return nil
    }
  }

  private mutating func diaper(_ start: Date) throws(RowRefusal) -> DiaperChange {
    let text = cells["End Condition"].trimmed
    let words = text.lowercased()
    let isDry = words.hasPrefix("dry")
    let both = words.hasPrefix("both")
    let (wet, solid) = (both || words.contains("pee"), both || words.contains("poo"))
    if !wet, !solid, !isDry { warn(.unknownEnum) }
    let color = cells["Duration"].trimmed
    // The sizes of the parts stand in the same cell.
    let sizes = words.contains(":") || (!wet && !solid && !isDry) ? ["End Condition"] : []
    return DiaperChange(
      baby: baby, time: start, wet: wet, solid: solid, color: color.isEmpty ? nil : color,
      memo: memo(["Start Condition"] + sizes))
  }

  private mutating func pumping(_ start: Date) throws(RowRefusal) -> PumpingSession {
    let (left, right) = (try amount("Start Condition"), try amount("End Condition"))
    return PumpingSession(
      baby: baby, start: start, end: try end(after: start) ?? start,
      PumpingDetails(amount: nil, left: left, right: right), memo: memo([]))
  }

  private func dose(_ start: Date) -> MedicationDose {
    let measure = Measure(cells["Start Condition"])
    let name = cells["Start Location"].trimmed
    let dosage = measure.map {
      Amount($0.value, unitText: $0.unitText.isEmpty ? nil : $0.unitText)
    }
    return MedicationDose(
      baby: baby, start: start, MedicationDetails(name: name, dosage: dosage),
      memo: memo(measure == nil ? ["Start Condition"] : []))
  }

  /// Weight, length and head, each an entry of its own.
  private mutating func growth(_ start: Date) throws(RowRefusal) -> [Entry] {
    let parts: [(MeasureType, String)] = [
      (.weight, "Start Condition"), (.height, "Start Location"),
      (.headCircumference, "End Condition"),
    ]
    var entries: [Entry] = []
    for (measure, column) in parts where !cells[column].trimmed.isEmpty {
      // The notes once, with the first.
      entries.append(
        try measurement(
          "Growth/\(measure.rawValue)", measure, column, start,
          memo: entries.isEmpty ? memo([]) : nil))
    }
    if entries.isEmpty { throw RowRefusal("Start Condition", "The row measures nothing.") }
    return entries
  }

  private func measurement(
    _ table: String, _ measure: MeasureType, _ column: String, _ start: Date, memo: String?
  ) throws(RowRefusal) -> Entry {
    guard let value = Measure(cells[column]) else {
      throw RowRefusal(column, "“\(cells[column])” is not a number with a unit.")
    }
    return Entry(
      table,
      BodyMeasurement(
        baby: baby, start: start,
        MeasurementDetails(measure: measure, value: value.value, unitText: value.bodyUnit),
        memo: memo))
  }

  private mutating func activity(
    _ type: String, _ start: Date
  ) throws(RowRefusal) -> ActivitySession {
    let known: ActivityType = type.lowercased() == "tummy time" ? .tummyTime : .other(type)
    return ActivitySession(
      baby: baby, start: start, end: try end(after: start) ?? start,
      ActivityDetails(activity: known),
      memo: memo(["Start Condition", "Start Location", "End Condition"]))
  }

  // MARK: Cells

  private func amount(_ column: String) throws(RowRefusal) -> Amount? {
    let text = cells[column].trimmed
    if text.isEmpty { return nil }
    guard let measure = Measure(text) else {
      throw RowRefusal(column, "“\(text)” is not an amount with a unit.")
    }
    return measure.volume
  }

  /// What has no property of its own, line by line, then the notes.
  private func memo(_ columns: [String]) -> String? {
    let lines = (columns + ["Notes"]).map { cells[$0] }.filter { !$0.trimmed.isEmpty }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  /// The end, by its column or else by the duration; nil when neither is told.
  private mutating func end(after start: Date) throws(RowRefusal) -> Date? {
    guard cells["End"].trimmed.isEmpty else {
      let end = try time("End", field: 3, notBefore: start)
      if end < start { warn(.endBeforeStart) }
      if end.timeIntervalSince(start) > 86_400 { warn(.over24h) }
      return end
    }
    let parts = cells["Duration"].trimmed.split(separator: ":").compactMap { Double($0) }
    guard parts.count == 2, parts.allSatisfy({ $0 >= 0 && $0 < 1e4 }) else { return nil }
    return start.addingTimeInterval(parts[0] * 3600 + parts[1] * 60)
  }

  private mutating func time(
    _ column: String, field: Int, notBefore: Date?
  ) throws(RowRefusal) -> Date {
    guard let local = Self.local(cells[column]) else {
      throw RowRefusal(
        column, "“\(cells[column])” is not a time in the form YYYY-MM-DD HH:MM.")
    }
    let instants = clock.instants(showing: local)
    let time = clock.resolve(local, notBefore: notBefore)
    times.append(
      TimeReading(field: field, step: 60, others: instants.filter { $0 != time.instant }))
    if let warning = time.warning { warn(warning) }
    return time.instant
  }

  /// A time to the minute, or to the second.
  static func local(_ text: String) -> LocalTime? {
    let text = text.trimmed
    return LocalTime(text) ?? LocalTime(text + ":00")
  }

  private mutating func warn(_ warning: ImportWarning) {
    if !warnings.contains(warning) { warnings.append(warning) }
  }
}

extension HuckleberryRow.Entry {
  /// An entry whose source and deletion the file does not tell.
  init(_ table: String, _ state: any NurseryImport) {
    self.init(
      table: table, state: state,
      untold: state is FeedSession ? [7, 9, 10, 11] : [5, 6, 7])
  }
}
