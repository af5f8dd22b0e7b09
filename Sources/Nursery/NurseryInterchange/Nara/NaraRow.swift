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
  private var baby: UUID?
  private(set) var warnings: [ImportWarning] = []
  /// As `ImportRow.timeDoubt`.
  private(set) var timeDoubt: String?

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

  /// The instant of a column, by the number beside it; where that cannot be read, as when a
  /// spreadsheet has shortened it, by the text and the zone of the row.
  static func instant(
    _ cells: CSVFile.Row, _ column: String, _ style: TimeStyle, _ clocks: ZoneClocks
  ) -> Date? {
    let number = column + " (Epoch)"
    if let date = cells.value(number, { instant($0) }) { return date }
    guard let local = style.time(cells[column])?.local,
      let time = clocks.instant(local, in: cells["Time Zone"].trimmed)
    else { return nil }
    cells.noteChange(of: number)
    return time
  }

  /// Whether the start of a row is told by its text alone.
  static func needsText(_ cells: CSVFile.Row) -> Bool {
    instant(cells.peek("Start Date/time (Epoch)")) == nil
  }

  /// What can be a time at all in such a file: no telephone before 2000 had such an app, and nobody
  /// writes down what is far ahead.
  private static let times =
    Date(timeIntervalSince1970: 946_684_800)..<Date(timeIntervalSince1970: 4_102_444_800)

  /// The instant of a column, when number and text tell the same one.
  private func instant(_ column: String) throws(RowRefusal) -> Date? {
    guard let date = Self.instant(cells, column, style, clocks) else {
      let text = cells.peek(column).trimmed
      if text.isEmpty || column == "Start Date/time" { return nil }
      throw RowRefusal(column, "“\(text)” is not a time.")
    }
    let (number, text) = (column + " (Epoch)", cells.peek(column).trimmed)
    let told = "“\(cells.peek(number).trimmed)” is \(date.formatted(.iso8601))"
    guard Self.times.contains(date) else {
      throw RowRefusal(number, "\(told), and no such file is of that time.")
    }
    guard let (local, step) = style.time(text) else {
      if !text.isEmpty { cells.noteNothing(of: column) }
      return date
    }
    let rowZone = cells.peek("Time Zone").trimmed
    let zones = [rowZone, zone].compactMap(\.self)
    let isSame =
      zones.contains { clocks.shows(local, at: date, in: $0, step) }
      || !clocks.knows(rowZone) && ZoneClocks.mayShow(local, at: date, step)
    guard isSame else {
      throw RowRefusal(number, "\(told), and “\(text)” in \(column) is another time.")
    }
    return date
  }

  /// An instant since 1970 in milliseconds; some rows have seconds. Nil also for `1.79E+12`, as
  /// spreadsheets shorten it: the minutes are gone then.
  private static func instant(_ text: String) -> Date? {
    if text.contains(where: { "eE".contains($0) }) { return nil }
    guard let number = Double(text.trimmed), number.isFinite, number.magnitude < 1e15 else {
      return nil
    }
    // Seconds of the year 5138 are milliseconds of 1973.
    return Date(timeIntervalSince1970: number.magnitude < 1e11 ? number : number / 1000)
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

  /// A feed at the breast and one from the bottle, of which one may not have been.
  private mutating func combination(
    _ type: String, _ start: Date
  ) throws(RowRefusal) -> [Entry] {
    let bottle = try NaraBottle(told, type)
    let sides = try sides(type)
    let hasBreast = sides.left + sides.right > 0 || !bottle.isThere
    let breast =
      hasBreast
      ? [
        Entry(
          type + "/breast",
          try breastfeed(type, start, bottle.isThere ? [] : ["Type", "Formula Name"]))
      ] : []
    let bottles = bottle.isThere ? feeds(bottle, start) : []
    return breast + bottles.map { Entry(type + "/bottle" + $0.part, $0.feed) }
  }

  /// The feeds from a bottle.
  private mutating func feeds(
    _ bottle: NaraBottle, _ start: Date
  ) -> [(part: String, feed: FeedSession)] {
    if bottle.isContradicted { warn(.contentDiffers) }
    return bottle.feeds.map { feed in
      (
        feed.part,
        FeedSession(
          baby: baby, start: start, end: start, amount: feed.amount, content: feed.content,
          route: .bottle, memo: memo([], after: bottle.lines))
      )
    }
  }

  /// Seconds at each breast; 0 where nothing is told.
  private func sides(_ type: String) throws(RowRefusal) -> (left: Double, right: Double) {
    (try side("[\(type)] Left Duration (Seconds)"), try side("[\(type)] Right Duration (Seconds)"))
  }

  private func side(_ column: String) throws(RowRefusal) -> Double {
    let seconds = try told.number(column) ?? 0
    guard (0...86_400).contains(seconds) else {
      throw RowRefusal(
        column, "“\(cells[column].trimmed)” seconds at a side are not between none and a day.")
    }
    return seconds
  }

  /// The sides are those with a duration; without any those at which it began and ended. How long
  /// each of two took is in the memo, that at which it began first.
  ///
  /// - Parameter kept: fields that have no property of their own.
  private mutating func breastfeed(
    _ type: String, _ start: Date, _ kept: [String] = []
  ) throws(RowRefusal) -> FeedSession {
    let (left, right) = try sides(type)
    let columns = ["Begin", "End"].map { "[\(type)] \($0) Side" }
    let named = columns.map { side(named: $0) }
    let isTimed = left > 0 || right > 0
    let isLeft = isTimed ? left > 0 : named.contains(.left)
    let isRight = isTimed ? right > 0 : named.contains(.right)
    for (column, side) in zip(columns, named)
    where side == .left && !isLeft || side == .right && !isRight {
      cells.noteChange(of: column)
    }
    if !isLeft, !isRight { warn(.sideUnreadable) }
    let route: FeedRoute =
      isLeft && isRight
      ? .breast(.both) : isLeft ? .breast(.left) : isRight ? .breast(.right) : .other("Breast")
    return FeedSession(
      baby: baby, start: start, end: start.addingTimeInterval(left + right),
      content: .breastMilk, route: route,
      memo: memo(
        kept.map { "[\(type)] \($0)" }, after: left > 0 && right > 0 ? [sideTimes(type)] : []))
  }

  /// The side that a cell names, in any case of its letters.
  private func side(named column: String) -> BreastSide? {
    cells.value(column) { text in
      switch text.lowercased() {
      case "left": .left
      case "right": .right
      default: nil
      }
    }
  }

  private func sideTimes(_ type: String) -> String {
    let sides = ["Left", "Right"].map {
      "\($0.lowercased()) \(cells["[\(type)] \($0) Duration (Seconds)"].trimmed) s"
    }
    let isRightFirst = side(named: "[\(type)] Begin Side") == .right
    return (isRightFirst ? sides.reversed() : sides).joined(separator: ", ")
  }

  private func solids(_ type: String, _ start: Date) -> FeedSession {
    let columns = columns(of: type)
    return FeedSession(
      baby: baby, start: start, end: start, content: .solidFood, memo: memo(columns))
  }

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

  private func growth(_ start: Date) throws(RowRefusal) -> [Entry] {
    let parts: [(MeasureType, String)] = [
      (.weight, "Weight"), (.height, "Height"), (.headCircumference, "Head Size"),
    ]
    var entries: [Entry] = []
    for (measure, name) in parts {
      let unit = UnitWords.body(cells["[Growth] \(name) Unit"])
      guard let value = try told.number("[Growth] \(name)") else { continue }
      entries.append(
        Entry(
          "Growth/\(measure.rawValue)",
          BodyMeasurement(
            baby: baby, start: start,
            MeasurementDetails(
              measure: measure, value: value, unitText: unit),
            memo: entries.isEmpty ? memo([]) : nil)))
    }
    if entries.isEmpty, let memo = memo([]) {
      entries.append(Entry("Growth/note", Note(baby: baby, start: start, memo: memo)))
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
            baby: baby, start: start, Self.medication(name),
            memo: entries.isEmpty ? memo([]) : nil)))
    }
    if let value = try told.number("[Medical] Temperature") {
      entries.append(
        Entry(
          "Medical/temperature",
          BodyMeasurement(
            baby: baby, start: start,
            MeasurementDetails(
              measure: .temperature, value: value,
              unitText: UnitWords.body(cells["[Medical] Temperature Unit"])),
            memo: entries.isEmpty ? memo([]) : nil)))
    }
    if entries.isEmpty, let memo = memo(columns(of: "Medical")) {
      entries.append(Entry("Medical/note", Note(baby: baby, start: start, memo: memo)))
    }
    return entries
  }

  /// A medication with its dosage, which stands behind the name: `Paracetamol, 1.5 (ML)`.
  private static func medication(_ text: String) -> MedicationDetails {
    guard text.hasSuffix(")"), let comma = text.ranges(of: ", ").last,
      let bracket = text[comma.upperBound...].firstRange(of: " ("),
      let value = try? DecimalStyle.plain.number(
        String(text[comma.upperBound..<bracket.lowerBound]), column: "")
    else { return MedicationDetails(name: text) }
    let unit = String(text[bracket.upperBound...].dropLast()).trimmed
    return MedicationDetails(
      name: String(text[..<comma.lowerBound]).trimmed,
      dosage: Amount(
        value,
        unitText: unit.isEmpty ? nil : VolumeUnit(text: unit)?.symbol ?? unit.lowercased()))
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

  private var told: NaraCells { NaraCells(row: cells) }

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

  private func columns(of type: String) -> [String] {
    let prefix = "[\(type)] ".lowercased()
    return cells.columns.filter { $0.lowercased().hasPrefix(prefix) }
  }

  /// What has no property of its own, line by line, then the note.
  private func memo(_ columns: [String], after first: [String] = []) -> String? {
    let lines =
      first + (columns + ["Note"]).map { cells[$0] }.filter { !$0.trimmed.isEmpty }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  /// The end, by its column; by the duration when there is none or it is before the start.
  private mutating func end(_ type: String, _ start: Date) throws(RowRefusal) -> Date? {
    let column = "[\(type)] End Date/time"
    let end = try instant(column)
    let seconds = cells.value("[\(type)] Duration (Seconds)") { text in
      Double(text).flatMap { (0..<1e7).contains($0) ? $0 : nil }
    }
    guard let end, end >= start || seconds == nil else {
      if end != nil {
        warn(.endBeforeStart)
        cells.noteChange(of: column + " (Epoch)")
      }
      return seconds.map { start.addingTimeInterval($0) }
    }
    if let seconds {
      // A person may have set the minute of the end.
      timeDoubt =
        DurationCheck(
          start: start, end: end, told: seconds, tolerance: 60, mayPause: type != "Sleep"
        ).doubt
    }
    return end
  }

  private mutating func warn(_ warning: ImportWarning) {
    if !warnings.contains(warning) { warnings.append(warning) }
  }
}
