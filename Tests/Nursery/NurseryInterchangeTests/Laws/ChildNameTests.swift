import Interchange
import Nursery
import NurseryInterchange
import TemporaryFolders
import Testing

/// Children whose names differ in case or blanks alone.
struct ChildNameTests {
  private let nursery: NeighbourStore

  init() throws { nursery = try NeighbourStore() }

  private func huckleberry(_ child: String) throws -> HuckleberryFile {
    let text = """
      Type,Start,End,Duration,Start Condition,Start Location,End Condition,Notes
      Feed,2026-10-20 12:00,,,Formula,Bottle,110ml,
      """
    return try HuckleberryFile(
      NeighbourStore.file(text, "huckleberry.csv"), child: child, zone: "UTC",
      now: NeighbourStore.now)
  }

  private func dashboard(_ child: String) throws -> BabyDashboardFiles {
    let text = """
      babyName,timestamp,amountValue,amountUnit,feedType
      \(child),2026-10-20T12:00:00.000Z,110,mL,babyFormula
      """
    return try BabyDashboardFiles(feeds: NeighbourStore.file(text, "feeds.csv"), diapers: nil)
  }

  private var names: [String] {
    get throws { try nursery.all(BabyProfile.self).map(\.name) }
  }

  @Test(arguments: ["huckleberry", "babydashboard"])
  func `a child that is named in another case keeps its name`(provider: String) throws {
    for child in ["Noor", "noor"] {
      let source: any ImportSource =
        try provider == "huckleberry" ? huckleberry(child) : dashboard(child)
      _ = try nursery.run(source)
    }
    #expect(try names == ["Noor"])
    #expect(try nursery.all(FeedSession.self).count == 1)
  }

  @Test(arguments: ["noor", "NOOR"])
  func `who may be somebody in another case is asked about`(name: String) throws {
    _ = try nursery.run(huckleberry("Noor"))
    let folder = try TemporaryFolder([
      "child.csv": "id,first_name,last_name,birth_date\n1,\(name),,2026-06-01\n"
    ])
    let plan = try Import(folder.babyBuddy(zone: "UTC")).plan(in: nursery.store)
    #expect(plan.questions.map(\.id) == ["child:1"])
  }
}
