import Daybook
import Nursery
import NurseryHousehold
import Testing

struct DaySummaryTests {
  private let store: EventStore
  private let fixtures = NurseryFixtures()
  private let mina = UUID()
  private let noor = UUID()
  private let twin = UUID()

  init() throws {
    store = try EventStore.temporary(schema: .nursery(boundary: DayBoundary(zone: "UTC")))
    let (names, now) = ([(mina, "Mina"), (noor, "Noor"), (twin, "Mina")], fixtures.now)
    try store.append { draft in
      for (number, (id, name)) in names.enumerated() {
        try draft.addBaby(id, BabyProfile(name: name, createdAt: now + Double(number)))
      }
    }
  }

  private func feed(_ number: Int, _ baby: UUID?, _ amount: Amount?) throws {
    let feed = fixtures.makeFeedSession(number, of: baby, amount: amount)
    try store.append { try $0.record(feed.id, feed.value) }
  }

  private func diaper(
    _ number: Int, _ baby: UUID?, wet: Bool = true, solid: Bool = false
  ) throws {
    let change = fixtures.makeDiaperChange(number, of: baby, wet: wet, solid: solid)
    try store.append { try $0.record(change.id, change.value) }
  }

  private func summary(_ grouping: DaySummary.Grouping) throws -> DaySummary {
    try store.read { reader in
      let day = try #require(try reader.view(HistoryGroups.self).days(limit: 1).first)
      return day.summary(of: try reader.view(CurrentProfiles.self).all(), grouping)
    }
  }

  @Test func `mixed units are converted, and diapers of all sorts counted together`() throws {
    try feed(1, mina, Amount(120, .millilitre))
    try feed(2, mina, Amount(4, .fluidOunce))
    try diaper(1, mina)
    try diaper(2, mina, wet: false, solid: true)
    try diaper(3, mina, wet: true, solid: true)
    try diaper(4, mina, wet: false)
    let summary = try summary(.byBaby)
    #expect(summary.header(in: .fluidOunce) == ["Mina 8.1 fl oz, 4 diapers"])
    #expect(summary.header(in: .millilitre) == ["Mina 238 mL, 4 diapers"])
    let line = try #require(summary.lines.first)
    #expect(line.peeCount == 2 && line.pooCount == 2 && line.diaperCount == 4)
  }

  @Test func `babies of one name have a line each, or share one`() throws {
    try feed(1, mina, Amount(100, .millilitre))
    try feed(2, twin, Amount(50, .millilitre))
    try diaper(1, twin)
    #expect(
      try summary(.byBaby).header(in: .millilitre) == ["Mina 100 mL", "Mina 50 mL, 1 diaper"])
    let merged = try summary(.byName)
    #expect(merged.header(in: .millilitre) == ["Mina 150 mL, 1 diaper"])
    #expect(merged.lines.map { Set($0.babies) } == [[mina, twin]])
  }

  @Test func `what belongs to nobody is counted, its feeds only where babies are told apart`()
    throws
  {
    try feed(1, nil, Amount(100, .millilitre))
    try diaper(1, nil)
    try diaper(2, noor)
    #expect(
      try summary(.byBaby).header(in: .millilitre) == ["Noor 1 diaper", "Unknown 100 mL, 1 diaper"])
    #expect(
      try summary(.byName).header(in: .millilitre) == ["Noor 1 diaper", "Unknown 1 diaper"])
  }

  @Test func `a feed without an amount makes a day and no text; an amount of zero makes one`()
    throws
  {
    try feed(1, mina, nil)
    #expect(try summary(.byBaby).header(in: .millilitre) == [])
    #expect(try summary(.byBaby).lines.map(\.name) == ["Mina"])
    try feed(2, mina, Amount(0, .millilitre))
    #expect(try summary(.byBaby).header(in: .millilitre) == ["Mina 0 mL"])
  }

  @Test func `deleted babies and nobody share a line, without the feeds of deleted babies`() throws
  {
    try feed(1, nil, Amount(100, .millilitre))
    try feed(2, noor, Amount(50, .millilitre))
    try feed(3, twin, Amount(60, .millilitre))
    try diaper(1, noor)
    try diaper(2, nil)
    let (noor, twin) = (noor, twin)
    try store.append { draft in
      try draft.deleteBaby(noor)
      try draft.deleteBaby(twin)
    }
    #expect(try summary(.byBaby).header(in: .millilitre) == ["Unknown 100 mL, 2 diapers"])
    #expect(try summary(.byBaby).lines.map { Set($0.babies) } == [[nil, noor, twin]])
    #expect(try summary(.byName).header(in: .millilitre) == ["Unknown 2 diapers"])
    try store.append { try $0.restoreBaby(noor) }
    #expect(
      try summary(.byBaby).header(in: .millilitre) == [
        "Noor 50 mL, 1 diaper", "Unknown 100 mL, 1 diaper",
      ])
  }

  @Test func `an unknown unit stands beside the total, or is taken for the unit of the header`()
    throws
  {
    try feed(1, mina, Amount(100, .millilitre))
    try feed(2, mina, Amount(4, unitText: "oz"))
    #expect(try summary(.byBaby).header(in: .millilitre) == ["Mina 100 mL + 4 oz"])
    #expect(try summary(.byName).header(in: .millilitre) == ["Mina 104 mL"])
    try feed(3, noor, Amount(3, unitText: "scoops"))
    #expect(
      try summary(.byBaby).header(in: .millilitre) == ["Mina 100 mL + 4 oz", "Noor 3 scoops"])
    try feed(4, twin, Amount(4, unitText: nil))
    #expect(try summary(.byName).header(in: .millilitre) == ["Mina 104 mL", "Noor 3 mL"])
  }

  @Test(arguments: VolumeUnit.allCases)
  func `amounts beyond measure in an unknown unit do not stop the header`(
    unit: VolumeUnit
  ) throws {
    for number in 1...4 { try feed(number, mina, Amount(8.9e9, unitText: "scoops")) }
    try feed(5, mina, Amount(8_900_000, .litre))
    let line = try #require(try summary(.byName).lines.first)
    let total = try #require(line.feedNanolitres(in: unit))
    #expect(total >= 8_900_000_000_000_000)
    #expect(try summary(.byName).header(in: unit).count == 1)
    try feed(6, twin, Amount(-8.9e9, unitText: "scoops"))
    #expect(try summary(.byName).header(in: unit).count == 1)
  }

  @Test func `a rename moves every day to the new name`() throws {
    try diaper(1, noor)
    let noor = noor
    try store.append { try $0.editBaby(noor) { $0.name = "Juno" } }
    #expect(try summary(.byBaby).header(in: .millilitre) == ["Juno 1 diaper"])
  }
}
