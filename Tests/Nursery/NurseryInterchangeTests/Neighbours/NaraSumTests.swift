import Daybook
import Interchange
import Nursery
import NurseryInterchange
import Testing

/// Amounts, sides and references of Nara's rows.
struct NaraSumTests {
  /// A file whose columns are those that its rows name.
  private func source(_ rows: [[String: String]], dates: DateOrder? = nil) throws -> NaraFile {
    let basic: [String: String] = [
      "Type": "", "Profile Name": "Noor", "Start Date/time (Epoch)": "1792483200000",
      "Time Zone": "Europe/Amsterdam", "_profileKey": "c-1", "_activityKey": "",
    ]
    let rows = rows.enumerated().map { index, cells in
      basic.merging(["_activityKey": "t-\(index)"]) { $1 }.merging(cells) { $1 }
    }
    let columns = Set(rows.flatMap(\.keys)).sorted()
    let lines = [columns] + rows.map { row in columns.map { row[$0] ?? "" } }
    return try NaraFile(
      NeighbourStore.file(lines.map(CSVText.row).joined(separator: "\n"), "nara.csv"),
      dates: dates, now: NeighbourStore.now)
  }

  private func feeds(_ cells: [String: String]) throws -> [FeedSession] {
    let nursery = try NeighbourStore()
    _ = try nursery.run(try source([cells]))
    return try nursery.all(FeedSession.self)
  }

