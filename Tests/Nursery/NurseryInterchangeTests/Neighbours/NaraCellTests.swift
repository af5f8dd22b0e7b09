import Interchange
import Nursery
import NurseryInterchange
import Testing

/// Cells of Nara's file that say another thing than those beside them.
struct NaraCellTests {
  private let nursery: NeighbourStore

  init() throws { nursery = try NeighbourStore() }

  /// A file with one row of a type, whose cells are named without the type.
  private func source(
    _ type: String, columns: String? = nil, _ cells: [(name: String, text: String)]
  ) throws -> NaraFile {
    let fixed = [
      ("Type", type), ("Profile Name", "Noor"), ("Start Date/time (Epoch)", "1792483200000"),
      ("_profileKey", "c"), ("_activityKey", "t"),
    ]
    let all = fixed + cells.map { ("[\(columns ?? type)] \($0.name)", $0.text) }
    let text = [all.map(\.0), all.map(\.1)].map(CSVText.row).joined(separator: "\n")
    return try NaraFile(NeighbourStore.file(text, "nara.csv"), now: NeighbourStore.now)
  }

  @Test(arguments: ["", "SCOOPS"])
  func `both volumes of a bottle are kept, whatever their units`(unit: String) throws {
    _ = try nursery.run(
      source(
        "Bottle Feed",
        [
          ("Breast Milk Volume", "40"), ("Breast Milk Volume Unit", unit),
          ("Formula Volume", "60"), ("Formula Volume Unit", unit),
        ]))
    let feeds = try nursery.all(FeedSession.self)
    #expect(feeds.compactMap(\.amount?.value).reduce(0, +) == 100)
    #expect(feeds.map(\.content) == [.mixed])
  }

