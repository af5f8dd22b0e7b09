internal import Daybook
internal import Foundation
internal import Interchange
internal import Nursery

/// One row of Huckleberry's file, whose columns mean something else for each type.
struct HuckleberryRow {
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

  /// The types that have columns of their own, as the app writes them, by their names in lower
  /// case.
  private static let types = Dictionary(
    uniqueKeysWithValues: [
      "Feed", "Solids", "Diaper", "Sleep", "Pump", "Meds", "Growth", "Temp", "Tummy time",
    ].map { ($0.lowercased(), $0) })

  let cells: CSVFile.Row
  let baby: UUID?
  var clock: ZoneClock
  let style: TimeStyle
  let now: Date
  /// The start and the end of a row whose duration tells which pass of a repeated hour is meant.
  private var passes: (start: Date, end: Date)?
  private(set) var times: [TimeReading] = []
  private(set) var warnings: [ImportWarning] = []
  /// As `ImportRow.timeDoubt`.
  private(set) var timeDoubt: String?

  init(cells: CSVFile.Row, baby: UUID?, clock: ZoneClock, style: TimeStyle, now: Date) {
    self.cells = cells
    self.baby = baby
    self.clock = clock
    self.style = style
    self.now = now
  }

  /// The type, in the letters of the app where it is one of its types.
  private var type: String {
    let text = cells["Type"].trimmed
    return Self.types[text.lowercased()] ?? text
  }

  /// The entries of the row; never none.
  mutating func entries() throws(RowRefusal) -> [Entry] {
    passes = findPasses()
    let start = try time("Start", field: 2, notBefore: nil)
    if start > now { warn(.future) }
    switch type {
    case "Feed", "Solids": return [Entry(type, try feed(type, start))]
    case "Diaper": return [Entry(table: type, state: try diaper(start), untold: [5, 7, 10, 11])]
    case "Sleep":
      let memo = memo(["Start Condition", "Start Location", "End Condition"])
      let end = try end(after: start)
      if end == nil { warn(.noEnd) }
      return [Entry(type, SleepSession(baby: baby, start: start, end: end, memo: memo))]
    case "Pump": return [Entry(type, try pumping(start))]
    case "Meds": return [Entry(type, dose(start))]
    case "Growth": return try growth(start)
    case "Temp":
      return [
        try measurement(
          type, .temperature, "Start Condition", start,
          memo: memo(["Start Location", "End Condition"]))
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
        memo: memo(["Start Condition", "Start Location", "End Condition"]))
    }
    let place = cells["Start Location"].trimmed
    let isBottle = place.lowercased() == "bottle"
    let isTimed = [place, cells.peek("Start Condition"), cells.peek("End Condition")]
      .contains { HuckleberrySide($0.trimmed) != nil }
    if place.lowercased() == "breast" || isTimed && !isBottle {
      return try breastfeed(start, place)
    }
    let amount =
      isBottle ? try amount("End Condition") : Measure(cells["End Condition"])?.volume
    return FeedSession(
      baby: baby, start: start, end: try end(after: start) ?? start, amount: amount,
      content: content(cells["Start Condition"].trimmed), route: Self.route(place),
      memo: memo(isBottle || amount != nil ? [] : ["End Condition"]))
  }

  /// How a child was fed that was not fed at the breast; the app has the bottle alone.
  private static func route(_ place: String) -> FeedRoute {
    switch place.lowercased() {
    case "": .unknown
    case "bottle": .bottle
    case "cup": .cup
    case "tube", "feeding tube": .tube
    case "syringe": .syringe
    default: .other(place)
    }
  }

