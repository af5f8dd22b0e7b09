import ChildProcesses
import Foundation
import TemporaryFolders
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

/// `daybookctl bench`.
struct BenchCommandTests {
  private static let keys = [
    "durable", "durableSlowest", "relaxed", "batches", "callers8", "callers64", "rebuild",
    "verify", "dayPage", "point", "eventsOfType", "word", "bytes", "coldOpen",
  ]

  /// What can only be compared where there are as many events.
  private static let dependent = ["eventsOfType", "word", "bytes", "coldOpen"]

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var left: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path("disk")) }
  }

  private func bench(_ arguments: String..., events: String = "2000") throws -> Run {
    try FileManager.default.createDirectory(
      atPath: folder.path("disk"), withIntermediateDirectories: true)
    return try daybookctl(["bench", "--events=\(events)", "--in", folder.path("disk")] + arguments)
  }

  @Test func `every row is there, and nothing is left in the folder`() throws {
    let run = try bench("--json")
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    let rows = try run.list("rows")
    #expect(rows.compactMap { $0["key"] as? String } == Self.keys)
    for row in rows {
      for side in ["here", "ours"] {
        #expect((row[side] as? Double ?? 0) > 0, "\(side) of \(row)")
      }
      let depends = Self.dependent.contains(row["key"] as? String ?? "")
      #expect(((row["timesOurs"] as? Double ?? 0) > 0) != depends, "\(row)")
    }
    let object: [String: Any] = try run.json()
    #expect(Set(object.keys) == ["here", "ours", "rows", "time", "version"])
    let here = try #require(object["here"] as? [String: Any])
    #expect(here["events"] as? Int == 2_000)
    #expect(try left == [])
  }

  @Test func `the table says what it is beside, and the picture is well-formed`() throws {
    let picture = folder.path("bench.svg")
    let run = try bench("--svg", picture)
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    let lines = run.output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("measured ") == true)
    #expect(lines.contains("Above 1× it is faster here, or smaller, than ours."))
    #expect(lines.contains { $0.hasPrefix("Ours: 100,000 events; ") })
    #expect(lines.contains { $0.hasPrefix("Here: 2,000 events; ") })
    let rows = lines.dropFirst().prefix(Self.keys.count)
    #expect(rows.allSatisfy { $0.hasSuffix("×") || $0.hasSuffix("–") }, "\(run.output)")
    #expect(try left == [])
    let reader = Names()
    let parser = XMLParser(data: try Data(contentsOf: URL(fileURLWithPath: picture)))
    parser.delegate = reader
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    #expect(reader.count["svg"] == 1 && reader.count["script"] == nil)
    // The paper, and a bar for each row that can be compared.
    #expect(reader.count["rect"] == 1 + Self.keys.count - Self.dependent.count)
  }

  @Test(arguments: ["0", "-1", "999", "1000001", "many", "1e5"])
  func `a number of events that cannot be is told`(_ events: String) throws {
    let run = try bench(events: events)
    #expect(run.status == 64)
    #expect(run.output == "")
    #expect(
      run.errors
        == "daybookctl: --events takes a number from 1000 to 1000000, not “\(events)”; "
        + "see daybookctl bench --help\n")
    #expect(try left == [])
  }

  @Test func `what cannot be written is told before anything is measured`() throws {
    let file = try folder.file("file")
    for (path, reason) in [
      (folder.path("none/bench.svg"), "there is no folder"), (folder.path, "it is a folder"),
      (file + "/bench.svg", "is no folder"),
    ] {
      let run = try bench("--svg", path, events: "1000000")
      #expect(run.status == 73, "\(run.errors)")
      #expect(run.errorLines.count == 1 && run.errors.contains(reason), "\(run.errors)")
      #expect(try left == [])
    }
    let run = try daybookctl("bench", "--in", folder.path("nowhere"))
    #expect(run.status == 66)
    #expect(run.errors == "daybookctl: there is no folder \(folder.path("nowhere"))\n")
  }

  /// A shell lets what it runs in the background ignore SIGINT, and so its children.
  @Test(.timeLimit(.minutes(5)), arguments: [SIGTERM])
  func `nothing is left when it is interrupted`(_ number: Int32) throws {
    let disk = folder.path("disk")
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
    let process = try ChildProcess(
      Executable.find("daybookctl").path, ["bench", "--events", "100000", "--in", disk],
      environment: Executable.variables(), output: .nothing, errors: .nothing)
    // Until it writes.
    while try left.isEmpty
      || !FileManager.default.fileExists(atPath: "\(disk)/\(left[0])/family/data.mdb")
    {
      Thread.sleep(forTimeInterval: 0.01)
    }
    process.signal(number)
    // The second where the signal comes too late for a thread that has handled it.
    #expect(try [.signal(number), .exit(128 + number)].contains(process.wait()))
    #expect(try left == [])
  }
}

/// How often each element is there.
private final class Names: NSObject, XMLParserDelegate {
  var count: [String: Int] = [:]

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    count[name, default: 0] += 1
  }
}
