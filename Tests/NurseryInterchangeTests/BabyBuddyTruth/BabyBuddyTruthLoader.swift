import Daybook
import Nursery
import Testing

@testable import Interchange

/// Writes every table of an export into a store, through the nursery's own operations.
struct BabyBuddyTruthLoader {
  let folder: CorpusFolder

  /// A store whose days begin at midnight in `zone`.
  static func store(_ folder: CorpusFolder, zone: String) async throws -> EventStore {
    let store = try EventStore.temporary(
      schema: .nursery(boundary: DayBoundary(zone: zone, hour: 0)))
    let entries = try BabyBuddyTruthLoader(folder: folder).entries()
    try await store.append { draft in
      for (id, entry) in entries { try draft.write(id, entry) }
    }
    return store
  }

  /// The baby of a child's identifier there.
  static func baby(_ child: String) throws -> UUID { try id(0, child) }

  private static func id(_ table: UInt8, _ row: String) throws -> UUID {
    let number = try #require(UInt16(row))
    return UUID(
      uuid: (
        0xBB, table, UInt8(number >> 8), UInt8(number & 0xFF), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
      ))
  }

  private func entries() throws -> [(UUID, any NurseryEntry)] {
    let tags = try BabyBuddyTruthTable(folder, "tag").rows
    let names = try Dictionary(
      uniqueKeysWithValues: tags.map { (try $0.text("id"), try $0.text("name")) })
    var entries: [(UUID, any NurseryEntry)] = []
    for (number, table) in Self.tables.enumerated() {
      for row in try BabyBuddyTruthTable(folder, table.name, tagNames: names).rows {
        var entry = try table.entry(row)
        entry.baby = try Self.baby(row.text("child_id"))
        entry.tags = try row.tags()
        entry.memo = try row.optional(table.notes)
        entries.append((try Self.id(UInt8(number) + 1, row.text("id")), entry))
      }
    }
    return entries
  }

  private struct Table {
    let name: String
    var notes = "notes"
    let entry: (BabyBuddyTruthTable.Row) throws -> any NurseryEntry

    /// A table with a value for each day.
    static func measurements(_ name: String, _ measure: MeasureType, _ column: String) -> Table {
      Table(name: name) { row in
        BodyMeasurement(
          day: try row.day("date"),
          MeasurementDetails(measure: measure, value: try #require(try row.number(column))))
      }
    }
  }

  private static var tables: [Table] {
    [
      Table(name: "feeding", entry: feed), Table(name: "diaperchange", entry: diaper),
      Table(name: "sleep") { row in
        SleepSession(
          start: try row.time("start"), end: try row.time("end"),
          SleepDetails(nap: try row.flag("nap")))
      },
      Table(name: "pumping") { row in
        PumpingSession(
          start: try row.time("start"), end: try row.time("end"),
          PumpingDetails(amount: try row.number("amount").map { Amount($0, .millilitre) }))
      },
      Table(name: "tummytime", notes: "milestone") { row in
        ActivitySession(
          start: try row.time("start"), end: try row.time("end"),
          ActivityDetails(activity: .tummyTime))
      },
      Table(name: "temperature") { row in
        BodyMeasurement(
          start: try row.time("time"),
          MeasurementDetails(
            measure: .temperature, value: try #require(try row.number("temperature"))))
      },
      Table(name: "medication", entry: dose),
      Table(name: "note", notes: "note") { Note(start: try $0.time("time")) },
      .measurements("weight", .weight, "weight"), .measurements("height", .height, "height"),
      .measurements("headcircumference", .headCircumference, "head_circumference"),
      .measurements("bmi", .bmi, "bmi"),
    ]
  }

  private static func feed(_ row: BabyBuddyTruthTable.Row) throws -> FeedSession {
    FeedSession(
      start: try row.time("start"), end: try row.time("end"),
      amount: try row.number("amount").map { Amount($0, .millilitre) },
      content: try #require(BabyBuddyTruthNames.contents[row.text("type")]),
      route: try #require(BabyBuddyTruthNames.routes[row.text("method")]))
  }

  private static func diaper(_ row: BabyBuddyTruthTable.Row) throws -> DiaperChange {
    DiaperChange(
      time: try row.time("time"), wet: try row.flag("wet"), solid: try row.flag("solid"),
      color: try row.optional("color"), amount: try row.number("amount"))
  }

  private static func dose(_ row: BabyBuddyTruthTable.Row) throws -> MedicationDose {
    MedicationDose(
      start: try row.time("time"),
      MedicationDetails(
        name: try row.text("name"),
        dosage: try row.number("dosage").map {
          Amount($0, unitText: try row.optional("dosage_unit"))
        },
        nextDoseInterval: try row.seconds("next_dose_interval")))
  }
}

extension Draft {
  fileprivate mutating func write(_ id: UUID, _ entry: some NurseryEntry) throws {
    try record(id, entry)
  }
}

/// Baby Buddy's words for what is fed and how.
enum BabyBuddyTruthNames {
  static let contents: [String: FeedContent] = [
    "breast milk": .breastMilk, "formula": .formula,
    "fortified breast milk": .fortifiedBreastMilk, "solid food": .solidFood,
  ]
  static let routes: [String: FeedRoute] = [
    "bottle": .bottle, "left breast": .breast(.left), "right breast": .breast(.right),
    "both breasts": .breast(.both), "parent fed": .parentFed, "self fed": .selfFed,
  ]
}
