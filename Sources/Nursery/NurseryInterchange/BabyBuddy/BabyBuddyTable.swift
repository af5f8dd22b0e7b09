internal import Daybook
internal import Interchange
internal import Nursery

/// One of Baby Buddy's tables: its columns, and what a row of it becomes.
///
/// The rows of the CSV files and those of the REST API have the same columns.
///
/// Source of the names: the resources of exports (`core/admin.py`) and the serializers of the API
/// (`api/serializers.py`) of babybuddy/babybuddy.
///
/// A class, so that whoever has one holds one reference.
final class BabyBuddyTable: Sendable {
  /// Its name, which is that of the file.
  let name: String
  /// The last part of its address in the REST API.
  let endpoint: String
  /// Columns without which a row means nothing.
  let required: [String]
  /// The others that are known.
  let optional: [String]
  /// Columns with a number that may have a comma in it.
  let numbers: [String]
  /// The column with the time by which the rows are ordered; nil for dates and for no time.
  let order: String?
  /// What its numbers measure, when no column says it.
  let unit: BabyBuddyUnit?
  /// What its rows become.
  let entity: any Importable.Type
  /// Fields of the entity about which it says nothing.
  let untold: [Int]
  /// Makes the entity.
  let make: @Sendable (inout BabyBuddyRow) throws(RowRefusal) -> any NurseryImport

  var file: String { name + ".csv" }

  init(
    _ name: String, _ entity: any Importable.Type, endpoint: String, required: [String],
    optional: [String] = [],
    numbers: [String] = [], order: String? = nil, unit: BabyBuddyUnit? = nil, untold: [Int],
    make: @escaping @Sendable (inout BabyBuddyRow) throws(RowRefusal) -> any NurseryImport
  ) {
    self.name = name
    self.entity = entity
    self.endpoint = endpoint
    self.required = required
    self.optional = optional
    self.numbers = numbers
    self.order = order
    self.unit = unit
    self.untold = untold
    self.make = make
  }

  /// Columns that say what others say: the names of the child beside its id, and how long it took
  /// beside start and end.
  static let repeated: Set<String> = ["child_first_name", "child_last_name", "duration"]

  /// Columns with times or dates.
  static let times = ["start", "end", "time", "date"]

  /// Numbers of the fields of the entity that optional columns tell.
  func fields(of columns: [String]) -> [Int] {
    let names = columns.compactMap { Self.properties[$0] }
    if names.isEmpty { return [] }
    return entity.propertyNames.filter { names.contains($0.value) }.map(\.key).sorted()
  }

  /// What optional columns tell, as the entities name it.
  private static let properties = [
    "amount": "amount", "color": "color", "dosage": "dosage", "dosage_unit": "dosage",
    "image": "image", "milestone": "text", "next_dose_interval": "nextDoseInterval",
    "notes": "memo", "tags": "tags",
  ]
}

/// An entry of a child, or what is none.
typealias NurseryImport = Importable & NurseryEntry

extension BabyBuddyTable {
  /// All tables with entries, in the order in which they are read.
  static let entries: [BabyBuddyTable] = [
    feeding, diaper, sleep, pumping, tummyTime, temperature,
    measurement("weight", "weight", .weight, .weight),
    measurement("height", "height", .height, .length),
    measurement("headcircumference", "head-circumference", .headCircumference, .length),
    measurement("bmi", "bmi", .bmi, nil), medication, note,
  ]

  private static let feeding = BabyBuddyTable(
    "feeding", FeedSession.self, endpoint: "feedings",
    required: ["start", "end", "type", "method"],
    optional: ["amount", "notes", "tags", "duration"], numbers: ["amount"], order: "start",
    unit: .volume, untold: [7, 10, 11]
  ) { row throws(RowRefusal) in
    let (start, end) = try row.interval()
    return FeedSession(
      baby: try row.child(), start: start, end: end, amount: try row.amount("amount"),
      content: FeedContent(babyBuddy: row.word("type", FeedContent.babyBuddy.keys)),
      route: FeedRoute(babyBuddy: row.word("method", FeedRoute.babyBuddy.keys)),
      memo: row.optional("notes"), tags: row.tags(), source: row.source)
  }

  private static let diaper = BabyBuddyTable(
    "diaperchange", DiaperChange.self, endpoint: "changes", required: ["time", "wet", "solid"],
    optional: ["color", "amount", "notes", "tags"], numbers: ["amount"], order: "time",
    untold: [5, 10, 11]
  ) { row throws(RowRefusal) in
    DiaperChange(
      baby: try row.child(), time: try row.instant(), wet: try row.flag("wet"),
      solid: try row.flag("solid"),
      color: row.optionalWord("color", ["black", "brown", "green", "yellow"]),
      amount: try row.positive("amount"), memo: row.optional("notes"), tags: row.tags(),
      source: row.source)
  }

