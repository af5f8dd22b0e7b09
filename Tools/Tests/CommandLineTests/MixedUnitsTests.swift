import Foundation
import TemporaryFolders
import Testing

/// Amounts in units that nobody knows, and nights that days split: no sum drops a part.
struct MixedUnitsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @discardableResult
  private func run(_ line: String) throws -> Run {
    let variables = [
      "DAYBOOK_STORE": folder.path("s"), "DAYBOOK_NOW": "2026-11-22T21:00:00Z", "TZ": "UTC",
    ]
    let run = try nursery(ShellWords.split(line), variables: variables, directory: folder.path)
    try #require(run.status == 0, "\(line): \(run.errors)")
    return run
  }

  private func importFeeds(_ amounts: String...) throws {
    let rows = amounts.enumerated().map { "Noor,2026-11-20T1\($0):00:00Z,\($1),babyFormula\n" }
    _ = try folder.file(
      "feeds.csv", "babyName,timestamp,amountValue,amountUnit,feedType\n" + rows.joined())
    try run("import babydashboard feeds.csv")
  }

  @Test func `amounts in unknown units stand beside every sum`() throws {
    try importFeeds("120,ml", "30,scoops", "2,")
    for command in ["totals", "day 2026-11-20"] {
      #expect(try run(command).output.contains("120 mL + 2 + 30 scoops"), "\(command)")
    }
    let trends = try run("trends --json").list("trends").filter {
      ($0["measure"] as? String)?.hasPrefix("feed amount") == true
    }
    #expect(trends.map { $0["unit"] as? String } == ["mL", "", "scoops"])
    #expect(trends.compactMap { $0["values"] as? [Double] } == [[120], [2], [30]])
    #expect(try run("trends").output.contains("feed amount, scoops"))
    let row = try #require(
      try run("export view totals --format ndjson").output.split(separator: "\n").first)
    #expect(row.contains(#""otherAmounts":["2.0 ","30.0 scoops"]"#), "\(row)")
    try run("export report r.html --replace")
    let page = try String(contentsOfFile: folder.path("r.html"), encoding: .utf8)
    #expect(page.contains("<td>fed</td><td>120 mL + 2 + 30 scoops</td>"))
    #expect(page.contains("3 feeds, 120 mL + 2 + 30 scoops"))
    #expect(page.contains("Fed, scoops") && page.contains("Fed, without a unit"))
  }

  @Test func `of amounts in unknown units alone no sum is 0 mL`() throws {
    try importFeeds("120,scoops")
    try run("export report r.html --replace")
    let page = try String(contentsOfFile: folder.path("r.html"), encoding: .utf8)
    #expect(page.contains("<td>fed</td><td>120 scoops</td>"))
    for shown in try [run("trends").output, run("totals").output, page] {
      #expect(!shown.contains("0 mL"), "\(shown)")
      #expect(shown.contains("120 scoops"), "\(shown)")
    }
  }

  @Test func `a night that two days share is whole in the report`() throws {
    try run("new --zone UTC --day-start 00:00")
    try run("profile add Noor")
    try run("add sleep --at \"2026-11-20 20:00\" end=06:00")
    try run("export report r.html --replace")
    let page = try String(contentsOfFile: folder.path("r.html"), encoding: .utf8)
    #expect(page.contains("1 day with entries"))
    #expect(page.contains("<td>time of sleep</td><td>10h</td>"), "\(page)")
    #expect(page.contains("1 sleep, 4h") && page.contains(">Noor: 6h of sleep<"))
  }
}
