import Foundation
import TemporaryFolders
import Testing

/// `import babybuddy`: its report, and what it leaves alone.
struct ImportCommandTests {
  let folder: TemporaryFolder
  let corpus = Corpus.threeChildren

  /// All rows of the corpus.
  private static let rows = 3616

  init() throws { folder = try TemporaryFolder() }

  private var store: String { folder.path("store") }

  @Test func `the report counts rows, outcomes, warnings and files`() throws {
    let run = try nursery(corpus.importArguments(store))
    let report: [String: Any] = try run.json()
    #expect(run.status == 0)
    #expect(run.errors == "")
    #expect(report["rows"] as? Int == Self.rows)
    #expect(report["imported"] as? Int == Self.rows)
    #expect(report["unchanged"] as? Int == 0)
    #expect(report["changed"] as? Int == 0)
    #expect(report["quarantined"] as? Int == 0)
    #expect(report["warnings"] is [String: Int])
    let files = try #require(report["files"] as? [[String: Any]])
    #expect(
      files.map { $0["name"] as? String }
        == [
          "child.csv", "tag.csv", "feeding.csv", "diaperchange.csv", "sleep.csv", "pumping.csv",
          "tummytime.csv", "temperature.csv", "weight.csv", "height.csv", "headcircumference.csv",
          "bmi.csv", "medication.csv", "note.csv",
        ])
    let counts = files.map { $0["counts"] as? [String: Int] }
    #expect(counts.prefix(4).map { $0?["rows"] } == [3, 10, 477, 969])
  }

  @Test func `a second import finds everything there`() throws {
    _ = try nursery(corpus.importArguments(store))
    try settle(store)
    let before = try Data(contentsOf: URL(fileURLWithPath: store + "/data.mdb"))
    let report: [String: Any] = try nursery(corpus.importArguments(store)).json()
    #expect(report["imported"] as? Int == 0)
    #expect(report["unchanged"] as? Int == report["rows"] as? Int)
    #expect(try Data(contentsOf: URL(fileURLWithPath: store + "/data.mdb")) == before)
  }

  @Test func `a plan says what would be done and makes no store`() throws {
    let run = try nursery(corpus.importArguments(store) + ["--plan"])
    let report: [String: Any] = try run.json()
    #expect(run.status == 0)
    #expect(report["imported"] as? Int == Self.rows)
    #expect(!FileManager.default.fileExists(atPath: store))
  }

  @Test func `a plan leaves a store as it is`() throws {
    _ = try nursery(corpus.importArguments(store))
    try settle(store)
    let csv = try corpus.copy(to: folder)
    try change(csv + "/feeding.csv") { $0.replacing(",formula,", with: ",breast milk,") }
    let data = URL(fileURLWithPath: store + "/data.mdb")
    let before = try Data(contentsOf: data)
    let report: [String: Any] = try nursery(
      corpus.importArguments(store, from: csv) + ["--plan"]
    ).json()
    #expect(report["imported"] as? Int == 0)
    #expect(report["changed"] as? Int ?? 0 > 0)
    #expect(try Data(contentsOf: data) == before)
  }

  @Test func `one bad row stops no other`() throws {
    let csv = try corpus.copy(to: folder)
    try change(csv + "/feeding.csv") { text in
      var lines = text.split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
      lines[7] = lines[7].replacing("2026-", with: "soon-")
      return lines.joined(separator: "\r\n")
    }
    let run = try nursery(corpus.importArguments(store, from: csv))
    let report: [String: Any] = try run.json()
    #expect(run.status == 0)
    #expect(report["quarantined"] as? Int == 1)
    #expect(report["imported"] as? Int == Self.rows - 1)
    let refused = try #require((report["quarantinedRows"] as? [[String: Any]])?.first)
    #expect(refused["file"] as? String == "feeding.csv")
    #expect(refused["line"] as? Int == 8)
  }

  @Test func `the command that takes an import back names its transaction, and works`() throws {
    let files = try TemporaryFolder([
      "child.csv": "id,first_name,last_name,birth_date\n1,Noor,,2026-06-01\n"
    ])
    let arguments = [
      "import", "babybuddy", files.path, "--zone", "UTC", "--store", store, "--author", "Ada",
    ]
    let run = try nursery(arguments)
    #expect(run.output.contains("To take all of it back: nursery undo 1 --store \(store)\n"))
    #expect(try !nursery(arguments).output.contains("To take"))
    #expect(try nursery(["undo", "1", "--store", store]).status == 0)
  }

  @Test func `an import that only gets to know its rows says that no entry was changed`() throws {
    let file = folder.path("o.json")
    for line in [["new"], ["profile", "add", "Noor"], ["add", "diaper", "wet"]] {
      try #require(try nursery(line + ["--store", store]).status == 0)
    }
    try #require(try nursery("export", "nuzzle", file, "--store", store).status == 0)
    let run = try nursery("import", "nuzzle", file, "--store", store)
    #expect(run.output.contains("\nNo entry was changed. Written is only which"), "\(run.output)")
    #expect(run.output.contains("To take all of it back: nursery undo "))
    let again = try nursery("import", "nuzzle", file, "--store", store)
    #expect(!again.output.contains("Written is"), "\(again.output)")
  }

  @Test func `a switch says that it made a store, and how the lead goes back`() throws {
    let file = folder.path("old.csv")
    try """
    babyName,timestamp,amountValue,amountUnit,feedType
    Mina,2025-11-06T10:00:00.000Z,80.0,mL,solid
    """.write(toFile: file, atomically: true, encoding: .utf8)
    let run = try nursery("migrate", "switch", "babydashboard", file, "--store", store)
    #expect(run.output.hasPrefix("made a store at \(store), with days of "), "\(run.output)")
    let way = "To give the lead back: nursery migrate back-out babydashboard --store \(store)\n"
    #expect(run.output.hasSuffix("The new store leads.\n" + way), "\(run.output)")
  }

  @Test func `a baby that an import makes is named, as of a mistyped child`() throws {
    let file = folder.path("h.csv")
    try """
    Type,Start,End,Duration,Start Condition,Start Location,End Condition,Notes
    Feed,2026-11-18 08:00,,,Formula,Bottle,120ml,
    """.write(toFile: file, atomically: true, encoding: .utf8)
    let line = ["import", "huckleberry", file, "--zone", "UTC", "--store", store, "--child"]
    let first = try nursery(line + ["Noor", "--json"])
    let report: [String: Any] = try first.json()
    #expect(report["addedBabies"] as? [String] == ["Noor"])
    let again: [String: Any] = try nursery(line + ["Noor", "--json"]).json()
    #expect(again["addedBabies"] as? [String] == [])
    #expect(try nursery(line + ["Noora"]).output.contains("\nAdded baby Noora.\n"))
  }

  @Test func `people get a line of counts`() throws {
    let arguments = corpus.importArguments(store).filter { $0 != "--json" }
    let run = try nursery(arguments)
    #expect(
      run.output.contains("\n\(Self.rows) rows: \(Self.rows) imported\n"), "\(run.output)")
    #expect(run.errors == "")
  }

  @Test(arguments: [[], ["other.csv", "events.csv"], ["CHILD.CSV"]])
  func `a folder without the tables is refused, with their names, and no store is made`(
    files: [String]
  ) throws {
    let csv = folder.path("csv")
    try FileManager.default.createDirectory(atPath: csv, withIntermediateDirectories: true)
    for file in files { _ = try folder.file("csv/" + file, "id,start\r\n1,2\r\n") }
    for more in [[], ["--plan"]] {
      let run = try nursery(corpus.importArguments(store, from: csv) + more)
      #expect(run.status == 66, "\(run.output)")
      #expect(run.output == "")
      for part in [csv, "child.csv", "feeding.csv", "diaperchange.csv", "tag.csv"] {
        #expect(run.errors.contains(part), "\(run.errors)")
      }
    }
    #expect(!FileManager.default.fileExists(atPath: store))
  }

  @Test func `no store is made of a file of which no row can be read`() throws {
    let header = "Type,Start,End,Duration,Start Condition,Start Location,End Condition,Notes"
    let file = try folder.file("h.csv", header + "\nBath,yesterday,,,,,,\nBath,tomorrow,,,,,,\n")
    let arguments = [
      "import", "huckleberry", file, "--child", "Noor", "--zone", "UTC", "--store", store,
    ]
    for more in [[], ["--plan"]] {
      let run = try nursery(arguments + more)
      #expect(run.status == 65)
      #expect(run.errors.contains("None of 2 rows can be read, the first on line 2 of h.csv"))
      #expect(!FileManager.default.fileExists(atPath: store))
    }
    #expect(try nursery(arguments).output == "")
  }

  @Test func `no store is made while there is something to ask`() throws {
    let files = try TemporaryFolder([
      "child.csv": "id,first_name,last_name,birth_date\n1,Noor,,2026-06-01\n",
      "weight.csv": "id,child_id,weight,date\n1,1,400,2026-10-20\n",
    ])
    let arguments = [
      "import", "babybuddy", files.path, "--zone", "UTC", "--weight", "kg", "--store", store,
    ]
    let run = try nursery(arguments)
    #expect(run.status == 64)
    #expect(run.errors.contains("has a weight of 400.0 kg"))
    #expect(!FileManager.default.fileExists(atPath: store))
    let form =
      "A file for --answers holds the answers by their questions, such as "
      + "{\"weight:unit\": \"keep\"}"
    #expect(run.errors.contains(form), "\(run.errors)")
    #expect(try nursery(arguments + ["--plan"]).output.contains(form))
    let other = try folder.file("other.json", "{\"wieght:unit\": \"keep\"}")
    let stray = try nursery(arguments + ["--answers", other])
    #expect(stray.status == 64)
    #expect(stray.errors.contains("Nothing asks for the answer to “wieght:unit”."))
    let answers = try folder.file("answers.json", "{\"weight:unit\": \"keep\"}")
    #expect(try nursery(arguments + ["--answers", answers]).status == 0)
    // What the store knows by now is answered once more.
    #expect(try nursery(arguments + ["--answers", answers]).status == 0)
  }

  @Test func `the days of a store that is made for Nara's file are those of its zone`() throws {
    let file = try folder.file(
      "nara.csv",
      "Type,Profile Name,Start Date/time (Epoch),Time Zone,[Diaper] Type,_profileKey,_activityKey,"
        + "Created By Caregiver\n"
        + "Diaper,Noor,1792449000000,Europe/Amsterdam,Wet,c-1,t-1,Ada\n")
    let run = try nursery("import", "nara", file, "--store", store)
    #expect(run.status == 0)
    #expect(run.output.contains("with days of Europe/Amsterdam from 00:00 on"), "\(run.output)")
    #expect(
      run.output.contains(
        "  nara.csv, line 2: “Created By Caregiver” is not read (1 cell, first “Ada”)\n"))
    #expect(try nursery("history", "--store", store).output.contains("2026-10-20"))
  }

  @Test func `a database for Baby Buddy's folder is told as what it is`() throws {
    let file = try folder.file("db.sqlite3", "SQLite format 3\0")
    let run = try nursery("import", "babybuddy", file, "--zone", "UTC", "--store", store)
    #expect(run.status == 65)
    #expect(run.errors.contains("db.sqlite3 is an SQLite database, not CSV"), "\(run.errors)")
    // The folder of a server holds it beside what is no table.
    _ = try folder.file("settings.py", "DEBUG = False\n")
    let whole = try nursery(
      "import", "babybuddy", folder.path, "--zone", "UTC", "--store", store)
    #expect(whole.status == 65 && whole.errors == run.errors, "\(whole.errors)")
  }

  @Test func `a table without a column it needs is named with its rows`() throws {
    let files = try TemporaryFolder([
      "child.csv": "id,first_name,last_name,birth_date\n1,Noor,,2026-06-01\n",
      "pumping.csv": "id,child_id,amount,time\n1,1,90,2026-10-20 08:00:00\n",
      "note.csv": "id,child_id,note,time\n1,1,hello,2026-10-20 08:00:00\n",
    ])
    let run = try nursery("import", "babybuddy", files.path, "--zone", "UTC", "--store", store)
    let words = "  passed over: pumping.csv (has no column “start”, 1 row)\n"
    #expect(run.output.contains(words), "\(run.output)\(run.errors)")
  }

  @Test func `tables that are passed over are named with their rows`() throws {
    let csv = try corpus.copy(to: folder)
    let read: Set = ["child.csv", "tag.csv", "feeding.csv", "diaperchange.csv"]
    for name in try FileManager.default.contentsOfDirectory(atPath: csv)
    where !read.contains(name) {
      try FileManager.default.removeItem(atPath: "\(csv)/\(name)")
    }
    _ = try folder.file("csv/sleeps.csv", "id,start\r\n1,2\r\n\r\n2,3\r\n")
    _ = try folder.file("csv/notes.csv", "id\r\n")
    try Data([0x89, 0x50, 0, 0xFF]).write(to: URL(fileURLWithPath: csv + "/timer.csv"))
    let run = try nursery(corpus.importArguments(store, from: csv).filter { $0 != "--json" })
    #expect(run.status == 0)
    #expect(
      run.output.contains(
        "\n  passed over: notes.csv (0 rows), sleeps.csv (2 rows), timer.csv (cannot be read as CSV)\n"
      ),
      "\(run.output)")
    let report: [String: Any] = try nursery(corpus.importArguments(store, from: csv)).json()
    let passed = try #require(report["passedOver"] as? [[String: Any]])
    #expect(passed.map { $0["name"] as? String } == ["notes.csv", "sleeps.csv", "timer.csv"])
    #expect(passed.map { $0["rows"] as? Int } == [0, 2, nil])
  }

  @Test func `a second import writes no transaction`() throws {
    _ = try nursery(corpus.importArguments(store))
    let before = try nursery("transactions", "--store", store).output
    #expect(try nursery(corpus.importArguments(store)).status == 0)
    #expect(try nursery("transactions", "--store", store).output == before)
  }

  @Test func `warnings and conflicts are told in words, with both values and a way out`() throws {
    func feeds(_ amount: String) throws -> String {
      try folder.file(
        "feeds.csv",
        "babyName,timestamp,amountValue,amountUnit,feedType\n"
          + "Noor,2026-02-01T08:00:00Z,\(amount),mL,tea\n")
    }
    let first = try nursery("import", "babydashboard", feeds("90"), "--store", store)
    #expect(
      first.output.contains(
        "  the word is not known; the history has the row until a purge "
          + "(once, first at feeds.csv, line 2)\n"), "\(first.output)")
    #expect(try nursery("edit", "last", "amount=95ml", "--store", store).status == 0)
    let again = try nursery("import", "babydashboard", feeds("80"), "--store", store)
    #expect(
      again.output.contains(
        "  feeds.csv, line 2: amount is “95 mL” here and “80 mL” in the file; it stays as it is "
          + "here; to take another: nursery edit "), "\(again.output)")
    #expect(again.output.contains(" amount=VALUE --store \(store)\n"), "\(again.output)")
    // The next `undo` takes the conflict back, so this is the import that it belongs to.
    #expect(again.output.hasSuffix("To take all of it back: nursery undo 4 --store \(store)\n"))
    #expect(try nursery("delete", "last", "--store", store).status == 0)
    let deleted = try nursery("import", "babydashboard", feeds("70"), "--store", store)
    #expect(deleted.output.contains("deleted here and stays so; to have it back: nursery restore "))
  }

  @Test func `where children and tags alone can be read no store is made`() throws {
    for (name, text) in [
      ("child.csv", "id,first_name,last_name,birth_date\n1,Noor,,2026-01-01\n"),
      ("tag.csv", "id,name,color\n1,rash,#ff0000\n"),
      ("note.csv", "id,child_id,time,note\n1,1,soon,hello\n"),
    ] { _ = try folder.file(name, text) }
    let run = try nursery(
      "import", "babybuddy", folder.path, "--zone", "UTC", "--store", store)
    #expect(run.status == 65 && run.errors.contains("cannot be read"), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: store))
  }

  private func change(_ path: String, _ body: (String) -> String) throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let changed = body(text)
    #expect(changed != text)
    try Data(changed.utf8).write(to: URL(fileURLWithPath: path))
  }
}