  private mutating func breastfeed(
    _ start: Date, _ place: String
  ) throws(RowRefusal) -> FeedSession {
    let isSide = HuckleberrySide(place) != nil
    let columns = ["Start Condition"] + (isSide ? ["Start Location"] : []) + ["End Condition"]
    let told = columns.compactMap { column in cells.value(column) { HuckleberrySide($0) } }
    var end = try end(after: start)
    // An end before the start has a warning.
    let known = end.flatMap { $0 < start ? nil : $0.timeIntervalSince(start) }
    let hasEnd = !cells.peek("End").trimmed.isEmpty && !warnings.contains(.endBeforeStart)
    let sides = HuckleberrySides(told, span: known, by: hasEnd ? "its end" : "its duration")
    if sides.sides.isEmpty { warn(.sideUnreadable) }
    if sides.isAmbiguous { warn(.ambiguousLength) }
    timeDoubt = timeDoubt ?? sides.doubt
    if end == nil, !sides.sides.isEmpty { end = start.addingTimeInterval(sides.seconds) }
    let span = (end ?? start).timeIntervalSince(start)
    return FeedSession(
      baby: baby, start: start, end: end ?? start, content: .breastMilk, route: sides.route,
      memo: memo(
        isSide || place.lowercased() == "breast" ? [] : ["Start Location"],
        after: [sides.text(span: span)].compactMap(\.self)))
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

  private mutating func diaper(_ start: Date) throws(RowRefusal) -> DiaperChange {
    let words = cells["End Condition"].trimmed.lowercased()
    let isDry = words.hasPrefix("dry")
    let both = words.hasPrefix("both")
    let (wet, solid) = (both || words.contains("pee"), both || words.contains("poo"))
    if !wet, !solid, !isDry { warn(.unknownEnum) }
    let color = cells["Duration"].trimmed
    // The sizes of the parts stand in the same cell, and what somebody has written there.
    let isPlain = words.split { !$0.isLetter }.allSatisfy {
      ["pee", "poo", "both", "dry"].contains($0)
    }
    let sizes = isPlain ? [] : ["End Condition"]
    return DiaperChange(
      baby: baby, time: start, wet: wet, solid: solid, color: color.isEmpty ? nil : color,
      memo: memo(["Start Condition", "Start Location"] + sizes))
  }

  private mutating func pumping(_ start: Date) throws(RowRefusal) -> PumpingSession {
    let (left, right) = (try amount("Start Condition"), try amount("End Condition"))
    return PumpingSession(
      baby: baby, start: start, end: try end(after: start) ?? start,
      PumpingDetails(amount: nil, left: left, right: right), memo: memo(["Start Location"]))
  }

  private func dose(_ start: Date) -> MedicationDose {
    let measure = Measure(cells["Start Condition"])
    let name = cells["Start Location"].trimmed
    let dosage = measure.map {
      Amount($0.value, unitText: $0.unitText.isEmpty ? nil : $0.unitText)
    }
    return MedicationDose(
      baby: baby, start: start, MedicationDetails(name: name, dosage: dosage),
      memo: memo((measure == nil ? ["Start Condition"] : []) + ["End Condition"]))
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

  /// What has no property of its own, line by line, then the notes, in which a line break stands as
  /// the two signs `\n`.
  private func memo(_ columns: [String], after first: [String] = []) -> String? {
    let lines = (first + columns.map { cells[$0] } + [cells["Notes"].replacing("\\n", with: "\n")])
      .filter { !$0.trimmed.isEmpty }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  /// The end, by its column; by the duration when there is none or it is before the start. Nil when
  /// neither is told.
  private mutating func end(after start: Date) throws(RowRefusal) -> Date? {
    let duration = duration
    guard cells["End"].trimmed.isEmpty else {
      let end = try time("End", field: 3, notBefore: start)
      guard end < start, let duration else {
        if let duration {
          // Each is told to the minute.
          timeDoubt =
            DurationCheck(
              start: start, end: end, told: duration, tolerance: 60,
              mayPause: type != "Sleep"
            ).doubt
        }
        return end
      }
      warn(.endBeforeStart)
      cells.noteChange(of: "End")
      return start.addingTimeInterval(duration)
    }
    return duration.map { start.addingTimeInterval($0) }
  }

  /// The duration in seconds; nil when there is none. It is told as hours and minutes.
  private var duration: Double? {
    cells.value("Duration") { text in
      let parts = text.split(separator: ":").map { Double($0) ?? -1 }
      guard parts.count == 2, parts.allSatisfy({ $0 >= 0 && $0 < 1e4 }) else { return nil }
      return parts[0] * 3600 + parts[1] * 60
    }
  }

  /// Of a row whose start or end is in a repeated hour, the two instants that are as far apart as
  /// its duration says; nil when there are no such two, or the times can be only one.
  private mutating func findPasses() -> (start: Date, end: Date)? {
    // Of a diaper the cell tells a colour.
    // Looked at and not read: whose end counts reads it.
    let end = cells.peek("End")
    if end.trimmed.isEmpty || type == "Diaper" { return nil }
    guard let first = Self.time(cells["Start"], style), let last = Self.time(end, style)
    else { return nil }
    let starts = clock.instants(showing: first.local)
    let ends = clock.instants(showing: last.local)
    guard starts.count > 1 || ends.count > 1, let duration else { return nil }
    let pairs = starts.flatMap { start in ends.map { (start: start, end: $0) } }
    return pairs.first { $0.end.timeIntervalSince($0.start) == duration }
  }

  private mutating func time(
    _ column: String, field: Int, notBefore: Date?
  ) throws(RowRefusal) -> Date {
    guard let (local, step) = Self.time(cells[column], style) else {
      throw RowRefusal(
        column, "“\(cells[column])” is not a time in the form YYYY-MM-DD HH:MM.")
    }
    let instants = clock.instants(showing: local)
    let time = clock.resolve(local, notBefore: notBefore)
    let instant = (column == "End" ? passes?.end : passes?.start) ?? time.instant
    times.append(TimeReading(field: field, step: step, others: instants.filter { $0 != instant }))
    if passes == nil, let warning = time.warning { warn(warning) }
    return instant
  }

  /// A time to the minute, or to the second, which nobody has seen this app write.
  static func time(_ text: String, _ style: TimeStyle) -> (local: LocalTime, step: Double)? {
    guard let local = LocalTime(text.trimmed + ":00") ?? style.time(text)?.local else { return nil }
    return (local, 60)
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
