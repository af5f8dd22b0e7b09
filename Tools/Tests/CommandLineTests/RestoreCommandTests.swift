import Foundation
import TemporaryFolders
import Testing

/// What `restore last` brings back.
struct RestoreCommandTests {
  private let folder: TemporaryFolder
  private let (feed, diaper): (String, String)

  /// A feed in transaction 2, which transaction 3 changed, and a diaper in transaction 4.
  init() throws {
    folder = try TemporaryFolder()
    var ids: [String] = []
    for line in [
      "new", "profile add Noor", "add feed 100ml", "edit last amount=110ml", "add diaper wet",
    ] {
      let text = try Self.run(line, folder)
      if let id = text.firstMatch(of: #/added (?:feed|diaper) (\w+)/#)?.1 { ids.append("\(id)") }
    }
    try #require(ids.count == 2)
    (feed, diaper) = (ids[0], ids[1])
  }

  private static func attempt(_ line: String, _ folder: TemporaryFolder) throws -> Run {
    try nursery(
      ShellWords.split(line),
      variables: [
        "DAYBOOK_STORE": folder.path("store"), "DAYBOOK_NOW": "2026-11-20T20:05:00Z",
        // So that no identifier begins as the feed's, which is typed later.
        "DAYBOOK_SEED": "1",
      ])
  }

  private static func run(_ line: String, _ folder: TemporaryFolder) throws -> String {
    let run = try attempt(line, folder)
    try #require(run.status == 0, "\(line): \(run.errors)")
    return run.output
  }

  @discardableResult
  private func run(_ line: String) throws -> String { try Self.run(line, folder) }

  @Test func `it is what was deleted last, also when another one was touched since`() throws {
    for line in ["delete \(feed)", "delete \(diaper)", "undo 3"] { try run(line) }
    #expect(try run("restore last").contains("brought back diaper \(diaper)"))
    #expect(try run("restore last").contains("brought back feed \(feed)"))
    #expect(try Self.attempt("restore last", folder).errors.contains("no entry was deleted"))
  }

  @Test func `it is what was deleted, not what was taken back since`() throws {
    for line in ["delete \(feed)", "add note --memo word", "undo"] { try run(line) }
    #expect(try run("restore last").contains("brought back feed \(feed)"))
    // The way back of what was taken back alone is named.
    let refused = try Self.attempt("restore last", folder)
    #expect(refused.status == 65 && refused.errors.contains("nursery redo 6"), "\(refused.errors)")
  }

  @Test func `what is there is told to be no deleted thing, by its id or its name`() throws {
    for (name, thing) in [(feed, "feed \(feed)"), ("Noor", "baby Noor")] {
      let refused = try Self.attempt("restore \(name)", folder)
      #expect(refused.errors == "nursery: the \(thing) is not deleted\n")
      #expect(refused.status == 65)
    }
  }

  @Test func `it is what a redo deleted anew`() throws {
    for line in ["delete \(feed)", "undo 5", "delete \(diaper)", "redo 5"] { try run(line) }
    #expect(try run("restore last").contains("brought back feed \(feed)"))
    #expect(try run("restore last").contains("brought back diaper \(diaper)"))
  }
}
