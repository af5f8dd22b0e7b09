import Foundation
import TemporaryFolders
import Testing

/// A store of an app that no program here knows.
struct AnyStoreTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("garage")
    try Garage.make(at: path, cars: 3)
  }

  private var data: Data {
    get throws { try Data(contentsOf: URL(fileURLWithPath: path + "/data.mdb")) }
  }

  @Test func `daybookctl shows what lies in the log, and the file stays as it is`() throws {
    let before = try data
    let log = try daybookctl("log", "--store", path)
    #expect(log.status == 0, "\(log.errors)")
    #expect(
      log.output.contains("garage.car car.event: 1 “{\"parked\":{\"_0\":2}}”"), "\(log.output)")
    let transactions = try daybookctl("transactions", "--store", path)
    #expect(transactions.output.contains("Ada     garage.car "), "\(transactions.output)")
    let stats = try daybookctl("stats", "--store", path)
    #expect(stats.output.contains("events of kind garage.car  3"), "\(stats.output)")
    let diff = try daybookctl("diff", "1", "3", "--store", path)
    #expect(diff.output.split(separator: "\n").count == 3, "\(diff.output)")
    for command in ["verify", "doctor", "quarantine", "consumers"] {
      let run = try daybookctl(command, "--store", path)
      #expect(run.status == 0, "\(command): \(run.output) \(run.errors)")
    }
    #expect(try data == before)
  }

  @Test func `daybookctl shows the events of one thing by the beginning of its id`() throws {
    let rows = try daybookctl("log", "--store", path, "--json").list("events")
    let id = try #require(rows.first?["id"] as? String)
    let entity = try daybookctl("entity", String(id.prefix(8)), "--store", path, "--json")
    let versions = try entity.list("versions")
    #expect(versions.count == 1)
    #expect(versions.first?["type"] as? String == "car.event")
    let none = try daybookctl("entity", "00000000", "--store", path)
    #expect(none.status == 65 && none.errorLines.count == 1, "\(none.errors)")
  }

  @Test func `what was taken back between two transactions is told as a difference`() throws {
    try Garage.undo(at: path)
    let diff = try daybookctl("diff", "3", "4", "--store", path)
    #expect(diff.output.hasPrefix("transaction 4: takes back 3\n"), "\(diff.output)")
    let changes = try daybookctl("diff", "3", "4", "--store", path, "--json").list("changes")
    #expect(changes.map { $0["words"] as? String } == ["takes back 3"])
    #expect(changes.first?["transaction"] as? Int == 4)
    #expect(changes.first?["events"] as? [String] == ["daybook.retracted"])
  }

  @Test func `daybookctl names an attachment that an event has beside its JSON`() throws {
    let photo = try Garage.photograph(at: path)
    let rows = try daybookctl("log", "--store", path, "--json").list("events")
    let words = try #require(rows.first?["words"] as? String)
    #expect(words.hasSuffix("”, 2 \(photo)"), "\(words)")
  }

  @Test func `daybookctl shows what an import keeps beside the entries`() throws {
    let household = try HouseholdStore()
    for verb in [["log"], ["log", "--raw"], ["log", "--after", "0"], ["transactions"]] {
      let run = try daybookctl(verb + ["--store", household.path])
      #expect(run.status == 0 && run.errors.isEmpty, "\(verb): \(run.errors)")
    }
    let log = try daybookctl("log", "--limit", "1000", "--store", household.path)
    #expect(log.output.contains("a row of a source was read"), "\(log.output)")
    let rows = try daybookctl("log", "--after", "0", "--store", household.path, "--json")
      .list("events")
    let row = try #require(
      rows.first { ($0["storedKind"] as? String)?.hasPrefix("import.") == true })
    let id = try #require(row["id"] as? String)
    let entity = try daybookctl("entity", id, "--store", household.path)
    #expect(entity.status == 0, "\(entity.errors)")
  }

  @Test(arguments: ["rebuild", "requeue", "purge", "undo", "drop", "as-of"])
  func `daybookctl has no command that would need a schema`(_ verb: String) throws {
    let run = try daybookctl(verb, "--store", path)
    #expect(run.status == 64)
    #expect(run.errors.contains("there is no command “\(verb)”"), "\(run.errors)")
  }

  @Test(
    arguments: [
      ["today"], ["log"], ["rebuild"], ["profile", "add", "Noor"], ["undo"], ["stats"],
      ["import", "log", "nowhere"], ["new"], ["days", "--zone", "UTC"], ["requeue"],
    ])
  func `the family's program refuses another app's store, and leaves it as it is`(
    _ command: [String]
  ) throws {
    let before = try data
    let run = try nursery(command + ["--store", path])
    #expect([65, 66, 73].contains(run.status), "\(run.output) \(run.errors)")
    #expect(run.errorLines.count == 1, "\(run.errors)")
    #expect(try data == before)
  }

  @Test func `the refusal names what is in the store, and the way out`() throws {
    let run = try nursery("today", "--store", path)
    #expect(
      run.errors
        == "nursery: another app wrote the store at \(path), with garage.car; nothing was changed: "
        + "use that app's own tool, or daybookctl, which shows any store\n")
  }

  @Test func `a log goes from one store to another through daybookctl`() throws {
    let (file, copy) = (folder.path("log.ndjson"), folder.path("copy"))
    #expect(try daybookctl("export", "log", file, "--store", path).status == 0)
    let run = try daybookctl("import", "log", file, "--store", copy)
    #expect(run.status == 0, "\(run.errors)")
    let logs = try [path, copy].map {
      try daybookctl("log", "--store", $0, "--json").list("events").compactMap {
        $0["id"] as? String
      }
    }
    #expect(logs[0].count == 3 && logs[0] == logs[1])
  }
}

