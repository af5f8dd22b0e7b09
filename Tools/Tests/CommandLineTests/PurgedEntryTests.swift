import Foundation
import TemporaryFolders
import Testing

/// What is shown of an entry, and how it comes back, when a part of its history was purged.
struct PurgedEntryTests {
  private let folder: TemporaryFolder
  private let id: String

  /// A baby in transaction 1, and a feed in transaction 2.
  init() throws {
    folder = try TemporaryFolder()
    let variables = Self.variables(folder)
    for line in ["new", "profile add Noor", "add feed 100ml formula"] {
      _ = try nursery(ShellWords.split(line), variables: variables)
    }
    let shown: [String: Any] = try nursery(["show", "last", "--json"], variables: variables).json()
    id = try #require(shown["short"] as? String)
  }

  private func attempt(_ line: String) throws -> Run {
    try nursery(
      ShellWords.split(line.replacing("ID", with: id)),
      variables: Self.variables(folder))
  }

  /// With a seed, so that what is written later has no identifier that begins as the feed's.
  private static func variables(_ folder: TemporaryFolder) -> [String: String] {
    [
      "DAYBOOK_STORE": folder.path("store"), "DAYBOOK_NOW": "2026-11-20T20:05:00Z",
      "DAYBOOK_SEED": "1",
    ]
  }

  @discardableResult
  private func run(_ line: String) throws -> String {
    let run = try attempt(line)
    try #require(run.status == 0, "\(line): \(run.errors)")
    return run.output
  }

  @Test func `a log of which all was purged says so`() throws {
    try run("purge --before 2 --yes")
    let words = "All 2 transactions were purged, and nothing was written since.\n"
    for line in ["transactions", "log"] { #expect(try run(line) == words) }
    for line in ["undo 1", "redo 1"] {
      #expect(try attempt(line).errors.contains("transaction 1 was purged"))
    }
    try run("add diaper wet")
    #expect(try run("transactions --author Ada") == "No transaction is of such an author.\n")
  }

  @Test func `a time from before a purge is refused as its transactions are`() throws {
    try run("purge --before 2 --yes")
    try run("add diaper wet")
    for line in [
      "as-of 2026-11-19T22:00:00Z history", "export view feeds --as-of 2026-11-19T22:00:00Z",
      "diff 2026-11-19T22:00:00Z 3",
    ] {
      let refused = try attempt(line)
      #expect(refused.status == 65, "\(line): \(refused.output)\(refused.errors)")
      #expect(refused.errors.contains("up to transaction 2 was purged"), "\(refused.errors)")
    }
    // A job that purges by the calendar finds nothing to do.
    try run("purge --before 2026-11-19T22:00:00Z --yes")
  }

  @Test func `which entry was written last is not known when all was purged`() throws {
    try run("purge --before 2 --yes")
    for line in ["show last", "delete last", "edit last memo=x"] {
      let refused = try attempt(line)
      #expect(refused.status == 65)
      #expect(
        refused.errors
          == "nursery: no entry was written after transaction 2, up to which the log was purged; "
          + "give the id of one, which lists such as `today` show\n")
    }
    #expect(try attempt("restore last").errors.contains("no entry was deleted after transaction 2"))
    try run("edit ID memo=x")
    #expect(try run("show last").contains("100 mL"))
  }

  private func numbers(_ line: String) throws -> [Int] {
    try attempt(line).list("versions").compactMap { $0["number"] as? Int }
  }

