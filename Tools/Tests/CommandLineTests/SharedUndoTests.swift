import Foundation
import TemporaryFolders
import Testing

/// What can be taken back in a shared store, and what the log says of the space.
struct SharedUndoTests {
  private let family: Family

  init() throws {
    family = try Family()
    try family.exchange()
  }

  private func count(_ store: String) throws -> Int {
    try family.run("transactions --store \(store) --limit 100 --json").list("transactions").count
  }

  /// Takes something back in vain.
  private func refused(_ line: String, _ words: String) throws {
    let before = try count("ada")
    let run = try family.refused(line + " --store ada")
    #expect(run.status == 65)
    #expect(run.errors.contains(words), "\(run.errors)")
    #expect(try count("ada") == before)
  }

  @Test func `what is final is refused with the way out`() throws {
    try family.run("add feed formula 90ml --baby Noor --store ada")
    try family.run("undo 4 --store ada")
    try family.run("add diaper wet --baby Noor --store ada")
    try family.run("sync frontier --yes --store ada")
    let final = "is final since frontier 1, set by Ada; write a correction instead"
    for line in ["undo 1", "undo", "undo 6 --dry-run", "redo 4"] { try refused(line, final) }
    try family.run("add feed formula 60ml --baby Noor --store ada")
    try family.run("undo --store ada")
  }

  @Test func `what is said about the space is refused, and is not the last thing`() throws {
    for line in ["undo 2", "undo 3", "undo 3 --dry-run"] {
      try refused(line, "says something about the space, which is not taken back")
    }
    var variables = Family.variables
    variables["DAYBOOK_AUTHOR"] = nil
    let run = try nursery(
      ["undo", "--store", "ada"], variables: variables, directory: family.folder.path)
    #expect(run.status == 65)
    #expect(run.errors.contains("nothing without an author to take back"))
  }

  @Test func `the log says in words who said what about the space`() throws {
    let status = try family.object("sync status --store ben")
    let ben = String(((status["replica"] as? String) ?? "").prefix(8)).lowercased()
    for line in ["role \(ben) --as owner", "keeper \(ben) --yes", "revoke \(ben) --yes"] {
      try family.run("sync \(line) --store ada")
    }
    let own = try family.object("sync status --store ada")["replica"] as? String
    let ada = String((own ?? "").prefix(8)).lowercased()
    let rows = try family.run("log --store ada --json").list("events")
    #expect(rows.allSatisfy { ($0["words"] as? String)?.contains("does not know") == false })
    let said = rows.filter { $0["kind"] as? String == "space" }
    #expect(
      said.map { $0["words"] as? String } == [
        "Ada revoked Ben after transaction 0 (device \(ben))",
        "Ada let Ben set frontiers (device \(ben)), in place of Ada (device \(ada))",
        "Ada made Ben owner (device \(ben))",
        "Ada enrolled Ben as writer (device \(ben))",
        "Ada made the space Noor",
      ])
    #expect(said.allSatisfy { $0["short"] is NSNull })
    let transactions = try family.run("transactions --store ada --json").list("transactions")
    #expect(transactions[2]["words"] as? String == "Ada made Ben owner (device \(ben))")
    #expect(try family.run("log --store ada --after 2 --limit 1").output.contains("Ada enrolled"))
  }
}
