internal import Daybook
internal import Interchange
internal import Nursery

/// Writes the tables of Baby Buddy.
struct BabyBuddyWriter {
  /// A row before it is put in order.
  private struct Row {
    let order: Double
    let id: Int
    let cells: [String]
    /// Its cell of `BabyBuddyIDs.ownColumn`.
    let own: String
  }

  private struct Child {
    let id: Int
    let given: String
    let family: String
  }

  private static let head = ["id", "child_id", "child_first_name", "child_last_name"]

  private var ids: BabyBuddyIDs
  let clock: ZoneClock
  private var children: [UUID: Child] = [:]
  var tagIDs: [String: String] = [:]
  private var export = BabyBuddyExporter.Export()
  /// Whose numbers are of which unit, by quantity: the format has no units but of doses.
  private var units: [String: [String: [(id: UUID, kind: String)]]] = [:]

  init(ids: BabyBuddyIDs, clock: ZoneClock) {
    self.ids = ids
    self.clock = clock
  }

  mutating func write(_ reader: borrowing Reader) throws -> BabyBuddyExporter.Export {
    try writeChildren(reader)
    try writeTags(reader)
    try write(FeedSession.self, "feeding", reader, Self.feedColumns) { $0.feed($1, $2) }
    try write(DiaperChange.self, "diaperchange", reader, Self.diaperColumns) { $0.diaper($1, $2) }
    try write(SleepSession.self, "sleep", reader, Self.sleepColumns) { $0.sleep($1, $2) }
    try write(PumpingSession.self, "pumping", reader, Self.pumpingColumns) { $0.pumping($1, $2) }
    try write(ActivitySession.self, "tummytime", reader, Self.tummyColumns) {
      $0.tummyTime($1, $2)
    }
    for (table, column, measure) in Self.measures {
      try write(BodyMeasurement.self, table, reader, Self.columns(of: column, measure)) {
        $0.measurement($1, $2, measure)
      }
    }
    try write(MedicationDose.self, "medication", reader, Self.doseColumns) { $0.dose($1, $2) }
    try write(Note.self, "note", reader, Self.noteColumns) { $0.note($1, $2) }
    try reader.forEachEntity(of: CustomEvent.self) { event in
      lose(
        event.id.rawValue, CustomEvent.kind, "Baby Buddy has no events of one's own.",
        isMissing: true)
      return true
    }
    loseOtherUnits()
    return export
  }

  static let feedColumns = ["start", "end", "type", "method", "amount", "notes", "tags"]
  static let diaperColumns = ["time", "wet", "solid", "color", "amount", "notes", "tags"]
  static let sleepColumns = ["start", "end", "nap", "notes", "tags"]
  static let pumpingColumns = ["start", "end", "amount", "notes", "tags"]
  static let tummyColumns = ["start", "end", "milestone", "tags"]
  static let noteColumns = ["note", "time", "tags"]
  static func columns(of column: String, _ measure: MeasureType) -> [String] {
    [column, measure == .temperature ? "time" : "date", "notes", "tags"]
  }
  static let doseColumns = [
    "name", "dosage", "dosage_unit", "time", "next_dose_interval", "notes", "tags",
  ]
  static let measures: [(table: String, column: String, measure: MeasureType)] = [
    ("temperature", "temperature", .temperature), ("weight", "weight", .weight),
    ("height", "height", .height), ("headcircumference", "head_circumference", .headCircumference),
    ("bmi", "bmi", .bmi),
  ]

  mutating func lose(_ id: UUID, _ kind: String, _ reason: String, isMissing: Bool = false) {
    export.losses.append(
      BabyBuddyExporter.Loss(entity: id, kind: kind, reason: reason, isMissing: isMissing))
  }

  /// A number as it stands in the file.
  mutating func number(
    _ value: Double, _ unit: String?, of quantity: String, _ id: UUID, _ kind: String
  ) -> String {
    units[quantity, default: [:]][unit ?? "", default: []].append((id, kind))
    return number(value)
  }

  mutating func volume(_ amount: Amount, _ id: UUID, _ kind: String) -> String {
    number(amount.value, amount.unit?.symbol ?? amount.unitText, of: "volume", id, kind)
  }

  /// Tells whose number is of another unit than most of its quantity.
  mutating func loseOtherUnits() {
    for (_, users) in units.sorted(by: { $0.key < $1.key }) where users.count > 1 {
      let sorted = users.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
      let words = { (unit: String) in unit.isEmpty ? "no unit" : unit }
      for (unit, entries) in sorted.dropFirst() {
        for entry in entries {
          lose(
            entry.id, entry.kind,
            "Its number is of \(words(unit)), which the file does not say; most are of \(words(sorted[0].key))."
          )
        }
      }
    }
  }

  // MARK: People

  private mutating func writeChildren(_ reader: borrowing Reader) throws {
    var rows: [Row] = []
    try reader.forEachEntity(of: BabyProfile.self) { baby in
      let entity = baby.id.rawValue
      let id = ids.id("child", entity)
      let (given, family) = names(baby.name, ids.childRows[entity])
      if !family.isEmpty, ids.isSplitUnknown(entity) {
        lose(
          entity, BabyProfile.kind,
          "The history does not have its row any more, so the last word of its name is written as "
            + "the family name.")
      }
      if baby.birthDate == nil {
        lose(entity, BabyProfile.kind, "Baby Buddy needs a birth date, and none is known.")
      }
      children[entity] = Child(id: id, given: given, family: family)
      rows.append(
        Row(
          order: Double(-id), id: id,
          cells: [
            "\(id)", given, family, baby.birthDate ?? "", baby.birthTime ?? "",
          ], own: ids.ownCell("child", entity)))
      return true
    }
    put("child", ["id", "first_name", "last_name", "birth_date", "birth_time"], rows)
  }

