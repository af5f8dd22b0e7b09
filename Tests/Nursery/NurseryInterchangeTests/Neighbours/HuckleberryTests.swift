import Daybook
import Interchange
import Nursery
import NurseryInterchange
import Testing

/// Samples made by us after the grammar that public readers of the format share.
struct HuckleberryTests {
  private let header =
    "Type,Start,End,Duration,Start Condition,Start Location,End Condition,Notes"

  private func source(
    _ rows: [String], child: String = "Noor", zone: String = "Europe/Amsterdam"
  ) throws -> HuckleberryFile {
    try HuckleberryFile(
      NeighbourStore.file(([header] + rows).joined(separator: "\r\n"), "huckleberry.csv"),
      child: child, zone: zone, now: NeighbourStore.now)
  }

  @Test(arguments: [
    ("Feed,2026-01-01 08:00,2026-01-01 08:10,0:10,00:06R,Breast,00:04L,", FeedRoute.breast(.both)),
    ("Feed,2026-01-01 08:00,,0:06,00:06R,Breast,,", .breast(.right)),
    ("Feed,2026-01-01 08:00,,,06:30L,Breast,,", .breast(.left)),
    ("Feed,2026-01-01 08:00,,,,Breast,,", .other("Breast")),
    ("Feed,2026-01-01 08:00,,0:05,00:00R,Breast,00:05L,", .breast(.left)),
    ("Feed,2026-01-01 08:00,,0:05,00:05R,Breast,00:00L,", .breast(.right)),
    ("Feed,2026-01-01 08:00,,,00:00R,Breast,00:00L,", .breast(.both)),
  ])
  func `a feed at the breast has its sides`(row: String, route: FeedRoute) throws {
    let nursery = try NeighbourStore()
    let report = try nursery.run(try source([row]))
    let feed = try #require(try nursery.all(FeedSession.self).first)
    #expect(feed.route == route)
    #expect(feed.content == .breastMilk)
    #expect(feed.start == date("2026-01-01T07:00:00Z"))
    #expect((report.count(of: .sideUnreadable) == 1) == (route == .other("Breast")))
  }

  @Test func `digits of a side beyond four hours are minutes and seconds`() throws {
    let nursery = try NeighbourStore()
    _ = try nursery.run(try source(["Feed,2026-01-01 08:00,,,06:30L,Breast,00:05R,"]))
    let feed = try #require(try nursery.all(FeedSession.self).first)
    #expect(feed.end == feed.start.addingTimeInterval(6.5 * 60 + 5 * 60))
  }

  @Test(arguments: [
    ("Formula,Bottle,120ml", FeedContent.formula, Amount(120, .millilitre) as Amount?),
    ("Breast Milk,Bottle,4.5oz", .breastMilk, Amount(4.5, .fluidOunce)),
    (",Bottle,3 oz", .unknown, Amount(3, .fluidOunce)),
    ("Goat milk,Bottle,", .other("Goat milk"), nil),
  ])
  func `a bottle has content and amount`(
    cells: String, content: FeedContent, amount: Amount?
  ) throws {
    let nursery = try NeighbourStore()
    _ = try nursery.run(try source(["Feed,2026-01-01 14:00,,,\(cells),"]))
    let feed = try #require(try nursery.all(FeedSession.self).first)
    #expect(feed.content == content)
    #expect(feed.amount == amount)
    #expect(feed.route == .bottle)
  }

  @Test(arguments: [
    ("yellow,soft,,Poo:medium", false, true, "yellow"),
    (",,,Pee:large", true, false, nil as String?),
    ("brown,,,\"Both, pee:medium poo:large\"", true, true, "brown"),
    (",,,Dry", false, false, nil),
  ])
  func `a diaper has four states and a colour`(
    cells: String, wet: Bool, solid: Bool, color: String?
  ) throws {
    let nursery = try NeighbourStore()
    let report = try nursery.run(try source(["Diaper,2026-01-01 14:00,,\(cells),"]))
    let diaper = try #require(try nursery.all(DiaperChange.self).first)
    #expect([diaper.wet, diaper.solid] == [wet, solid])
    #expect(diaper.color == color)
    #expect(report.count(of: .unknownEnum) == 0)
  }

