import Foundation
import TemporaryFolders
import Testing

/// Where the days of a store begin is nowhere in the log, and goes along with it.
struct TravellingDaysTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("family")
    try make(path, days: ["--zone", "Asia/Tokyo", "--day-start", "05:30"])
  }

  private func make(_ path: String, days: [String]) throws {
    #expect(try nursery(["new", "--store", path] + days).status == 0)
    #expect(try nursery("profile", "add", "Noor", "--store", path).status == 0)
  }

  /// Where the days of a store begin.
  private func days(of path: String) throws -> [String?] {
    let json = try nursery("days", "--store", path, "--json").json(as: [String: Any].self)
    return [json["zone"] as? String, json["dayStart"] as? String]
  }

  private func expectSame(_ copy: String) throws {
    let days = try days(of: copy)
    #expect(days == ["Asia/Tokyo", "05:30"])
  }

  @Test(arguments: ["nursery", "daybookctl"])
  func `a log makes a store with the same days`(_ program: String) throws {
    let run = program == "nursery" ? { try nursery($0) } : { try daybookctl($0) }
    let (file, copy) = (folder.path("log.ndjson"), folder.path("copy"))
    #expect(try run(["export", "log", file, "--store", path]).status == 0)
    let imported = try run(["import", "log", file, "--store", copy])
    #expect(imported.status == 0, "\(imported.errors)")
    #expect(imported.output.contains("days of Asia/Tokyo") == (program == "nursery"))
    try expectSame(copy)
    // A store of daybookctl has no views, and passes the days on.
    #expect(try run(["export", "log", file, "--replace", "--store", copy]).status == 0)
    #expect(try nursery("import", "log", file, "--store", folder.path("third")).status == 0)
    try expectSame(folder.path("third"))
  }

  /// Runs commands of somebody in Amsterdam.
  private func run(_ lines: [String]) throws {
    for line in lines {
      let run = try nursery(
        ShellWords.split(line), variables: ["TZ": "Europe/Amsterdam"], directory: folder.path)
      try #require(run.status == 0, "\(line): \(run.errors)")
    }
  }

  @Test func `a member has the days of whoever invites, unless told, and compares with them`()
    throws
  {
    let invite = [
      "sync init Noor --member Ada --store family",
      "sync request --store ben --output request", "sync request --store cem --output other",
      "sync enrol request --member Ben --output invitation --store family",
      "sync enrol other --member Cem --output second --store family",
    ]
    try run(invite)
    let joined = try nursery(
      ["sync", "join", "invitation", "--store", "ben"], directory: folder.path)
    #expect(joined.output.contains("days of Asia/Tokyo from 05:30 on"), "\(joined.errors)")
    try expectSame(folder.path("ben"))
    try run(["sync join second --zone Europe/Paris --store cem"])
    #expect(try days(of: folder.path("cem")) == ["Europe/Paris", "05:30"])
    for store in ["family", "ben", "family"] { try run(["sync folder drive --store \(store)"]) }
    let check = try nursery(["sync", "check", "ben", "--store", path], directory: folder.path)
    #expect(check.status == 0 && check.output.contains("and show the same rows"), "\(check.output)")
  }

  @Test(arguments: ["babydashboard file", "nuzzle file", "huckleberry file --child Noor"])
  func `an import makes a store with the days that it is told`(words: String) throws {
    let csv = [
      "babydashboard": "babyName,timestamp,amountValue,amountUnit\n"
        + "Noor,2026-11-20T08:00:00.000Z,120.0,mL\n",
      "nuzzle":
        #"{"babies":[{"id":"0B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9A10","name":"Noor"}],"events":[]}"#,
      "huckleberry":
        "Type,Start,End,Duration,Start Condition,Start Location,End Condition,Notes\n"
        + "Sleep,2026-11-20 08:00,2026-11-20 09:00,01:00,,,,\n",
    ]
    let provider = String(words.prefix { $0 != " " })
    let text = try #require(csv[provider])
    try Data(text.utf8).write(to: folder.url.appendingPathComponent("file"))
    let line = "import \(words) --zone Asia/Tokyo --day-start 05:30 --store copy"
    try run([line])
    try expectSame(folder.path("copy"))
    let again = try nursery(ShellWords.split(line), directory: folder.path)
    #expect(again.status == 0 && again.errors.contains("its days stay as they are"))
  }

  @Test func `a log that is merged leaves the days as they are`() throws {
    let (file, other) = (folder.path("log.ndjson"), folder.path("other"))
    try make(other, days: ["--zone", "Europe/Paris"])
    #expect(try nursery("export", "log", file, "--store", other).status == 0)
    #expect(try nursery("import", "log", file, "--store", path).status == 0)
    try expectSame(path)
  }

  @Test func `days that are told count more than those of the log`() throws {
    let (file, copy) = (folder.path("log.ndjson"), folder.path("copy"))
    #expect(try nursery("export", "log", file, "--store", path).status == 0)
    let told = try nursery("import", "log", file, "--store", copy, "--zone", "Europe/Paris")
    #expect(told.status == 0, "\(told.errors)")
    #expect(try days(of: copy) == ["Europe/Paris", "05:30"])
  }

  @Test(arguments: ["nursery", "daybookctl"])
  func `what can be read of a store becomes one with the same days`(_ program: String) throws {
    let copy = folder.path("copy")
    let arguments = ["doctor", "--rebuild-into", copy, "--store", path]
    let run = try program == "nursery" ? nursery(arguments) : daybookctl(arguments)
    #expect(run.status == 0, "\(run.output) \(run.errors)")
    try expectSame(copy)
  }

  @Test(arguments: ["nursery", "daybookctl"])
  func `a backup knows the days that were changed since the full one`(_ program: String) throws {
    let (backups, copy) = (folder.path("backups"), folder.path("copy"))
    let run = program == "nursery" ? { try nursery($0) } : { try daybookctl($0) }
    try make(folder.path("first"), days: ["--zone", "Europe/Paris"])
    let store = folder.path("first")
    #expect(try run(["backup", "run", backups, "--store", store]).status == 0)
    let days = ["days", "--zone", "Asia/Tokyo", "--day-start", "05:30"]
    #expect(try nursery(days + ["--store", store]).status == 0)
    #expect(try nursery("profile", "add", "Mia", "--store", store).status == 0)
    #expect(try run(["backup", "run", backups, "--store", store]).status == 0)
    let restored = try run(["backup", "restore", backups, "--into", copy])
    #expect(restored.status == 0, "\(restored.errors)")
    try expectSame(copy)
    let again = try run(["backup", "run", backups, "--store", store])
    #expect(again.output.contains("nothing was written since"), "\(again.output)")
  }

  @Test func `a store that does not say where days begin is told of`() throws {
    let (file, copy) = (folder.path("log.ndjson"), folder.path("copy"))
    try Garage.make(at: folder.path("garage"), cars: 0)
    #expect(try daybookctl("export", "log", file, "--store", folder.path("garage")).status == 0)
    #expect(try daybookctl("import", "log", file, "--store", copy).status == 0)
    let run = try nursery("today", "--store", copy)
    #expect(run.errorLines.count == 1)
    #expect(run.errors.contains("nobody has said where the days of this store begin"))
  }
}
