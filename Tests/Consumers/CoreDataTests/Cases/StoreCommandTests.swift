import Foundation
import Testing

/// BabyDashboard's store through the command line.
struct StoreCommandTests {
  private struct Run {
    let status: Int32
    let output: String
    let errors: String

    func json() throws -> [String: Any] {
      try #require(JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    }
  }

  let fixture: FixtureStore

  init() throws { fixture = try FixtureStore("SwiftDataEra") }

  private func path(_ name: String) -> String { fixture.folder.path + "/" + name }

  private func nursery(_ arguments: String...) throws -> Run {
    let (out, err) = (path("out-\(UUID())"), path("err-\(UUID())"))
    for file in [out, err] { try Data().write(to: URL(fileURLWithPath: file)) }
    let process = Process()
    process.executableURL = Self.program
    process.arguments = arguments + ["--store", path("log")]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: out))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: err))
    try process.run()
    process.waitUntilExit()
    return Run(
      status: process.terminationStatus, output: try String(contentsOfFile: out, encoding: .utf8),
      errors: try String(contentsOfFile: err, encoding: .utf8))
  }

  /// Beside the tests, or a few folders above them.
  private static var program: URL {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).standardizedFileURL
    for _ in 0..<5 {
      folder.deleteLastPathComponent()
      let file = folder.appendingPathComponent("nursery")
      if FileManager.default.isExecutableFile(atPath: file.path) { return file }
    }
    return folder
  }

  @Test func `a store is known by its content, planned, imported and recorded`() throws {
    // Whatever it is called.
    let store = try fixture.closedCopy()
    let file = store.deletingPathExtension().appendingPathExtension("csv").path
    try FileManager.default.moveItem(atPath: store.path, toPath: file)
    try FileManager.default.moveItem(atPath: store.path + "-wal", toPath: file + "-wal")
    let plan = try nursery("import", "babydashboard", file, "--plan", "--json")
    #expect(plan.status == 0, "\(plan.errors)")
    #expect(try plan.json()["imported"] as? Int == 15)
    #expect(!FileManager.default.fileExists(atPath: path("log")))
    let run = try nursery(
      "import", "babydashboard", file, "--json", "--log", path("import.txt"))
    #expect(run.status == 0, "\(run.errors)")
    #expect(try run.json()["imported"] as? Int == 15)
    let record = try String(contentsOfFile: path("import.txt"), encoding: .utf8)
    #expect(record.contains("complete FeedSession: 9 rows"))
    let again = try nursery("import", "babydashboard", file, "--json")
    #expect(try again.json()["unchanged"] as? Int == 15)
    #expect(try nursery("profiles").output.contains("Mina"))
  }

  @Test func `a migration goes over from a store`() throws {
    for step in ["rehearse", "follow", "compare", "switch"] {
      let run = try nursery("migrate", step, "babydashboard", fixture.url.path)
      #expect(run.status == 0, "\(step): \(run.errors)")
    }
    #expect(try nursery("profiles").output.contains("Mina"))
  }

  @Test func `options that belong to files are refused for a store`() throws {
    let run = try nursery(
      "import", "babydashboard", fixture.url.path, "--diapers", fixture.url.path)
    #expect(run.status == 64)
    #expect(run.errors.contains("--diapers goes with a CSV file"))
  }

  @Test func `a store of another app is refused with its name`() throws {
    let trips = try FixtureStore("Trips", name: "Trips.sqlite")
    let run = try nursery("import", "babydashboard", trips.url.path)
    #expect(run.status == 65)
    #expect(run.errors.contains("Trips.sqlite has no entity BabyProfile"))
  }
}