  @Test func `what was pumped is the total, whatever the sides say`() throws {
    let nursery = try NeighbourStore()
    func pump(_ total: String, _ unit: String, sides: [String] = ["", ""]) -> [String: String] {
      [
        "Type": "Pump", "_profileKey": "", "Profile Name": "", "[Pump] Total Volume": total,
        "[Pump] Total Volume Unit": unit, "[Pump] Left Volume": sides[0],
        "[Pump] Right Volume": sides[1], "[Pump] Left Volume Unit": "ML",
        "[Pump] Right Volume Unit": "ML",
      ]
    }
    let report = try nursery.run(
      try source([
        pump("90", "ML"), pump("90", "ML", sides: ["40", "50"]), pump("2.5", "FLOZ"),
        pump("75", "ML", sides: ["0", "0"]),
      ]))
    #expect(report.count(of: .partsDiffer) == 0)
    let odd = try NeighbourStore().run(
      try source([
        pump("90", "ML", sides: ["40", "40"]), pump("90", "ML", sides: ["40", "50.9"]),
        pump("2.5", "FLOZ", sides: ["40", ""]), pump("2.5", "FLOZ", sides: ["40", "33"]),
      ]))
    #expect(odd.count(of: .partsDiffer) == 2)
    let pumped = try nursery.all(PumpingSession.self)
    #expect(pumped.count == 4)
    #expect(
      Set(pumped.map(\.amount)) == [
        Amount(90, .millilitre), Amount(2.5, .fluidOunce), Amount(75, .millilitre),
      ])
    #expect(pumped.compactMap(\.left).map(\.value).sorted() == [0, 40])
    let sum = AmountSum(pumped.flatMap(\.details.volumes))
    #expect(AmountText.total(sum, in: .millilitre) == "329 mL")
  }

  @Test(arguments: [
    (["40", "ML", "2", "FLOZ", "", ""], Amount(40 + 2 * 29.5735, .millilitre)),
    (["30", "ML", "50", "ML", "", ""], Amount(80, .millilitre)),
    (["", "", "", "", "80", "ML"], Amount(80, .millilitre)),
    (["2", "FLOZ", "2", "oz", "", ""], Amount(4, .fluidOunce)),
  ])
  func `a bottle of both milks holds both`(cells: [String], amount: Amount) throws {
    let found = try feeds([
      "Type": "Bottle Feed", "[Bottle Feed] Type": "Breast Milk Formula",
      "[Bottle Feed] Breast Milk Volume": cells[0],
      "[Bottle Feed] Breast Milk Volume Unit": cells[1],
      "[Bottle Feed] Formula Volume": cells[2], "[Bottle Feed] Formula Volume Unit": cells[3],
      "[Bottle Feed] Volume": cells[4], "[Bottle Feed] Volume Unit": cells[5],
    ])
    #expect(found.map(\.content) == [.mixed])
    #expect(found.first?.amount?.nanolitres == amount.nanolitres)
  }

  @Test func `parts of a bottle that no unit adds up are a feed each`() throws {
    let found = try feeds([
      "Type": "Bottle Feed", "[Bottle Feed] Breast Milk Volume": "40",
      "[Bottle Feed] Breast Milk Volume Unit": "ML", "[Bottle Feed] Formula Volume": "2",
      "[Bottle Feed] Formula Volume Unit": "SCOOPS",
    ])
    #expect(Set(found.map(\.content)) == [.breastMilk, .formula])
    #expect(
      Set(found.map(\.amount)) == [Amount(40, .millilitre), Amount(2, unitText: "SCOOPS")])
  }

  @Test func `a combined feed without a bottle is one feed`() throws {
    let found = try feeds([
      "Type": "Combo Feed", "[Combo Feed] Left Duration (Seconds)": "300",
      "[Combo Feed] Formula Volume": "",
    ])
    #expect(found.map(\.route) == [.breast(.left)])
    let bottle = try feeds([
      "Type": "Combo Feed", "[Combo Feed] Left Duration (Seconds)": "0",
      "[Combo Feed] Formula Volume": "60", "[Combo Feed] Formula Volume Unit": "ML",
    ])
    #expect(bottle.map(\.route) == [.bottle])
  }

  @Test(arguments: [
    ("LEFT", "0", "300", FeedRoute.breast(.right)), ("LEFT", "300", "0", .breast(.left)),
    ("RIGHT", "300", "300", .breast(.both)), ("RIGHT", "", "", .breast(.right)),
  ])
  func `the sides of a feed are those with a duration`(
    begin: String, left: String, right: String, route: FeedRoute
  ) throws {
    let found = try feeds([
      "Type": "Breastfeed", "[Breastfeed] Begin Side": begin,
      "[Breastfeed] Left Duration (Seconds)": left, "[Breastfeed] Right Duration (Seconds)": right,
    ])
    #expect(found.map(\.route) == [route])
  }

  @Test func `a dose that stands in the name of a medication is its dosage`() throws {
    let nursery = try NeighbourStore()
    _ = try nursery.run(
      try source([
        [
          "Type": "Medical",
          "[Medical] Medication":
            "Paracetamol drops, 1.5 (ML)\nVitamin D\nSalt, fine\nSpray, 2 (PUFFS)",
        ]
      ]))
    let doses = try nursery.all(MedicationDose.self).sorted { $0.name < $1.name }
    #expect(doses.map(\.name) == ["Paracetamol drops", "Salt, fine", "Spray", "Vitamin D"])
    #expect(
      doses.map(\.dosage) == [
        Amount(1.5, .millilitre), nil, Amount(2, unitText: "puffs"), nil,
      ])
  }

  @Test func `a sleep that ends before it starts is told, and lasts what its duration says`()
    throws
  {
    let nursery = try NeighbourStore()
    let report = try nursery.run(
      try source([
        ["Type": "Sleep", "[Sleep] End Date/time (Epoch)": "1792479600000"],
        [
          "Type": "Sleep", "[Sleep] End Date/time (Epoch)": "1792479600000",
          "[Sleep] Duration (Seconds)": "1800",
        ],
      ]))
    #expect(report.count(of: .endBeforeStart) == 2)
    #expect(try nursery.all(SleepSession.self).map(\.durationSeconds).contains(1800))
  }

  @Test func `the zone of most rows is that of the file, and another one is told`() throws {
    let file = try source([
      ["Type": "Note", "Note": "a"], ["Type": "Note", "Note": "b"],
      ["Type": "Note", "Note": "c", "Time Zone": "America/New_York"],
    ])
    #expect(file.zone == "Europe/Amsterdam")
    #expect(try NeighbourStore().run(file).count(of: .otherZone) == 1)
    #expect(try source([["Type": "Note", "Note": "a", "Time Zone": "Mars/Base"]]).zone == nil)
  }

  @Test func `a row without a key of a profile is that of the name, or refused`() throws {
    let nursery = try NeighbourStore()
    let report = try nursery.run(
      try source([
        ["Type": "Profile", "_activityKey": ""],
        ["Type": "Diaper", "[Diaper] Type": "Wet", "_profileKey": ""],
        ["Type": "Diaper", "[Diaper] Type": "Wet", "_profileKey": "", "Profile Name": "Mats"],
        ["Type": "Diaper", "[Diaper] Type": "Wet", "_profileKey": "", "Profile Name": ""],
        ["Type": "Pump", "_profileKey": "", "Profile Name": ""],
      ]))
    #expect(report.quarantined.map(\.column) == ["_profileKey", "_profileKey"])
    let noor = try nursery.store.read { try $0.view(CurrentProfiles.self).all().map(\.id) }
    #expect(try nursery.all(DiaperChange.self).map(\.baby) == noor)
    #expect(try nursery.all(PumpingSession.self).map(\.baby) == [nil])
  }

  @Test(arguments: [
    (DateOrder.dayFirst, "2026-09-10T08:00:00Z"), (.monthFirst, "2026-10-09T08:00:00Z"),
  ])
  func `a shortened time whose text proves no order is asked about`(
    order: DateOrder, start: String
  ) throws {
    let row = [
      "Type": "Note", "Note": "b", "Start Date/time": "10/9/2026 10:00",
      "Start Date/time (Epoch)": "1.79248E+12",
    ]
    let error = #expect(throws: InterchangeError.self) { try source([row]) }
    #expect(error?.code == .unanswered && error?.file == "nara.csv")
    let nursery = try NeighbourStore()
    _ = try nursery.run(try source([row], dates: order))
    #expect(try nursery.all(Note.self).map(\.start) == [date(start)])
    // A number that can be read needs no text.
    _ = try source([["Type": "Note", "Note": "b", "Start Date/time": "10/9/2026 10:00"]])
  }

  @Test func `a time that a spreadsheet has shortened is read by its text, or refused`() throws {
    let nursery = try NeighbourStore()
    let short = "1.79248E+12"
    let report = try nursery.run(
      try source([
        ["Type": "Note", "Note": "a", "Start Date/time": "10/20/2026 10:00"],
        [
          "Type": "Note", "Note": "b", "Start Date/time": "10/9/2026 10:00",
          "Start Date/time (Epoch)": short,
        ],
        ["Type": "Note", "Note": "c", "Start Date/time": "", "Start Date/time (Epoch)": short],
      ]))
    #expect(report.quarantined.map(\.column) == ["Start Date/time (Epoch)"])
    let starts = try nursery.all(Note.self).map(\.start).sorted()
    #expect(starts == [date("2026-10-09T08:00:00Z"), date("2026-10-20T08:00:00Z")])
    #expect(
      report.cells.map { "\($0.column): \($0.outcome.rawValue)" }
        == ["Start Date/time (Epoch): changed"])
  }
}