  private static let sleep = BabyBuddyTable(
    "sleep", SleepSession.self, endpoint: "sleep", required: ["start", "end", "nap"],
    optional: ["notes", "tags", "duration"], order: "start", untold: [6, 7]
  ) { row throws(RowRefusal) in
    let (start, end) = try row.interval()
    return SleepSession(
      baby: try row.child(), start: start, end: end, SleepDetails(nap: try row.flag("nap")),
      memo: row.optional("notes"), tags: row.tags(), source: row.source)
  }

  private static let pumping = BabyBuddyTable(
    "pumping", PumpingSession.self, endpoint: "pumping", required: ["start", "end", "amount"],
    optional: ["notes", "tags", "duration"], numbers: ["amount"], order: "start", unit: .volume,
    untold: [6, 7, 9, 10]
  ) { row throws(RowRefusal) in
    let (start, end) = try row.interval()
    return PumpingSession(
      baby: try row.child(), start: start, end: end,
      PumpingDetails(amount: try row.amount("amount")), memo: row.optional("notes"),
      tags: row.tags(), source: row.source)
  }

  private static let tummyTime = BabyBuddyTable(
    "tummytime", ActivitySession.self, endpoint: "tummy-times", required: ["start", "end"],
    optional: ["milestone", "tags", "duration"], order: "start", untold: [6, 7]
  ) { row throws(RowRefusal) in
    let (start, end) = try row.interval()
    return ActivitySession(
      baby: try row.child(), start: start, end: end,
      ActivityDetails(activity: .tummyTime, text: row.optional("milestone")), tags: row.tags(),
      source: row.source)
  }

  private static let temperature = BabyBuddyTable(
    "temperature", BodyMeasurement.self, endpoint: "temperature",
    required: ["temperature", "time"],
    optional: ["notes", "tags"], numbers: ["temperature"], order: "time", unit: .temperature,
    untold: [6, 7, 11]
  ) { row throws(RowRefusal) in
    BodyMeasurement(
      baby: try row.child(), start: try row.instant(),
      MeasurementDetails(
        measure: .temperature, value: try row.needed("temperature"), unitText: row.unit),
      memo: row.optional("notes"), tags: row.tags(), source: row.source)
  }

  private static func measurement(
    _ name: String, _ endpoint: String, _ measure: MeasureType, _ unit: BabyBuddyUnit?
  ) -> BabyBuddyTable {
    let column = name == "headcircumference" ? "head_circumference" : name
    return BabyBuddyTable(
      name, BodyMeasurement.self, endpoint: endpoint, required: [column, "date"],
      optional: ["notes", "tags"],
      numbers: [column], unit: unit, untold: [6, 7]
    ) { row throws(RowRefusal) in
      BodyMeasurement(
        baby: try row.child(), day: try row.day("date"),
        MeasurementDetails(measure: measure, value: try row.needed(column), unitText: row.unit),
        memo: row.optional("notes"), tags: row.tags(), source: row.source)
    }
  }

  private static let medication = BabyBuddyTable(
    "medication", MedicationDose.self, endpoint: "medication", required: ["name", "time"],
    optional: ["dosage", "dosage_unit", "next_dose_interval", "notes", "tags"],
    numbers: ["dosage"], order: "time", untold: [6, 7]
  ) { row throws(RowRefusal) in
    let unit = row.optional("dosage_unit")
    let dosage = try row.positive("dosage")
    // A unit of nothing says nothing.
    if unit != nil, dosage == nil { row.noteNothing("dosage_unit") }
    return MedicationDose(
      baby: try row.child(), start: try row.instant(),
      MedicationDetails(
        name: row.text("name"), dosage: dosage.map { Amount($0, unitText: unit) },
        nextDoseInterval: try row.seconds("next_dose_interval")),
      memo: row.optional("notes"), tags: row.tags(), source: row.source)
  }

  private static let note = BabyBuddyTable(
    "note", Note.self, endpoint: "notes", required: ["note", "time"], optional: ["tags", "image"],
    order: "time", untold: [6, 7]
  ) { row throws(RowRefusal) in
    Note(
      baby: try row.child(), start: try row.instant(), NoteDetails(image: row.optional("image")),
      memo: row.optional("note"), tags: row.tags(), source: row.source)
  }
}

extension FeedContent {
  /// Baby Buddy's words for what is fed.
  static let babyBuddy: [String: FeedContent] = [
    "breast milk": .breastMilk, "formula": .formula,
    "fortified breast milk": .fortifiedBreastMilk, "solid food": .solidFood,
  ]

  init(babyBuddy text: String) { self = Self.babyBuddy[text] ?? .other(text) }
}

extension FeedRoute {
  /// Baby Buddy's words for how it is fed.
  static let babyBuddy: [String: FeedRoute] = [
    "bottle": .bottle, "left breast": .breast(.left), "right breast": .breast(.right),
    "both breasts": .breast(.both), "parent fed": .parentFed, "self fed": .selfFed,
  ]

  init(babyBuddy text: String) { self = Self.babyBuddy[text] ?? .other(text) }
}
