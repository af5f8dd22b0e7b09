import Foundation
import TemporaryFolders
import Testing

/// By which name an entry goes in a shared store.
struct SharedWriterTests {
  private let family: Family

  /// Ada has what was written on Ben's phone: a baby by the author `test`, and a feed without one.
  init() throws {
    family = try Family()
    try family.exchange()
    try family.run("profile add Max --store ben")
    var variables = Family.variables
    variables["DAYBOOK_AUTHOR"] = nil
    let run = try nursery(
      ["add", "feed", "formula", "90ml", "--baby", "Noor", "--store", "ben"], variables: variables,
      directory: family.folder.path)
    try #require(run.status == 0, "\(run.errors)")
    try family.exchange()
  }

  @Test(arguments: [
    ("log --limit 1", "  Ben  "), ("transactions --limit 1", "  Ben  "),
    ("entity last", "  Ben  "), ("show last", " by Ben, transaction 5"),
    ("why \"milk Noor\"", "Ben 2"), ("stats", "events by Ben"),
  ])
  func `an entry without an author goes by the member whose device wrote it`(
    _ command: String, _ words: String
  ) throws {
    let run = try family.run("\(command) --store ada")
    #expect(run.output.contains(words), "\(run.output)")
  }

  @Test(
    arguments: [
      ("--author Ben", [5]), ("--author test", [4, 1]), ("--author Ada", [3, 2]),
      ("--author Cleo", []), ("--not-author Ben", [4, 3, 2, 1]),
      ("--not-author Ben --not-author Ada", [4, 1]),
    ] as [(String, [Int])])
  func `it is found by that name`(_ filter: String, _ numbers: [Int]) throws {
    let rows = try family.run("transactions \(filter) --store ada --json").list("transactions")
    #expect(rows.compactMap { $0["number"] as? Int } == numbers)
  }

  @Test(arguments: ["transactions", "undo", "redo"])
  func `where nothing is by an author, those who have written are named`(verb: String) throws {
    let run = try nursery(
      [verb, "--author", "ben", "--store", "ada"], variables: Family.variables,
      directory: family.folder.path)
    #expect(run.status == (verb == "transactions" ? 0 : 65))
    let said = run.output + run.errors
    #expect(said.contains("; there are the authors Ada, Ben"), "\(said)")
    #expect(said.hasSuffix("; did you mean Ben?\n"), "\(said)")
  }

  @Test func `a member who has written nothing is none of those who have`() throws {
    try family.run("sync request --store pi --output pi.request")
    try family.run("sync enrol pi.request --member Pi --as reader --store ada")
    let run = try family.run("transactions --author ben --store ada")
    #expect(run.output.contains("the authors Ada, Ben, test; did"), "\(run.output)")
  }

  @Test func `programs get the author as it is stored`() throws {
    let rows = try family.run("log --limit 1 --store ada --json").list("events")
    #expect(rows.first?["kind"] as? String == "feed")
    #expect(rows.first?["author"] is NSNull)
  }

  @Test func `undo and redo by that name take it, and nothing by another author`() throws {
    let undo = try family.object("undo --author Ben --store ada")
    #expect(undo["transactions"] as? [Int] == [5])
    let again = try family.refused("undo --author Ben --store ada")
    #expect(again.status == 65)
    #expect(again.errors.contains("nothing by Ben to take back"), "\(again.errors)")
    let redo = try family.object("redo --author Ben --store ada")
    #expect(redo["transactions"] as? [Int] == [5])
  }

  @Test func `the help says under whose name an undo is written`() throws {
    try family.run("undo --author Ben --store ada")
    let rows = try family.run("transactions --limit 1 --store ada --json").list("transactions")
    #expect(rows.first?["author"] as? String == "Ben")
    let help = try family.run("undo --help").output.split(whereSeparator: \.isWhitespace)
    #expect(help.joined(separator: " ").contains("stands in the log under that name"))
  }

  @Test func `an undo says on whose device it was written, unless that is this one`() throws {
    let run = try family.run("undo --author Ben --dry-run --store ada")
    #expect(run.output.contains(#/\n  written on Ben’s device [0-9a-f]{8}\n/#), "\(run.output)")
    let own = try family.run("undo --author Ben --dry-run --store ben")
    #expect(!own.output.contains("written on"), "\(own.output)")
  }

  @Test func `programs are told of the devices, too, in both ways`() throws {
    let ben = try family.object("sync status --store ben")["replica"] as? String
    for verb in ["undo", "redo"] {
      let devices = try family.run("\(verb) --author Ben --store ada --json").list("devices")
      #expect(devices.map { $0["replica"] as? String } == [ben])
      #expect(devices.map { $0["member"] as? String } == ["Ben"])
    }
    #expect(try family.run("undo --author Ben --store ben --json").list("devices").isEmpty)
  }
}