/// The log of an app that no program here knows, beside a family's store.
struct OtherLogTests {
  private let folder: TemporaryFolder
  private let file: String

  init() throws {
    folder = try TemporaryFolder()
    file = folder.path("garage.ndjson")
    let garage = folder.path("garage")
    try Garage.make(at: garage, cars: 1)
    try #require(try daybookctl("export", "log", file, "--store", garage).status == 0)
    for line in ["new", "profile add Noor"] { try run(line) }
  }

  @discardableResult
  private func run(_ line: String, status: Int32 = 0) throws -> Run {
    let run = try nursery(ShellWords.split(line) + ["--store", folder.path("family")])
    try #require(run.status == status, "\(line): \(run.output)\(run.errors)")
    return run
  }

  @Test func `another app's log is taken in only when somebody says so`() throws {
    let line = "import log '\(file)'"
    let refused = try run(line, status: 64).errors
    #expect(refused.contains("garage.ndjson is another app's log, with garage.car"), "\(refused)")
    #expect(refused.contains("say --yes"), "\(refused)")
    let new = try nursery("import", "log", file, "--store", folder.path("new"))
    #expect(new.status == 64 && new.errors.contains("say --yes"), "\(new.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("new")))
    try run(line + " --yes")
    #expect(try run(line).output.contains("1 there already"))
  }

  @Test func `doctor says of a store with kinds of two apps what is so`() throws {
    try run("import log '\(file)' --yes")
    let found = try run("doctor", status: 1).output
    #expect(found.hasPrefix("schema: another app's log was taken in, or"), "\(found)")
    #expect(found.contains("does not know garage.car"), "\(found)")
    #expect(try run("profiles").output.contains("Noor"))
  }
}

/// What lies in a store of an app that no program here knows, as it is stored.
struct StoredCommandTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("garage")
    try Garage.make(at: path, cars: 3)
  }

  @Test func `daybookctl lists kinds and things, page by page`() throws {
    let kinds = try daybookctl("kinds", "--store", path, "--json").list("kinds")
    #expect(kinds.map { $0["name"] as? String } == ["garage.car"])
    #expect(kinds.first?["entities"] as? Int == 3)
    #expect(kinds.first?["isKnown"] as? Bool == false)
    var (ids, last) = (Set<String>(), String?.none)
    for _ in 0..<3 {
      let page = try daybookctl(
        ["entities", "garage.car", "--limit", "1", "--store", path, "--json"]
          + (last.map { ["--after", $0] } ?? []))
      let rows = try page.list("entities")
      #expect(rows.count == 1)
      last = rows.first?["id"] as? String
      ids.insert(last ?? "")
    }
    #expect(ids.count == 3)
    let text = try daybookctl("entities", "garage.car", "--store", path)
    #expect(text.output.contains("“{\"place\":2}”"), "\(text.output)")
    #expect(try daybookctl("entities", "garage.cat", "--store", path).errors.contains("garage.car"))
  }

  @Test func `daybookctl shows the views of another app, and rows as numbers and bytes`() throws {
    let household = try HouseholdStore()
    let views = try daybookctl("views", "--store", household.path, "--json").list("views")
    let groups = try #require(
      views.first { $0["name"] as? String == "nursery.historyGroups" })
    #expect(groups["state"] as? String == "live" && groups["isKnown"] as? Bool == false)
    let tables = groups["tables"] as? [[String: Any]] ?? []
    #expect(tables.map { $0["name"] as? String } == ["entries", "totals", "zones"])
    let raw = try daybookctl(
      "view", "nursery.historyGroups", "--table", "totals", "--raw", "--limit", "2", "--store",
      household.path)
    #expect(raw.status == 0 && raw.output.contains("0x"), "\(raw.errors)")
    #expect(raw.output.contains("There are more: "), "\(raw.output)")
    let why = try daybookctl("why", "nursery.historyGroups", "x", "--store", household.path)
    #expect(why.status == 64)
  }
}