  /// Given and family name: as the source wrote them when the name is still theirs.
  func names(_ name: String, _ text: String? = nil) -> (given: String, family: String) {
    if let text {
      let source = SourceFile(bytes: Array(text.utf8), name: "")
      var reader = try? CSVReader(source)
      let cells = (try? reader?.next())?.fields ?? []
      for index in cells.indices.dropLast() {
        let family = cells[index + 1]
        if (family.isEmpty ? cells[index] : "\(cells[index]) \(family)") == name {
          return (cells[index], family)
        }
      }
    }
    guard let space = name.lastIndex(of: " ") else { return (name, "") }
    return (String(name[..<space]), String(name[name.index(after: space)...]))
  }

  private mutating func writeTags(_ reader: borrowing Reader) throws {
    var tags: [TagDefinition] = []
    var own: [String: String] = [:]
    try reader.forEachEntity(of: Record<TagDefinition>.self) { tag in
      tags.append(tag.state.value)
      own[tag.state.value.name] = ids.ownCell("tag", tag.id.rawValue)
      return true
    }
    var greatest = tags.compactMap { $0.number.flatMap { Int($0) } }.max() ?? 0
    for index in tags.indices where tags[index].number == nil {
      greatest += 1
      tags[index].number = "\(greatest)"
    }
    var known = Set(tags.map(\.name))
    try forEachTag(reader) { name in
      if known.insert(name).inserted {
        greatest += 1
        tags.append(TagDefinition(name: name, number: "\(greatest)"))
      }
    }
    tags.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    for tag in tags { tagIDs[tag.name] = tag.number }
    let rows = tags.enumerated().map { index, tag in
      Row(
        order: 0, id: -index, cells: [tag.number ?? "", tag.name, tag.color ?? ""],
        own: own[tag.name] ?? "")
    }
    put("tag", ["id", "name", "color"], rows)
  }

  /// Calls `body` with the tags of every entry that is written, in the order of their ids.
  private func forEachTag(_ reader: borrowing Reader, _ body: (String) -> Void) throws {
    func visit<E: NurseryEntry>(_ type: E.Type, _ reader: borrowing Reader) throws {
      try reader.forEachEntity(of: type) { entry in
        entry.state.tags.forEach(body)
        return true
      }
    }
    try visit(FeedSession.self, reader)
    try visit(DiaperChange.self, reader)
    try visit(SleepSession.self, reader)
    try visit(PumpingSession.self, reader)
    try visit(ActivitySession.self, reader)
    try visit(BodyMeasurement.self, reader)
    try visit(MedicationDose.self, reader)
    try visit(Note.self, reader)
  }

  // MARK: Tables

  /// Writes the entries of a kind that `make` finds cells for.
  private mutating func write<E: NurseryEntry>(
    _ type: E.Type, _ table: String, _ reader: borrowing Reader, _ columns: [String],
    _ make: (inout Self, UUID, E) -> [String]?
  ) throws {
    var rows: [Row] = []
    // Oldest first, so that entries without an id get theirs in order.
    let entries = try reader.entities(of: type).sorted { a, b in
      (a.state.date, a.id) < (b.state.date, b.id)
    }
    for entry in entries {
      guard let cells = make(&self, entry.id.rawValue, entry.state) else { continue }
      guard let child = entry.state.baby.flatMap({ children[$0] }) else {
        lose(entry.id.rawValue, E.kind, "It belongs to no child.", isMissing: true)
        continue
      }
      let pictures = entry.state.attachments.count
      if pictures > 0 {
        lose(entry.id.rawValue, E.kind, "Its pictures are left out: the files hold none.")
      }
      // The others are addresses that another app told.
      if let photos = entry.state.provenance?.photos, photos.count > pictures {
        lose(entry.id.rawValue, E.kind, "Its photos are not written.")
      }
      let id = ids.id(table, entry.id.rawValue)
      rows.append(
        Row(
          order: entry.state.date.timeIntervalSinceReferenceDate, id: id,
          cells: ["\(id)", "\(child.id)", child.given, child.family] + cells,
          own: ids.ownCell(table, entry.id.rawValue)))
    }
    put(table, Self.head + columns, rows)
  }

  private mutating func put(_ table: String, _ header: [String], _ rows: [Row]) {
    let sorted = rows.sorted { ($0.order, $0.id) > ($1.order, $1.id) }
    let hasOwn = rows.contains { !$0.own.isEmpty }
    export.files[table + ".csv"] = Self.text(
      [hasOwn ? header + [BabyBuddyIDs.ownColumn] : header]
        + sorted.map { hasOwn ? $0.cells + [$0.own] : $0.cells })
  }

  private static func text(_ rows: [[String]]) -> String {
    rows.map { CSVText.row($0) + "\r\n" }.joined()
  }
}
