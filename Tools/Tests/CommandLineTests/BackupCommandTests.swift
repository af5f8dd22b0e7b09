import Foundation
import TemporaryFolders
import Testing

/// `backup restore` of a folder with the backups of several stores.
struct BackupCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for (store, hour) in [("ada", 10), ("ben", 11), ("ada", 12)] {
      for line in [
        "new --store \(store)", "profile add \(store)-\(hour) --store \(store)",
        "backup run backups --store \(store)",
      ] where !(line.hasPrefix("new") && hour == 12) { try run(line, hour: hour) }
    }
  }

  @discardableResult
  private func run(_ line: String, hour: Int = 13) throws -> String {
    let run = try nursery(
      ShellWords.split(line), variables: ["DAYBOOK_NOW": "2026-11-20T\(hour):00:00Z"],
      directory: folder.path)
    try #require(run.status == 0, "\(line): \(run.errors)")
    return run.output
  }

  private func object(_ line: String) throws -> [String: Any] {
    try Run(status: 0, output: run(line + " --json"), errors: "").json()
  }

  @Test func `increments without a full backup hide no store that can be restored`() throws {
    let backups = folder.path + "/backups"
    let ada = try #require(try object("backup restore backups --into last")["origin"] as? String)
    for name in try FileManager.default.contentsOfDirectory(atPath: backups)
    where name.hasPrefix("full-\(ada)") {
      try FileManager.default.removeItem(atPath: backups + "/" + name)
    }
    let other = try object("backup restore backups --into other")
    #expect(other["origin"] as? String != ada)
    #expect(other["others"] as? [String] == [])
  }

  @Test func `what cannot be restored of one store names the others`() throws {
    let run = try nursery(
      ShellWords.split("backup restore backups --into none --to 9"), directory: folder.path)
    #expect(run.status != 0 && run.errors.contains("other stores, too: --of "), "\(run.errors)")
    // The one that was backed up last is none of the others.
    let restored = try object("backup restore backups --into last")
    let (ada, others) = (restored["origin"] as? String ?? "", restored["others"] as? [String])
    #expect(run.errors.contains("of the store \(ada), which was backed up last"), "\(run.errors)")
    let ben = try #require(others?.first)
    #expect(run.errors.contains("too: --of \(ben).") || run.errors.hasSuffix("--of \(ben)\n"))
  }

  @Test func `it says whose backup it is, when that was written, and how to get the others`()
    throws
  {
    let restored = try object("backup restore backups --into last")
    let (ada, others) = (
      try #require(restored["origin"] as? String), restored["others"] as? [String]
    )
    let ben = try #require(others?.first)
    #expect(others?.count == 1 && ada != ben)
    #expect(restored["written"] as? String == "2026-11-20T12:00:00Z")
    let text = try run("backup restore backups --into text")
    #expect(text.contains("of the store \(ada), whose transaction"), "\(text)")
    #expect(text.contains("was written at 2026-11-20T12:00:00Z"), "\(text)")
    #expect(text.contains("backups of other stores, too: --of \(ben)"), "\(text)")
    let other = try object("backup restore backups --into other --of \(ben)")
    #expect(other["origin"] as? String == ben && other["others"] as? [String] == [ada])
    #expect(other["written"] as? String == "2026-11-20T11:00:00Z")
    // Also where the store was named.
    let named = try run("backup restore backups --into named --of \(ben)")
    #expect(named.contains("of the store \(ben)") && named.contains("--of \(ada)"))
  }

  @Test func `the time that a restore prints leads back to what was restored`() throws {
    func run(_ line: String, second: String = "13") throws -> String {
      let run = try nursery(
        ShellWords.split(line), variables: ["DAYBOOK_NOW": "2026-11-20T20:05:\(second)Z"],
        directory: folder.path)
      try #require(run.status == 0, "\(line): \(run.errors)")
      return run.output
    }
    _ = try run("profile add one --store ada", second: "05.2")
    _ = try run("profile add two --store ada", second: "06.7")
    _ = try run("profile add three --store ada", second: "07.1")
    _ = try run("backup run backups --store ada")
    let first = try run("backup restore backups --into first --to 4")
    let time = "2026-11-20T20:05:06Z"
    #expect(first.contains("whose transaction 4 was written at \(time)"), "\(first)")
    let second = try run("backup restore backups --into second --to \(time)")
    #expect(second.contains("second is restored to transaction 4,"), "\(second)")
    #expect(try run("as-of \(time) profiles --store ada").contains("two"))
    // A fraction that is told counts.
    #expect(try !run("as-of 2026-11-20T20:05:06.0Z profiles --store ada").contains("two"))
  }

  @Test func `an undo in a restored store names what an increment brought`() throws {
    for line in [
      "add diaper wet --store ben", "backup run other --store ben",
      "add diaper solid --store ben", "backup run other --store ben",
      "backup restore other --into again",
    ] { try run(line) }
    func refused(_ rest: String) throws {
      let run = try nursery(["undo", "--store", "again"], directory: folder.path)
      #expect(
        run.errors
          == "nursery: the log has nothing without an author to take back that was written here; "
          + "transaction 3 came from another device, or from an increment when a backup was "
          + "restored: to take it back: nursery undo 3 --store again\(rest)\n")
      #expect(run.status == 65)
    }
    // The oldest thing is not what somebody means who names none.
    try refused("; 2 is the newest that is from before: nursery undo 2 --store again")
    for line in ["undo 2 --store again", "undo 1 --store again"] { try run(line) }
    try refused("")
    #expect(try run("undo 3 --store again").contains("deleted diaper"))
    let nothing = try nursery(["undo", "--store", "again"], directory: folder.path)
    #expect(nothing.errors.contains("it is done already"), "\(nothing.errors)")
  }

  @Test func `an undo in a restored store takes what was written there since`() throws {
    for line in [
      "backup run other --store ben", "add diaper wet --store ben", "backup run other --store ben",
      "backup restore other --into again", "add note --memo own --store again",
    ] { try run(line) }
    #expect(try run("undo --store again").contains("deleted note"))
  }

  @Test(arguments: ["ada", "./ada", "ada/backups/deep", "link/backups"])
  func `backups in the folder of their store are refused`(place: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: folder.path("ada"))
    let run = try nursery(
      ["backup", "run", place, "--store", "ada"], directory: folder.path)
    #expect(run.status == 73 && run.errorLines.count == 1, "\(run.errors)")
    #expect(run.errors.contains("give a folder outside of "), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("ada") + "/backups"))
  }

  @Test func `a new store among backups is refused`() throws {
    let run = try nursery(["new", "--store", "backups"], directory: folder.path)
    #expect(run.status == 73 && run.errors.contains("give another folder"), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("backups") + "/data.mdb"))
  }
}
