import Foundation
import StoreFixtures
import TemporaryFolders
import TestRun
import Testing

/// What commands that copy a store say of one that is damaged, or was changed.
@Suite(.tags(.crash)) struct DamagedStoreTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path("store") }

  init() throws {
    folder = try TemporaryFolder(inMemory: true)
    for line in [
      "new", "profile add Noor", "add diaper wet", "add feed 60ml", "add note --memo hello",
    ] { try run(line) }
  }

  @discardableResult
  private func run(
    _ line: String, status: Int32 = 0, at now: String = "2026-11-20T20:05:00Z"
  ) throws -> Run {
    let words = ShellWords.split(line)
    let run = try nursery(
      words.contains("--store") ? words : words + ["--store", "store"],
      variables: ["DAYBOOK_NOW": now], directory: folder.path)
    try #require(run.status == status, "\(line): \(run.output) \(run.errors)")
    return run
  }

  /// Changes a text in the log, and all checksums to fit.
  private func change() throws {
    let place = try (1...4).first {
      try StoreFixtures.change("events", $0, at: path, "Noor", to: "Nora")
    }
    try #require(place != nil)
  }

  @Test func `a backup of a store with a damaged event is refused, and the old one stays`() throws {
    try run("backup run backups")
    let names = try run("backup list backups").output
    try #require(StoreFixtures.damage("events", 1, at: path) != nil)
    // Twice within a second is once.
    let refused = try run(
      "backup run backups --full --keep 1d", status: 74, at: "2026-11-21T20:05:00Z")
    #expect(refused.errors.contains("no backup was made, because the store is damaged"))
    #expect(refused.errors.contains("doctor --rebuild-into NEWDIR"), "\(refused.errors)")
    #expect(try run("backup list backups --check").output == names)
    try run("backup restore backups --into restored")
    #expect(try run("verify --store restored").status == 0)
  }

  @Test func `a backup of a store with a damaged view is made, told and restored`() throws {
    let view = "nursery.historyGroups"
    try #require(StoreFixtures.damage("\(view)/", at: path) != nil)
    let made = try run("backup run backups", status: 1)
    #expect(made.output.contains("Rows of the view \(view) are damaged in the store"))
    #expect(made.output.contains("nursery rebuild \(view) --store store"), "\(made.output)")
    let listed = try run("backup list backups --check")
    #expect(listed.output.contains("a restore builds the view \(view) anew"), "\(listed.output)")
    let rows = try run("backup list backups --check --json").list("backups")
    #expect(rows.first?["damagedViews"] as? [String] == [view])
    let restored = try run("backup restore backups --into restored")
    #expect(restored.output.contains("\(view) was damaged in the backup, and is built anew"))
    try run("verify --store restored")
    #expect(try run("history --store restored").output.contains("hello"))
  }

  @Test func `a log that was changed is told when it is written out`() throws {
    try change()
    let file = try run("export log out.ndjson", status: 1)
    #expect(file.output.contains("was changed after it was written"), "\(file.output)")
    let json: [String: Any] = try run("export log two.ndjson --json", status: 1).json()
    #expect((json["problem"] as? String)?.contains("was changed after") == true)
    let output = try run("export log", status: 1)
    #expect(output.errors.contains("was changed after it was written"), "\(output.errors)")
    #expect(output.output.split(separator: "\n").count == 6)
  }

  @Test func `a copy of a changed store says so`() throws {
    try change()
    let copied = try run("doctor --rebuild-into copy", status: 1)
    #expect(copied.output.contains("was changed after it was written; it was copied as it is now"))
    let found = try run("doctor", status: 1)
    #expect(found.output.contains("it is not what was written"), "\(found.output)")
    #expect(!found.output.contains("cannot be read any more"), "\(found.output)")
  }

  @Test(arguments: ["events", "transactions", "entities"])
  func `a damaged store is not compacted`(table: String) throws {
    try #require(StoreFixtures.damage(table, 1, at: path) != nil)
    let data = URL(fileURLWithPath: path + "/data.mdb")
    let before = try Data(contentsOf: data).count
    let refused = try run("compact", status: 74)
    #expect(refused.errors.contains("nothing was compacted"), "\(refused.errors)")
    #expect(try Data(contentsOf: data).count == before)
  }

  @Test func `a store with a damaged view is compacted, and the view is told`() throws {
    try #require(StoreFixtures.damage("nursery.historyGroups/", at: path) != nil)
    #expect(try run("compact", status: 1).output.contains("Rows of the view nursery.historyGroups"))
  }
}