  @Test func `of two volumes of which one has a unit neither is dropped`() throws {
    _ = try nursery.run(
      source(
        "Bottle Feed",
        [
          ("Breast Milk Volume", "40"), ("Breast Milk Volume Unit", ""), ("Formula Volume", "60"),
          ("Formula Volume Unit", "ML"),
        ]))
    let feeds = try nursery.all(FeedSession.self)
    #expect(
      Set(feeds.map(\.amount)) == [Amount(40, unitText: nil), Amount(60, .millilitre)])
  }

  @Test(arguments: [("120", 2), ("100", 0)])
  func `volumes that are not the whole are told, also without units`(
    whole: String, count: Int
  ) throws {
    let report = try nursery.run(
      source(
        "Bottle Feed",
        [("Breast Milk Volume", "40"), ("Formula Volume", "60"), ("Volume", whole)]))
    #expect(report.cells.filter { $0.outcome == .changed }.count == count)
  }

  @Test func `a bottle of a combined feed without a volume is a feed all the same`() throws {
    _ = try nursery.run(
      source(
        "Combo Feed",
        [
          ("Left Duration (Seconds)", "300"), ("Type", "Formula"), ("Formula Name", "Brand"),
          ("Formula Volume", ""),
        ]))
    let feeds = try nursery.all(FeedSession.self)
    #expect(Set(feeds.map(\.route)) == [.breast(.left), .bottle])
    #expect(feeds.first { $0.route == .bottle }?.content == .formula)
    #expect(feeds.first { $0.route == .bottle }?.memo == "Brand")
  }

  @Test func `what a combined feed says of a bottle of nothing is in the memo`() throws {
    _ = try nursery.run(
      source(
        "Combo Feed",
        [
          ("Left Duration (Seconds)", "300"), ("Formula Name", "Brand"), ("Formula Volume", "0"),
        ]))
    let feeds = try nursery.all(FeedSession.self)
    #expect(feeds.map(\.route) == [.breast(.left)])
    #expect(feeds.map(\.memo) == ["Brand"])
  }

  @Test(arguments: [
    ("Breast Milk", "", "90", FeedContent.formula, 1), ("Formula", "90", "", .breastMilk, 1),
    ("Formula", "40", "50", .mixed, 1), ("Breast Milk Formula", "40", "50", .mixed, 0),
    ("Breast Milk", "90", "0", .breastMilk, 0), ("Goat Milk", "", "90", .other("Goat Milk"), 1),
    ("Breast Milk Formula", "90", "", .mixed, 1), ("BREAST_MILK", "90", "", .breastMilk, 0),
  ])
  func `a kind of milk that is not that of the volumes is told, and kept`(
    type: String, milk: String, formula: String, content: FeedContent, count: Int
  ) throws {
    let report = try nursery.run(
      source(
        "Bottle Feed",
        [
          ("Type", type), ("Breast Milk Volume", milk), ("Breast Milk Volume Unit", "ML"),
          ("Formula Volume", formula), ("Formula Volume Unit", "ML"),
        ]))
    #expect(report.count(of: ImportWarning(rawValue: "contentDiffers")) == count)
    let feeds = try nursery.all(FeedSession.self)
    #expect(feeds.map(\.content) == [content])
    let isPlain = type == "Formula" || type == "Breast Milk"
    let parts = "breast milk \(milk) ML, formula \(formula) ML"
    let isBoth = milk == "40" && formula == "50"
    let lines = (count == 1 && isPlain ? [type] : []) + (isBoth ? [parts] : [])
    #expect(feeds.map { $0.memo ?? "" } == [lines.joined(separator: "\n")])
  }

  @Test(arguments: [
    ("37", "CELSIUS", "C"), ("98", "FAHRENHEIT", "F"), ("98", "°F", "F"), ("37", "c", "C"),
    ("310", "KELVIN", "kelvin"),
  ])
  func `a temperature's unit is known by its long names`(
    value: String, text: String, unit: String
  ) throws {
    _ = try nursery.run(
      source("Medical", [("Temperature", value), ("Temperature Unit", text)]))
    #expect(try nursery.all(BodyMeasurement.self).map(\.unitText) == [unit])
  }

  @Test(arguments: [
    ("KILOGRAMS", "kg"), ("POUNDS", "lb"), ("LBS", "lb"),
  ])
  func `a weight's unit is known by its long names`(text: String, unit: String) throws {
    _ = try nursery.run(source("Growth", [("Weight", "7"), ("Weight Unit", text)]))
    #expect(try nursery.all(BodyMeasurement.self).map(\.unitText) == [unit])
  }

  @Test(arguments: [
    ("MILLILITERS", VolumeUnit.millilitre), ("FL_OZ", .fluidOunce), ("FLUID_OUNCES", .fluidOunce),
    ("ml", .millilitre), ("Litre", .litre),
  ])
  func `a volume's unit is known by its long names`(text: String, unit: VolumeUnit) throws {
    _ = try nursery.run(source("Pump", [("Total Volume", "0.2"), ("Total Volume Unit", text)]))
    #expect(try nursery.all(PumpingSession.self).map(\.amount) == [Amount(0.2, unit)])
  }

  @Test(arguments: [
    (["90", "", "40", "", "40", ""], 1), (["90", "", "40", "", "50", ""], 0),
    (["90", "ML", "40", "", "50", ""], 1), (["90", "", "", "", "", ""], 0),
    (["90", "DROPS", "40", "DROPS", "40", "DROPS"], 1),
  ])
  func `sides that do not add up to what was pumped are told, whatever the units`(
    cells: [String], count: Int
  ) throws {
    let report = try nursery.run(
      source(
        "Pump",
        zip(["Total", "Left", "Right"], [0, 2, 4]).flatMap {
          [("\($0) Volume", cells[$1]), ("\($0) Volume Unit", cells[$1 + 1])]
        }))
    #expect(report.count(of: .partsDiffer) == count)
  }

  @Test func `two totals that differ are told`() throws {
    let report = try nursery.run(
      source(
        "Pump",
        [
          ("Total Volume", "90"), ("Total Volume Unit", "ML"), ("Volume", "80"),
          ("Volume Unit", "ML"),
        ]))
    #expect(report.cells.map(\.column) == ["[Pump] Volume"])
    #expect(try nursery.all(PumpingSession.self).map(\.amount?.value) == [90])
  }

  @Test(arguments: ["bottle feed", "BOTTLE FEED", "Bottle feed "])
  func `a type is known in any case of its letters`(type: String) throws {
    let cells = [("Formula Volume", "60"), ("Formula Volume Unit", "ML")]
    _ = try nursery.run(source(type, columns: "Bottle Feed", cells))
    #expect(try nursery.all(FeedSession.self).map(\.amount) == [Amount(60, .millilitre)])
    let again = try nursery.run(source("Bottle Feed", cells))
    #expect(again.counts.unchanged == 1)
  }

  @Test func `a profile is known in any case of its letters`() throws {
    let report = try nursery.run(
      source("PROFILE", columns: "Profile", [("Birth Date", "2026-06-01")]))
    #expect(report.counts.rows == 1)
    #expect(try nursery.all(BabyProfile.self).map(\.birthDate) == ["2026-06-01"])
    #expect(try nursery.all(ActivitySession.self).isEmpty)
  }

  @Test func `how long each of two sides took is kept, in their order`() throws {
    _ = try nursery.run(
      source(
        "Breastfeed",
        [
          ("Begin Side", "RIGHT"), ("Left Duration (Seconds)", "300"),
          ("Right Duration (Seconds)", "420"),
        ]))
    #expect(try nursery.all(FeedSession.self).map(\.memo) == ["right 420 s, left 300 s"])
  }

  @Test(arguments: [("Begin Side", "left"), ("End Side", "Left"), ("Begin Side", "LEFT")])
  func `a side is known in any case of its letters`(cell: String, text: String) throws {
    let report = try nursery.run(source("Breastfeed", [(cell, text)]))
    #expect(try nursery.all(FeedSession.self).map(\.route) == [.breast(.left)])
    #expect(report.cells.isEmpty)
  }

  @Test func `a word that is no side, and a side that took no time, are told`() throws {
    let report = try nursery.run(
      source(
        "Breastfeed",
        [
          ("Begin Side", "LEFT"), ("End Side", "middle"), ("Left Duration (Seconds)", "0"),
          ("Right Duration (Seconds)", "600"),
        ]))
    #expect(
      report.cells.map { "\($0.column): \($0.outcome.rawValue)" } == [
        "[Breastfeed] Begin Side: changed", "[Breastfeed] End Side: nothing",
      ])
  }

  @Test(arguments: ["-300", "90000", "1e9"])
  func `a side whose seconds are no duration is refused`(seconds: String) throws {
    let plan = try Import(
      source(
        "Breastfeed",
        [("Left Duration (Seconds)", seconds), ("Right Duration (Seconds)", "600")])
    ).plan(in: nursery.store)
    #expect(plan.report.quarantined.map(\.column) == ["[Breastfeed] Left Duration (Seconds)"])
  }

  @Test(arguments: [[], [("Duration (Seconds)", "-600")]] as [[(String, String)]])
  func `a sleep without an end is told`(cells: [(String, String)]) throws {
    #expect(try nursery.run(source("Sleep", cells)).count(of: .noEnd) == 1)
  }

  @Test func `a dose and a side below zero are told`() throws {
    let dose = try nursery.run(source("Medical", [("Medication", "Paracetamol, -5 (ML)")]))
    #expect(dose.count(of: .negativeAmount) == 1)
    let pump = try nursery.run(
      source("Pump", [("Left Volume", "-40"), ("Left Volume Unit", "ML")]))
    #expect(pump.count(of: .negativeAmount) == 1)
  }
}