  @Test func `what a redo says takes it back does so after a purge, too`() throws {
    for line in ["undo 2", "purge --before 2 --yes"] { try run(line) }
    let said = try run("redo")
    let back = try #require(said.split(separator: "nursery ").last)
    #expect(back.hasPrefix("undo ") && !back.hasPrefix("undo 2\n"), "\(said)")
    try run(back.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  @Test(arguments: [(2, [2, 3, 4, 5]), (3, [3, 4, 5]), (4, [4, 5]), (5, [5])])
  func `versions that were purged are not shown, though a later undo keeps their events`(
    purged: Int, left: [Int]
  ) throws {
    for line in ["edit ID amount=110ml", "edit ID amount=130ml", "undo 3", "add diaper wet"] {
      try run(line)
    }
    #expect(try numbers("entity ID --json") == [2, 3, 4, 5])
    try run("purge --before \(purged) --yes")
    // The first of them is what the purge left.
    #expect(try numbers("entity ID --json") == left)
    let text = try run("entity ID")
    #expect(text.contains("130 mL") && text.contains("100 mL") == (purged == 2), "\(text)")
  }

  @Test func `each version follows the one before it from what the purge left`() throws {
    for line in ["edit ID amount=110ml", "undo 3", "purge --before 3 --yes"] { try run(line) }
    let text = try run("entity ID")
    #expect(text.contains("formula, 110 mL"), "\(text)")
    #expect(text.contains("changed amount 110 mL → 100 mL"), "\(text)")
    #expect(!text.contains("added") && !text.contains("(taken back)"), "\(text)")
  }

  /// The command in a sentence, and what became of the entry when it was typed.
  private func way(_ line: String) throws -> String? {
    let run = try attempt(line)
    let text = run.output + run.errors
    return text.firstMatch(of: #/nursery ((?:restore|redo|undo) \w+)/#).map { String($0.output.1) }
  }

  @Test(arguments: [false, true], [1, 2])
  func `one way brings back what was taken back, before a purge and after it`(
    isEdited: Bool, purged: Int
  ) throws {
    if isEdited { try run("edit ID amount=110ml") }
    try run("undo 2")
    try run("add diaper wet")
    try run("purge --before \(purged) --yes")
    let way = try #require(try way("show ID"))
    let taken = isEdited ? 4 : 3
    #expect(way == (purged < 2 ? "redo 2" : "undo \(taken)"))
    #expect(try self.way("edit ID amount=90ml") == way)
    #expect(try self.way("restore ID") == way)
    let shown: [String: Any] = try attempt("show ID --json").json()
    #expect(shown["back"] as? String == "nursery \(way)")
    try run(way)
    #expect(try !run("show ID").contains("taken back"))
  }

  @Test(arguments: ["undo 2", "redo 2"])
  func `a transaction that was purged is told as that`(line: String) throws {
    for line in ["add diaper wet", "purge --before 2 --yes"] { try run(line) }
    let refused = try attempt(line)
    #expect(refused.status == 65)
    #expect(refused.errors == "nursery: the log has purged transaction 2\n")
  }

  @Test(arguments: ["as-of 3 history", "diff 3 6", "log --after 3"])
  func `a place that was purged is told by its number, though its events were kept`(
    line: String
  ) throws {
    for line in [
      "edit ID amount=110ml", "edit ID amount=130ml", "undo 3", "add diaper wet",
      "purge --before 4 --yes",
    ] { try run(line) }
    let refused = try attempt(line)
    #expect(refused.status == 65 && refused.errors == "nursery: transaction 3 was purged\n")
  }

  @Test func `no way is named when what took it back was purged too`() throws {
    for line in ["undo 2", "add diaper wet", "purge --before 3 --yes"] { try run(line) }
    for line in ["show ID", "edit ID amount=90ml", "restore ID"] {
      let refused = try attempt(line)
      #expect(refused.status == 65 && refused.errors.contains(id), "\(refused.errors)")
      #expect(try way(line) == nil, "\(line)")
    }
  }

  @Test func `a deleted entry whose adding was purged is shown with its way back`() throws {
    for line in ["delete ID", "purge --before 2 --yes"] { try run(line) }
    let shown = try run("show ID")
    #expect(shown.contains("100 mL") && !shown.contains("written"), "\(shown)")
    #expect(try way("show ID") == "restore \(id)")
    #expect(try way("edit ID amount=90ml") == "restore \(id)")
    try run("restore ID")
  }
}
