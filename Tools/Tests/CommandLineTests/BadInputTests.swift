import Foundation
import LMDB
import TemporaryFolders
import Testing

/// Refusals: one sentence, the documented status, and nothing changed.
struct BadInputTests {
  /// Runs a command that must be refused, and compares the store before and after.
  private func expectRefusal(
    _ status: Int32, of arguments: [String], on store: HouseholdStore, naming word: String
  ) throws {
    let before = try store.bytes()
    let run = try nursery(arguments)
    #expect(run.status == status, "\(arguments)")
    #expect(run.output == "", "\(arguments)")
    #expect(run.errorLines.count == 1, "\(run.errors)")
    #expect(run.errors.contains(word), "\(run.errors)")
    #expect(try store.bytes() == before, "\(arguments)")
  }

  @Test func `a store that is not there is not made`() throws {
    let folder = try TemporaryFolder()
    let commands = [
      ["profiles"], ["history"], ["totals"], ["last"], ["log"], ["transactions"], ["undo", "1"],
      ["rebuild"], ["verify"], ["stats"], ["export", "babydashboard"],
    ]
    for command in commands {
      let run = try nursery(command + ["--store", folder.path("none")])
      #expect(run.status == 66, "\(command)")
      #expect(run.errorLines.count == 1, "\(command)")
      #expect(run.errors.contains("no store at"), "\(command)")
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path("none")))
  }

  /// LMDB makes one when the file is taken away while a process opens it.
  @Test func `a data file without a table is no store, and new makes one of it`() throws {
    let folder = try TemporaryFolder()
    _ = try Environment(path: folder.path("s"))
    let at = ["--store", folder.path("s")]
    let looked = try nursery(["today"] + at)
    #expect(looked.status == 66 && looked.errorLines.count == 1, "\(looked.errors)")
    #expect(looked.errors.contains("no store at"), "\(looked.errors)")
    for command in [["new"], ["profile", "add", "Noor"]] {
      let run = try nursery(command + at)
      #expect(run.status == 0, "\(run.errors)")
    }
    #expect(try nursery(["new"] + at).status == 73)
  }

  @Test func `a name or a sign of 10,000 characters is refused in one short sentence`() throws {
    let store = try HouseholdStore()
    let long = String(repeating: "x", count: 10_000)
    for kind in ["profile", "type"] {
      try expectRefusal(
        65, of: [kind, "add", long, "--store", store.path], on: store,
        naming: "nursery: the name of 10000 bytes is beyond the limit of 200; shorten it\n")
    }
    try expectRefusal(
      65, of: ["type", "add", "Bath", "--emoji", long, "--store", store.path], on: store,
      naming: "nursery: the sign of 10000 bytes is beyond the limit of 200; shorten it\n")
  }

  @Test func `what is not there is named`() throws {
    let store = try HouseholdStore()
    let at = ["--store", store.path]
    let other = "00000000-0000-4000-8000-000000000000:1"
    try expectRefusal(65, of: ["totals", "--zone", "Mars/Base"] + at, on: store, naming: "Mars")
    try expectRefusal(65, of: ["history", "--zone", "Mars/Base"] + at, on: store, naming: "Mars")
    try expectRefusal(65, of: ["undo", "99"] + at, on: store, naming: "99")
    try expectRefusal(65, of: ["rebuild", "views"] + at, on: store, naming: "views")
    try expectRefusal(65, of: ["log", "--after", other] + at, on: store, naming: other)
    for command in ["undo", "redo"] {
      try expectRefusal(65, of: [command, other] + at, on: store, naming: other)
    }
    try expectRefusal(
      73, of: ["export", "babydashboard", "--feeds", store.folder.path("no/f")] + at, on: store,
      naming: "no/f")
  }

  @Test func `files that cannot be imported are named`() throws {
    let store = try HouseholdStore()
    let corpus = store.corpus
    let csv = try corpus.copy(to: store.folder)
    let same = corpus.importArguments(store.path, from: csv)
    let absent = corpus.importArguments(store.path, from: store.folder.path("absent"))
    try expectRefusal(66, of: absent, on: store, naming: "absent")
    let mars = same.map { $0 == corpus.zone ? "Mars/Base" : $0 }
    try expectRefusal(65, of: mars, on: store, naming: "Mars")
    let feeding = URL(fileURLWithPath: csv + "/feeding.csv")
    let text = try String(contentsOf: feeding, encoding: .utf8)
    try Data(text.replacing("method", with: "manner").utf8).write(to: feeding)
    // The other tables can be read all the same.
    let without = try nursery(same)
    #expect(without.status == 0 && without.output.contains("has no column “method”"))
    try Data([0x89, 0x50, 0x4E, 0x47, 0, 0xFF]).write(to: feeding)
    try expectRefusal(65, of: same, on: store, naming: "feeding.csv is not a CSV file")
    try FileManager.default.removeItem(at: feeding)
    try FileManager.default.createDirectory(at: feeding, withIntermediateDirectories: true)
    try expectRefusal(66, of: same, on: store, naming: "feeding.csv is a folder")
  }

  @Test func `another zone or unit than last time is refused, unless it is to be corrected`()
    throws
  {
    let store = try HouseholdStore()
    let same = store.corpus.importArguments(store.path)
    let utc = same.map { $0 == store.corpus.zone ? "UTC" : $0 }
    try expectRefusal(65, of: utc, on: store, naming: "the zone differs")
    try expectRefusal(65, of: utc + ["--plan"], on: store, naming: "the zone differs")
    let ounces = same.map { $0 == "ml" ? "floz" : $0 }
    try expectRefusal(65, of: ounces, on: store, naming: "the unit differs")
    try expectRefusal(
      65, of: same + ["--instance", "grandma"], on: store, naming: "there twice")
    let report: [String: Any] = try nursery(utc + ["--correct"]).json()
    #expect(report["changed"] as? Int == 3543)
  }

  @Test func `a question about zone or unit names what changes what was imported`() throws {
    let folder = try TemporaryFolder()
    let export = folder.url.appendingPathComponent("export")
    try FileManager.default.createDirectory(at: export, withIntermediateDirectories: false)
    let rows = (1...3).map { row in
      "\(row),1,2026-10-1\(row) 12:00:00,2026-10-1\(row) 12:10:00,formula,bottle,\(row + 2)\n"
    }
    let files = [
      "child.csv": "id,first_name,last_name,birth_date\n1,Noor,Vos,2026-06-01\n",
      "feeding.csv": "id,child_id,start,end,type,method,amount\n" + rows.joined(),
    ]
    for (name, text) in files {
      try Data(text.utf8).write(to: export.appendingPathComponent(name))
    }
    func load(_ zone: String, _ volume: String, _ more: String...) throws -> Run {
      try nursery(
        [
          "import", "babybuddy", export.path, "--store", folder.path("store"), "--zone", zone,
          "--volume", volume,
        ] + more)
    }
    try #require(load("UTC", "ml").status == 0)
    for (told, zone, volume) in [("zone", "Asia/Kathmandu", "ml"), ("unit", "UTC", "floz")] {
      let way =
        "tell the \(told) of last time, or add --correct if that was wrong, which changes what was "
        + "imported already"
      let refused = try load(zone, volume)
      #expect(refused.status == 64 && refused.errors.contains(way), "\(refused.errors)")
      let plan = try load(zone, volume, "--plan")
      #expect(plan.output.contains("  or \(way)\n"), "\(plan.output)")
    }
    let report: [String: Any] = try load("Asia/Kathmandu", "ml", "--correct", "--json").json()
    #expect(report["changed"] as? Int == 3)
  }

  @Test func `BabyDashboard's files that cannot be imported are named`() throws {
    let store = try HouseholdStore()
    let tail = ["--store", store.path]
    let diapers = try store.folder.file(
      "d.csv", "babyName,timestamp,diaperType\nA,2025-11-06T18:00:00.000Z,pee")
    let letter = try store.folder.file("letter.csv", "Dear Ada,\nhow are you?")
    let load = ["import", "babydashboard"]
    try expectRefusal(66, of: load + [store.path + "/none"] + tail, on: store, naming: "none")
    try expectRefusal(65, of: load + [diapers] + tail, on: store, naming: "amountValue")
    try expectRefusal(65, of: load + [letter] + tail, on: store, naming: "letter.csv")
  }

  @Test func `no store is made for a file that cannot be imported`() throws {
    let folder = try TemporaryFolder()
    let run = try nursery(
      Corpus.oneChild.importArguments(folder.path("store"), from: folder.path("absent")))
    #expect(run.status == 66)
    #expect(!FileManager.default.fileExists(atPath: folder.path("store")))
  }

  @Test func `a store of a newer format is refused`() throws {
    let store = try HouseholdStore()
    try store.makeNewer()
    for command in [["totals"], ["verify"], ["undo", "1"], ["stats"]] {
      try expectRefusal(
        76, of: command + ["--store", store.path], on: store, naming: "format 9")
    }
  }

  @Test func `a file that is no store is refused`() throws {
    let store = try HouseholdStore()
    try Data(repeating: 0x41, count: 20_000)
      .write(to: URL(fileURLWithPath: store.path + "/data.mdb"))
    try expectRefusal(
      74, of: ["totals", "--store", store.path], on: store,
      naming: "; look whether the path is right, else put back a backup\n")
  }

  @Test func `a damaged record is named, and verify fails with 1`() throws {
    let store = try HouseholdStore()
    try changeEvent(7, at: store.path)
    try expectRefusal(
      74, of: ["log", "--limit", "8000", "--store", store.path], on: store,
      naming: "event at position 7")
    let before = try store.bytes()
    let table = try store.run("verify")
    #expect(table.status == 1)
    #expect(table.output.contains("WRONG"))
    #expect(table.output.contains("position 7"))
    #expect(table.errors == "")
    let json = try store.run("verify", "--json")
    #expect(json.status == 1)
    #expect(try json.json(as: [String: Any].self)["ok"] as? Bool == false)
    #expect(try store.bytes() == before)
  }

  @Test(arguments: [
    ["frobnicate"], ["totals"], ["totals", "--store", "s", "--day-start", "25:00"],
    ["totals", "--store", "s", "--unit", "stone"], ["log", "--store", "s", "--limit", "0"],
    ["log", "--store", "s", "--before-event", "x"], ["history", "--store", "s", "--days", "x"],
    ["add", "--store", "s"], ["add", "fed", "--store", "s"], ["imprt"],
    ["totals", "--stor", "s"],
    ["import", "babybuddy", "folder", "--store", "s", "--weight", "stone"],
    ["import", "babybuddy", "folder", "--store", "s", "--temperature", "K"],
    ["undo", "--store", "s", "--author", ""], ["redo", "--store", "s", "--author", " "],
    ["import", "babybuddy", "folder", "--store", "s", "--author", ""],
  ])
  func `wrong arguments are status 64`(arguments: [String]) throws {
    let run = try nursery(arguments)
    #expect(run.status == 64)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("nursery: "))
    #expect(run.errorLines.count == 1, "\(run.errors)")
  }

  @Test func `the help of the program documents every status`() throws {
    let words = try nursery("--help").output.split(whereSeparator: \.isWhitespace)
    for status in ["0", "1", "64", "65", "66", "70", "73", "74", "76"] {
      #expect(words.contains(Substring(status)), "\(status)")
    }
  }

  @Test func `a reader that stops reading is no crash`() throws {
    let store = try HouseholdStore()
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let run = try nursery(
      ["log", "--limit", "1449", "--store", store.path], output: pipe.fileHandleForWriting)
    // By SIGPIPE, as every filter ends, or by itself where that signal is ignored.
    #expect(run.status == nil || run.status == 0)
    #expect(run.errors == "")
    #expect(try store.run("verify").status == 0)
  }

  // MARK: Below the engine

  private func changeEvent(_ position: UInt64, at path: String) throws {
    let environment = try Environment(path: path)
    var transaction = try environment.beginWrite()
    let table = try transaction.makeTable("events", IntegerOrder.self)
    var row = try transaction.value(table, position)?.withUnsafeBytes { [UInt8]($0) } ?? []
    row[50] ^= 0x10
    try row.withUnsafeBytes { try transaction.put(table, position, $0) }
    try environment.commit(transaction)
  }
}
