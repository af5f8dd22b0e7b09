import Foundation
import TemporaryFolders
import Testing

/// Where the days of a store begin is nowhere in the log, and goes along with it.
@Suite struct TravellingDaysTests {
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
