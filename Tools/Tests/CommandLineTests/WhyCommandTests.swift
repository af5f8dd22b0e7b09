import Foundation
import TemporaryFolders
import Testing

/// Why a sum is what it is: the three answers that people ask for.
struct WhyCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try run("new --zone UTC")
  }

  @discardableResult
  private func run(_ line: String, status: Int32 = 0) throws -> Run {
    let variables = [
      "DAYBOOK_STORE": folder.path("s"), "DAYBOOK_NOW": "2026-11-20T21:00:00Z", "TZ": "UTC",
    ]
    let run = try nursery(ShellWords.split(line), variables: variables, directory: folder.path)
    try #require(run.status == status, "\(line): \(run.output)\(run.errors)")
    return run
  }

  private func addNoor() throws { try run("profile add Noor") }

  private func why(_ words: String = "today's milk") throws -> [String: Any] {
    try run("why \"\(words)\" --json").json()
  }

  private func list(_ key: String, in object: [String: Any]) -> [[String: Any]] {
    object[key] as? [[String: Any]] ?? []
  }

  @Test func `an edit is told with who made it, and all feeds add up`() throws {
    try addNoor()
    try run("add feed 120ml --at 08:00 --author Ada")
    try run("add feed 15ml --at 11:05 --author Ada")
    try run("edit last amount=150ml --author Ben")
    let answer = try why()
    #expect(answer["sum"] as? String == "addsUp")
    let given = list("given", in: answer)
    #expect(given.count == 2)
    let setters = given.map { feed in
      Set((feed["setBy"] as? [[String: Any]] ?? []).compactMap { $0["author"] as? String })
    }
    #expect(setters.contains(["Ada", "Ben"]) && setters.contains(["Ada"]))
    let text = try run("why \"today's milk\"").output
    #expect(text.contains("Adds up: 2 things come to this row."), "\(text)")
    #expect(text.contains("1 feed, 150 mL"), "\(text)")
  }

  @Test func `who made a sleep has not set that it is deleted`() throws {
    try addNoor()
    try run("add sleep --at 08:00 --for 1h --author Ada")
    let given = list("given", in: try why("sleep"))
    let set = (given.first?["setBy"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
    #expect(set.contains("start") && !set.contains("isDeleted"))
    let text = try run("why sleep").output
    #expect(text.contains("start") && !text.contains("isDeleted"), "\(text)")
  }

  @Test func `an undone feed does not count, and the answer says who took it back`() throws {
    try addNoor()
    try run("add feed 120ml --at 08:00 --author Ada")
    try run("add feed 140ml --at 12:10 --author Ben")
    try run("undo --author Ben")
    let lost = list("omitted", in: try why("milk today"))
    #expect(lost.map { $0["reason"] as? String } == ["takenBack"])
    #expect(lost.first?["author"] as? String == "Ben")
    let text = try run("why milk").output
    #expect(text.contains("Not counted:") && text.contains("1 feed, 140 mL"), "\(text)")
    #expect(text.contains("taken back by Ben"), "\(text)")
  }

  @Test func `a unit that nobody knows stands beside the sum, and its feed is named`() throws {
    _ = try folder.file(
      "feeds.csv",
      """
      babyName,timestamp,amountValue,amountUnit,feedType
      Noor,2026-11-20T10:00:00Z,120,ml,babyFormula
      Noor,2026-11-20T11:00:00Z,2,cups of tea,babyFormula

      """)
    try run("import babydashboard feeds.csv")
    let text = try run("why \"Noor's milk today\"").output
    #expect(text.contains("2 cups of tea"), "\(text)")
    #expect(text.contains("Adds up: 2 things come to this row."), "\(text)")
  }

  @Test func `things of other kinds on the day are counted and not listed`() throws {
    try addNoor()
    try run("add feed 120ml --at 08:00")
    try run("add diaper wet --at 09:00")
    let text = try run("why diapers").output
    #expect(text.contains("1 thing and 1 of other kinds come to this row"), "\(text)")
    #expect(list("given", in: try why("diapers")).count == 1)
  }

  @Test func `the days are those of the store, and what shows others is named`() throws {
    try addNoor()
    try run("add feed 44ml --at 20:30")
    let zoned = try run("why milk --zone Asia/Tokyo", status: 64)
    #expect(zoned.errors.contains("leave out --zone and --day-start"), "\(zoned.errors)")
    #expect(try run("why milk").errors == "")
    try run("profile edit Noor zone=Asia/Tokyo")
    let own = try run("why milk")
    #expect(own.errors.contains("`totals` shows the days of Noor by Asia/Tokyo"), "\(own.errors)")
    #expect(own.output.contains("1 feed, 44 mL"), "\(own.output)")
  }

  @Test func `the help names the sums that have words`() throws {
    let help = try run("why --help").output.split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    #expect(help.contains("milk Noor yesterday") && help.contains("diapers"), "\(help)")
  }

  @Test func `a row without amounts of unknown units has an empty list of them`() throws {
    try addNoor()
    try run("add feed 44ml --at 20:30")
    let row = try why("milk")["row"] as? [String: Any]
    #expect((row?["rest"] as? [Any])?.isEmpty == true)
  }

  @Test func `words without quotes are told with them`() throws {
    try addNoor()
    try run("add feed 44ml --at 20:30")
    let refused = try run("why Noor milk", status: 65)
    #expect(refused.errors.hasSuffix(" in quotes: nursery why 'Noor milk'\n"), "\(refused.errors)")
    try run("why 'Noor milk'")
    let noView = try run("why nursery.historyGroup milk", status: 65)
    #expect(noView.errors.contains("did you mean nursery.historyGroups?"), "\(noView.errors)")
  }

  @Test func `of several babies the commands that are printed work as they are`() throws {
    try run("new --zone UTC --store s2")
    for name in ["Noor", "'Anna Maria'"] {
      try run("profile add \(name) --store s2")
      try run("add feed 90ml --at 08:00 --baby \(name) --store s2")
    }
    let asked = try run("why \"today's milk\" --store s2", status: 64)
    let ways = asked.errors.matches(of: #/nursery (why '[^']+' --store s2)/#)
      .map { String($0.output.1) }
    #expect(ways.sorted().first == "why 'today milk Anna Maria' --store s2", "\(asked.errors)")
    #expect(ways.count == 2, "\(asked.errors)")
    for way in ways { try run(way) }
    let options = try run("add diaper wet --store s2", status: 64).errors
      .matches(of: #/--baby ('[^']+'|\w+)/#).map { String($0.output.0) }
    #expect(options.sorted() == ["--baby 'Anna Maria'", "--baby Noor"])
    for option in options { try run("add diaper wet \(option) --store s2") }
  }

  @Test func `what no words stand for is told, with those that do`() throws {
    try addNoor()
    let nothing = try run("why weather", status: 64)
    #expect(nothing.errors.contains("milk, feeds, diapers"), "\(nothing.errors)")
    let noKey = try run("why nursery.lastEntries 0xzz", status: 65)
    #expect(noKey.errors.contains("no row of nursery.lastEntries"), "\(noKey.errors)")
  }
}
