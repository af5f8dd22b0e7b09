import Foundation
import TemporaryFolders
import Testing

/// `import babybuddy`: its report, and what it leaves alone.
@Suite struct ImportCommandTests {
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
        "\n  passed over: notes.csv (0 rows), sleeps.csv (2 rows), timer.csv (not CSV)\n"),
      "\(run.output)")
    let report: [String: Any] = try nursery(corpus.importArguments(store, from: csv)).json()
    let passed = try #require(report["passedOver"] as? [[String: Any]])
    #expect(passed.map { $0["name"] as? String } == ["notes.csv", "sleeps.csv", "timer.csv"])
    #expect(passed.map { $0["rows"] as? Int } == [0, 2, nil])
  }

  private func change(_ path: String, _ body: (String) -> String) throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let changed = body(text)
    #expect(changed != text)
    try Data(changed.utf8).write(to: URL(fileURLWithPath: path))
  }
}