  @Test func `a visit to the doctor is an entry for each measure`() throws {
    let nursery = try NeighbourStore()
    let report = try nursery.run(
      try source(["Growth,2026-01-01 14:00,,,15lbs 3oz,62cm,41cm,at Dr. Who"]))
    #expect(report.counts.rows == 1)
    let found = try nursery.all(BodyMeasurement.self).sorted { $0.type < $1.type }
    #expect(found.map(\.type) == ["headCircumference", "height", "weight"])
    #expect(found.map(\.value) == [41, 62, 15.1875])
    #expect(found.map(\.unitText) == ["cm", "cm", "lb"])
    #expect(found.compactMap(\.memo) == ["at Dr. Who"])
  }

  @Test func `a line break that is written as two signs is one`() throws {
    let nursery = try NeighbourStore()
    _ = try nursery.run(
      try source(["Diaper,2026-01-01 14:00,,,,,Dry,First line\\nsecond \\\\ line "]))
    #expect(
      try nursery.all(DiaperChange.self).map(\.memo) == ["First line\nsecond \\\\ line "])
  }

  @Test func `a rash is in the memo`() throws {
    let nursery = try NeighbourStore()
    _ = try nursery.run(
      try source(["Diaper,2026-01-01 14:00,,,,Diaper Rash,Pee:small,red"]))
    #expect(
      try nursery.all(DiaperChange.self).map(\.memo) == ["Diaper Rash\nPee:small\nred"])
  }

  @Test func `a duration tells which pass of the repeated hour an end is of`() throws {
    let nursery = try NeighbourStore()
    _ = try nursery.run(
      try source([
        "Sleep,2026-10-25 02:10,2026-10-25 02:40,1:30,,,,",
        "Sleep,2026-10-25 01:30,2026-10-25 02:30,2:00,,,,",
        "Sleep,2026-10-25 02:10,2026-10-25 02:40,0:30,,,,",
        "Sleep,2026-10-25 02:50,2026-10-25 03:10,0:20,,,,",
      ]))
    let found = try nursery.all(SleepSession.self).sorted { $0.start < $1.start }
    #expect(found.compactMap(\.durationSeconds).sorted() == [1200, 1800, 5400, 7200])
    #expect(found.last?.start == date("2026-10-25T01:50:00Z"))
  }

  @Test func `an end before the start is told, and the duration tells the end`() throws {
    let nursery = try NeighbourStore()
    let report = try nursery.run(
      try source([
        "Sleep,2026-10-20 20:00,2026-10-20 06:00,10:00,,,,",
        "Sleep,2026-10-22 20:00,2026-10-22 06:00,,,,,",
      ]))
    #expect(report.count(of: .endBeforeStart) == 2)
    #expect(report.cells.map { "\($0.column): \($0.outcome.rawValue)" } == ["End: changed"])
    let found = try nursery.all(SleepSession.self).sorted { $0.start < $1.start }
    #expect(found.map(\.end) == [date("2026-10-21T04:00:00Z"), date("2026-10-22T04:00:00Z")])
  }

  @Test func `every other type is kept`() throws {
    let nursery = try NeighbourStore()
    _ = try nursery.run(
      try source([
        "Sleep,2026-01-01 20:00,,,Rocked,Crib,,", "Pump,2026-01-01 10:00,,0:20,60ml,,70ml,",
        "Meds,2026-01-01 10:00,,,2.5ml,Paracetamol,,", "Temp,2026-01-01 10:00,,,37.4°C,,,",
        "Solids,2026-01-01 12:00,,,\"banana, rice\",,LOVED,", "Bath,2026-01-01 18:00,,0:10,,,,",
        "Tummy time,2026-01-01 09:00,2026-01-01 09:05,0:05,,,,",
      ]))
    let sleep = try #require(try nursery.all(SleepSession.self).first)
    #expect(sleep.isInProgress)
    #expect(sleep.memo == "Rocked\nCrib")
    let pumping = try #require(try nursery.all(PumpingSession.self).first)
    #expect([pumping.left, pumping.right] == [Amount(60, .millilitre), Amount(70, .millilitre)])
    let dose = try #require(try nursery.all(MedicationDose.self).first)
    #expect(dose.name == "Paracetamol")
    #expect(dose.dosage?.value == 2.5)
    let temperature = try #require(try nursery.all(BodyMeasurement.self).first)
    #expect(temperature.value == 37.4)
    #expect(temperature.unitText == "C")
    let types = try nursery.all(ActivitySession.self).map(\.activity)
    #expect(Set(types) == [.other("Bath"), .tummyTime])
    #expect(try nursery.all(FeedSession.self).first?.memo == "banana, rice\nLOVED")
  }

  @Test func `the same rows again in any order change nothing`() throws {
    let nursery = try NeighbourStore()
    let rows = [
      "Feed,2026-01-01 14:00,,,Formula,Bottle,120ml,", "Feed,2026-01-01 14:00,,,,Bottle,120ml,",
      "Growth,2026-01-01 14:00,,,6.9kg,62cm,41cm,", "Feed,2026-01-01 14:00,,,Formula,Bottle,120ml,",
    ]
    let first = try nursery.run(try source(rows))
    #expect(first.counts.imported == 4)
    #expect(try nursery.all(FeedSession.self).count == 3)
    let token = try nursery.token
    let second = try nursery.run(try source(rows.reversed()))
    #expect(second.counts.unchanged == 4)
    #expect(try nursery.token == token)
  }

  @Test func `the rows of one child are not missing from the file of another`() throws {
    let nursery = try NeighbourStore()
    func baths(_ count: Int) -> [String] {
      (0..<count).map { "Bath,2026-01-01 1\($0):00,,0:10,,,," }
    }
    _ = try nursery.run(try source(baths(2)))
    _ = try nursery.run(try source(baths(3), child: "Mats"))
    let report = try nursery.run(try source(baths(3), child: "Mats"), removesVanished: true)
    #expect(report.vanished == 0 && report.removed == 0)
    #expect(try nursery.all(ActivitySession.self).count == 5)
  }

  @Test func `the last row of a type that nobody knows vanishes as well`() throws {
    let nursery = try NeighbourStore()
    let feed = "Feed,2026-01-01 14:00,,,Formula,Bottle,120ml,"
    _ = try nursery.run(try source([feed, "Bath,2026-01-01 18:00,,0:10,,,,"]))
    let report = try nursery.run(try source([feed]), removesVanished: true)
    #expect(report.vanished == 1 && report.removed == 1)
    #expect(try nursery.all(ActivitySession.self).isEmpty)
  }

  @Test func `every measure of a visit goes with its row`() throws {
    let nursery = try NeighbourStore()
    let visits = [
      "Growth,2026-01-01 14:00,,,6.9kg,62cm,41cm,", "Growth,2026-02-01 14:00,,,7kg,63cm,,",
    ]
    _ = try nursery.run(try source(visits))
    let report = try nursery.run(try source([visits[1]]), removesVanished: true)
    #expect(report.vanished == 3 && report.removed == 3)
    #expect(try nursery.all(BodyMeasurement.self).map(\.value).sorted() == [7, 63])
  }

  @Test func `what cannot be read is told, and the others are read`() throws {
    let nursery = try NeighbourStore()
    let report = try nursery.run(
      try source([
        "Feed,yesterday,,,Formula,Bottle,120ml,", "Temp,2026-01-01 10:00,,,warm,,,",
        "Growth,2026-01-01 10:00,,,,,,", ",2026-01-01 10:00,,,,,,",
        "Feed,2026-01-01 14:00,,,Formula,Bottle,much,", "Bath,2026-01-01 18:00,,0:10,,,,",
      ]))
    #expect(report.counts.quarantined == 5)
    #expect(report.counts.imported == 1)
    #expect(report.quarantined.map(\.position.line) == [2, 3, 4, 5, 6])
  }
}
