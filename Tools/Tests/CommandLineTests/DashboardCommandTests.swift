import Foundation
import TemporaryFolders
import Testing

/// BabyDashboard's files through the command line.
struct DashboardCommandTests {
  let folder: TemporaryFolder
  let feeds = """
    babyName,timestamp,amountValue,amountUnit,feedType
    "Kim, Mina",2025-11-06T18:34:39.946Z,80.0,mL,babyFormula
    Noor,2025-11-06T07:00:00.001Z,,,breastFeed
    ,2025-11-06T01:00:00.000Z,4.5,fl oz,solid
    """
  let diapers = """
    babyName,timestamp,diaperType
    Noor,2025-11-06T18:00:00.999Z,pee
    Noor,2025-11-06T17:00:00.000Z,poo
    """

  init() throws { folder = try TemporaryFolder() }

  private func load(_ feeds: String, _ diapers: String? = nil) throws -> Run {
    var arguments = ["import", "babydashboard", try folder.file("feeds.csv", feeds)]
    if let diapers { arguments += ["--diapers", try folder.file("diapers.csv", diapers)] }
    return try nursery(arguments + ["--store", folder.path("store"), "--json"])
  }

  @Test func `what the feeds on standard output leave out is told beside them`() throws {
    _ = try load(feeds)
    let store = folder.path("store")
    try #require(
      nursery(
        "add", "note", "hello", "--baby", "Noor", "--at", "2025-11-07 10:00", "--store", store
      ).status == 0)
    let run = try nursery("export", "babydashboard", "--store", store)
    #expect(run.output == feeds)
    #expect(run.errors == "  1 entry: BabyDashboard's files have no entries of this kind.\n")
  }

  @Test func `what was imported is exported byte for byte`() throws {
    let report: [String: Any] = try load(feeds, diapers).json()
    #expect(report["imported"] as? Int == 5)
    let files = try #require(report["files"] as? [[String: Any]])
    #expect(files.map { $0["name"] as? String } == ["feeds.csv", "diapers.csv"])
    let counts = files.map { $0["counts"] as? [String: Int] }
    #expect(counts.map { $0?["rows"] } == [3, 2])
    let store = folder.path("store")
    #expect(try nursery("export", "babydashboard", "--store", store).output == feeds)
    let run = try nursery(
      "export", "babydashboard", "--store", store, "--feeds", folder.path("f"), "--diapers",
      folder.path("d"))
    #expect(
      run.output
        == "The feeds are in \(folder.path("f")).\nThe diaper changes are in \(folder.path("d")).\n"
    )
    #expect(try String(contentsOfFile: folder.path("f"), encoding: .utf8) == feeds)
    #expect(try String(contentsOfFile: folder.path("d"), encoding: .utf8) == diapers)
    let json: [String: Any] = try nursery(
      "export", "babydashboard", "--store", store, "--json"
    ).json()
    #expect(json["feeds"] as? String == feeds)
    #expect(json["diapers"] as? String == diapers)
  }

  // A trait brings what reads a store; Tests/Consumers/CoreDataTests builds the program with it.
  @Test func `a store is known by its content, and what reads one is named`() throws {
    let file = try folder.file("feeds.csv", "SQLite format 3\u{0} and more")
    let run = try nursery("import", "babydashboard", file, "--store", folder.path("store"))
    #expect(run.status == 65)
    #expect(run.errorLines.count == 1)
    #expect(run.errors.contains("is a store of Core Data"))
    #expect(run.errors.contains("swift build --package-path Tools --traits CoreData"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("store")))
  }

  @Test(arguments: ["--shared", "--log"])
  func `an option that goes with a store is refused for a file`(_ option: String) throws {
    let run = try nursery(
      "import", "babydashboard", try folder.file("feeds.csv", feeds), option, "x", "--store",
      folder.path("store"))
    #expect(run.status == 64)
    #expect(run.errors.contains("\(option) goes with a store"))
  }

  @Test func `what is exported is for this user alone`() throws {
    _ = try load(feeds, diapers)
    let (new, there) = (folder.path("f"), try folder.file("d", "old"))
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: there)
    let run = try nursery(
      "export", "babydashboard", "--store", folder.path("store"), "--feeds", new, "--diapers",
      there, "--replace")
    #expect(run.status == 0)
    for path in [new, there] {
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
      #expect(mode as? Int == 0o600, "\(path)")
    }
  }

  @Test func `the same again adds nothing, a millisecond, a byte order mark and CRLF aside`()
    throws
  {
    _ = try load(feeds, diapers)
    let again =
      "\u{FEFF}"
      + feeds.replacing("39.946Z", with: "39.9464Z").split(separator: "\n").joined(
        separator: "\r\n")
    let report: [String: Any] = try load(again, diapers).json()
    #expect(report["imported"] as? Int == 0)
    #expect(report["unchanged"] as? Int == 5)
  }

  @Test func `the older header without a type is read`() throws {
    let report: [String: Any] = try load(
      "babyName,timestamp,amountValue,amountUnit\nA,2025-11-06T18:00:00.000Z,5,ml"
    ).json()
    #expect(report["imported"] as? Int == 1)
  }

  @Test func `a bad row is told with its line`() throws {
    let report: [String: Any] = try load(feeds + "\nNoor,yesterday,,,").json()
    #expect(report["quarantined"] as? Int == 1)
    #expect(report["imported"] as? Int == 3)
    #expect(report["rows"] as? Int == 4)
  }

  @Test func `the output arguments are those of other exports`() throws {
    let family = try TemporaryFolder()
    func run(_ line: String, _ status: Int32 = 0) throws -> Run {
      let run = try nursery(ShellWords.split(line + " --store s"), directory: family.path)
      try #require(run.status == status, "\(line): \(run.output)\(run.errors)")
      return run
    }
    _ = try run("new")
    _ = try run("profile add Noor")
    _ = try run("add feed 120ml")
    _ = try run("add diaper wet")
    let feeds = try run("export babydashboard").output
    for line in ["f1.csv", "--output f2.csv", "--feeds f3.csv --zone Europe/Paris"] {
      _ = try run("export babydashboard \(line)")
    }
    for name in ["f1.csv", "f2.csv", "f3.csv"] {
      #expect(try String(contentsOfFile: family.path(name), encoding: .utf8) == feeds)
    }
    #expect(try run("export babydashboard -").output == feeds)
    let diapers = try run("export babydashboard --diapers -").output
    #expect(diapers.hasPrefix("babyName,timestamp") && diapers != feeds, "\(diapers)")
    #expect(!FileManager.default.fileExists(atPath: family.path("-")))
    _ = try run("export babydashboard a.csv --feeds b.csv", 64)
    _ = try run("export babydashboard - --diapers -", 64)
    _ = try run("export babydashboard --zone Nowhere/None", 65)
  }
}
