import Foundation
import TemporaryFolders
import Testing

/// What commands say of a baby that was deleted or taken back.
struct GoneBabyTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Makes a store of these babies, and Mina in transaction 1.
  private func make(_ others: String...) throws {
    for line in ["new", "profile add Mina"] + others.map({ "profile add \($0)" }) {
      try run(line)
    }
  }

  private func attempt(_ line: String) throws -> Run {
    try nursery(
      ShellWords.split(line),
      variables: [
        "DAYBOOK_STORE": folder.path("store"), "DAYBOOK_NOW": "2026-11-20T20:05:00Z",
      ])
  }

  @discardableResult
  private func run(_ line: String) throws -> String {
    let run = try attempt(line)
    try #require(run.status == 0, "\(line): \(run.errors)")
    return run.output
  }

  private func refused(_ line: String) throws -> String {
    let run = try attempt(line)
    #expect(run.status == 65, "\(line): \(run.output)")
    return run.errors
  }

  @Test func `two babies of one name are told apart, and no command takes one of them`() throws {
    for line in [
      "new", "profile add Noor", "add feed 100ml formula", "undo 1", "profile add Noor",
      "add feed 7ml formula", "redo 1",
    ] {
      try run(line)
    }
    for line in ["delete Noor", "edit Noor feedTerm=4h", "show Noor", "entity Noor"] {
      #expect(try refused(line).contains("there are 2 babies Noor: Noor ("), "\(line)")
    }
    let rows = try run("today").split(separator: "\n").filter { $0.contains("mL") }
    #expect(rows.allSatisfy { $0.contains("Noor (") }, "\(rows)")
  }

  @Test(arguments: [
    "finish feed", "finish feed --baby Mina", "cancel feed", "cancel feed --baby Mina",
    "start feed left --baby Mina", "add diaper wet --baby Mina", "profile edit Mina name=Mia",
  ])
  func `a command about what is a deleted baby's says so, and how the baby comes back`(
    _ line: String
  ) throws {
    try make("Noor")
    try run("start feed left --baby Mina --at -1h")
    try run("delete Mina")
    let result = try attempt(line)
    let text = result.output + result.errors
    #expect(result.status == (line == "cancel feed" ? 0 : 65), "\(text)")
    #expect(text.contains("the baby Mina is deleted"), "\(text)")
    #expect(text.contains("to bring it back: nursery restore Mina"), "\(text)")
    try run("restore Mina")
    try run("finish feed --baby Mina")
  }

  @Test func `an entry of a deleted baby can be changed, and is called the baby's`() throws {
    try make("Noor")
    try run("add feed 100ml --baby Mina")
    let shown: [String: Any] = try attempt("show last --json").json()
    let id = try #require(shown["short"] as? String)
    try run("delete Mina")
    #expect(try run("edit \(id) amount=110ml").contains("changed feed \(id) of Mina: amount"))
    #expect(try refused("edit \(id) baby=Mina").contains("nursery restore Mina"))
    #expect(try run("edit \(id) baby=Noor").contains("baby Mina → Noor"))
    #expect(try run("undo").contains("changed feed \(id) of Mina: baby Noor → Mina"))
    #expect(try run("delete \(id)").contains("of Mina"))
    #expect(try run("restore \(id)").contains("of Mina"))
    // A list tells it from a baby that is there.
    #expect(try run("today").contains("Unknown"))
  }

  @Test func `undo and redo call a baby as it was, deleted or taken back`() throws {
    try make("Noor")
    try run("add feed 100ml --baby Mina")
    try run("delete Mina")
    for line in ["undo 3 --dry-run", "undo 3", "redo 3 --dry-run", "redo 3"] {
      let text = try run(line)
      #expect(text.contains("of Mina") && !text.contains("Unknown"), "\(line): \(text)")
    }
    for line in ["undo 4", "undo 3", "undo 1"] { try run(line) }
    for line in ["redo 3 --dry-run", "redo 3", "undo 3"] {
      let text = try run(line)
      #expect(text.contains("of Mina") && !text.contains("Unknown"), "\(line): \(text)")
    }
  }

  @Test func `where every baby is deleted, the last one is named with its way back`() throws {
    try make("Noor")
    try run("delete Mina")
    try run("delete Noor")
    for line in ["add diaper wet", "start feed left", "finish feed", "cancel feed"] {
      let text = try refused(line)
      #expect(
        text.contains(
          "all babies are deleted; to bring back the last one, Noor: nursery restore Noor"),
        "\(text)")
    }
    #expect(try run("profiles").contains("All babies are deleted"))
    try run("restore Noor")
    try run("add diaper wet")
  }

  @Test func `the only baby that is deleted or taken back is named`() throws {
    try make()
    try run("delete Mina")
    #expect(
      try refused("add diaper wet").contains(
        "the baby Mina is deleted; to bring it back: nursery restore Mina"))
    try run("undo 1")
    let text = try refused("add diaper wet")
    #expect(text.contains("add one: nursery profile add NAME, or bring Mina back: nursery redo 1"))
    #expect(!text.contains("yet"), "\(text)")
  }

  @Test(arguments: ["", " --json"])
  func `a purge that would take a deleted baby's name is refused while entries are the baby's`(
    _ form: String
  ) throws {
    try make("Noor")
    for line in [
      "add feed 100ml --baby Mina", "add diaper wet --baby Mina", "add feed 90ml --baby Noor",
      "delete Noor", "delete Mina",
    ] { try run(line) }
    #expect(
      try refused("purge --before 7 --yes\(form)")
        == "nursery: 1 entry of Noor and 2 entries of Mina would be Unknown's for good, because "
        + "these babies are gone, and their names go with this purge: bring them back first "
        + "(nursery restore Noor, nursery restore Mina), delete the entries and purge up to there, or "
        + "purge nevertheless with --forget-deleted-babies\n")
    // What deleted Mina stays, and with it the way back.
    try run("restore Noor")
    try run("purge --before 6 --yes")
    try run("restore Mina")
    #expect(try run("history").contains("Mina: 1 feed"))
  }

  @Test func `a purge takes a deleted baby whose entries are gone, or that is to be forgotten`()
    throws
  {
    try make("Noor")
    for line in ["add feed 100ml --baby Mina", "delete Mina"] { try run(line) }
    #expect(
      try refused("purge --before 4 --yes").contains(
        "1 entry of Mina would be Unknown's for good, because this baby is gone, and its name goes "
          + "with this purge: bring it back first (nursery restore Mina), delete"))
    for line in ["delete last", "purge --before 5 --yes"] { try run(line) }
    for line in ["add feed 100ml --baby Noor", "delete Noor"] { try run(line) }
    _ = try refused("purge --before 7 --yes")
    try run("purge --before 7 --yes --forget-deleted-babies")
    #expect(try run("history").contains("Unknown"))
  }

  @Test func `a purge counts entries that were deleted after it and can come back`() throws {
    try make("Noor")
    for line in ["add feed 100ml --baby Mina", "add diaper wet --baby Mina", "delete Mina"] {
      try run(line)
    }
    for line in ["delete last", "delete last", "undo 1"] { try run(line) }
    let text = try refused("purge --before 5 --yes")
    #expect(
      text.contains(
        "2 deleted entries of Mina would be Unknown's for good, because this baby is gone, and its "
          + "name goes with this purge: bring it back first (nursery "), "\(text)")
    try run("purge --before 5 --yes --forget-deleted-babies")
    try run("restore last")
    #expect(try run("history").contains("Unknown"))
  }

  @Test func `a purge takes entries that were deleted with it`() throws {
    try make("Noor")
    for line in ["add feed 100ml --baby Mina", "delete last", "delete Mina"] { try run(line) }
    try run("purge --before 5 --yes")
  }

  @Test(arguments: ["delete Mina", "profile delete Mina"])
  func `who deletes a baby is told what stays of it`(_ line: String) throws {
    try make("Noor")
    for line in ["add feed 100ml --baby Mina", "add diaper wet --baby Mina"] { try run(line) }
    let text = try run(line)
    let id = try #require(text.firstMatch(of: #/deleted baby (\w+)/#)?.1)
    #expect(
      text.contains("\n2 entries of this baby stay; lists show them under Unknown (\(id)"),
      "\(text)")
    #expect(try run("history").contains("Unknown (\(id)"))
    #expect(try !run("delete Noor").contains("stay"))
  }

  @Test func `a baby whose adding was taken back is kept from a purge, too`() throws {
    try make("Noor")
    for line in ["add feed 100ml --baby Mina", "undo 1"] { try run(line) }
    let text = try refused("purge --before 4 --yes")
    #expect(text.contains("1 entry of Mina") && text.contains("(nursery redo 1)"), "\(text)")
    // The transaction that took it back stays, which can be taken back.
    try run("purge --before 3 --yes")
    try run("undo 4")
    #expect(try run("history").contains("Mina: 1 feed"))
  }
}
