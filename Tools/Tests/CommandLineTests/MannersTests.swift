import Foundation
import TemporaryFolders
import Testing

/// Progress, consent and the environment: what is around the commands.
struct MannersTests {
  @Test func `a terminal is shown what a slow command does, and none of it stays`() throws {
    let store = try HouseholdStore()
    let run = try nurseryAtTerminal(
      ["verify", "--store", store.path], variables: ["DAYBOOK_PROGRESS": "0"])
    #expect(run.sent.contains("\rchecking … "))
    #expect(run.lines == TerminalScreen(try store.run("verify").output).lines)
    let quick = try nurseryAtTerminal(
      ["verify", "--store", store.path], variables: ["DAYBOOK_PROGRESS": "1000"])
    #expect(!quick.sent.contains("checking"))
  }

  @Test func `a terminal is shown how fast an import is, and when it is over`() throws {
    let rows = (0..<3_000).map { minute in
      let time = Date(timeIntervalSince1970: Double(1_770_000_000 + 60 * minute))
      return "Noor,\(time.ISO8601Format()),90,mL"
    }
    let folder = try TemporaryFolder()
    let feeds = try folder.file(
      "feeds.csv", "babyName,timestamp,amountValue,amountUnit\n" + rows.joined(separator: "\n"))
    let run = try nurseryAtTerminal(
      [
        "import", "babydashboard", feeds, "--store",
        folder.url.appendingPathComponent("store").path,
      ], variables: ["DAYBOOK_PROGRESS": "0"])
    #expect(run.status == 0, "\(run.sent)")
    #expect(run.sent.contains(/importing \[#+\.*\] \d+ %, \d+ a second, \d+ s left/))
  }

  @Test func `what cannot be taken back asks at a terminal`() throws {
    let store = try HouseholdStore()
    let before = try store.bytes()
    let purge = ["purge", "--before", "1", "--store", store.path]
    let no = try nurseryAtTerminal(purge, typed: "no\n")
    #expect(no.status == 64)
    #expect(no.sent.contains("Type yes to go on: "))
    #expect(try store.bytes() == before)
    let yes = try nurseryAtTerminal(purge, typed: "yes\n")
    #expect(yes.status == 0, "\(yes.sent)")
    #expect(yes.sent.contains("removed 1000 events"))
  }

  @Test(arguments: [
    ("--store again attachments", "attachments --store again"),
    ("--limit 1 search -- -x", "search --limit 1 -- -x"),
  ])
  func `an option before the command is told where it goes`(line: String, way: String) throws {
    let run = try nursery(ShellWords.split(line))
    #expect(run.status == 64)
    #expect(run.errors.hasSuffix("options come after it: nursery \(way)\n"), "\(run.errors)")
  }

  @Test(
    arguments: [
      ("add note '-leading dash'", "nursery add note --store s -- '-leading dash'"),
      ("add note '- milk' --baby N", "nursery add note --baby N --store s -- '- milk'"),
      ("add note --memo '-shy today'", "its option with =: '--memo=-shy today'"),
      ("add note --memo -x", "its option with =: --memo=-x"),
      ("profile add '-h x'", "nursery profile add --store s -- '-h x'"),
    ])
  func `a text that begins with a dash is told where it stands`(line: String, way: String) throws {
    let run = try nursery(ShellWords.split(line) + ["--store", "s"])
    #expect(run.status == 64 && run.output.isEmpty)
    #expect(run.errors.contains(way), "\(run.errors)")
  }

  @Test func `arguments stay in their order behind a text that begins with a dash`() throws {
    let line = ["type", "edit", "-Bath", "name=Tub"]
    let run = try nursery(line, variables: ["DAYBOOK_STORE": "s"])
    #expect(run.errors.contains("nursery type edit -- -Bath name=Tub"), "\(run.errors)")
    let other = try nursery(line + ["--store", "s"])
    #expect(other.errors.contains("Unknown option") && !other.errors.contains(" -- "))
  }

  @Test func `a path with a blank that stands without quotes is told to need them`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("my log.ndjson")
    let words = file.split(separator: " ").map(String.init)
    let run = try nursery(["import", "log"] + words + ["--store", "s"])
    #expect(run.status == 64)
    #expect(run.errors.contains("nursery import log '\(file)' --store s; see "), "\(run.errors)")
  }

  @Test(arguments: [
    ("profile add Anna Maria", "profile add 'Anna Maria'"),
    ("profile add Anna Maria Luise --json", "profile add 'Anna Maria Luise' --json"),
    ("profile add --json Anna Maria", "profile add --json 'Anna Maria'"),
    ("sync init Our Family --member Ada", "sync init 'Our Family' --member Ada"),
    ("transactions --author Anna Maria", "transactions --author 'Anna Maria'"),
    ("new family", "new --store family"),
    ("new my family --zone UTC", "new --store 'my family' --zone UTC"),
    ("why milk Noor yesterday", "why 'milk Noor yesterday'"),
    ("checklist toggle Vitamin D", "checklist toggle 'Vitamin D'"),
    ("type delete Tummy Time --json", "type delete 'Tummy Time' --json"),
    ("today --baby Anna Maria", "today --baby 'Anna Maria'"),
  ])
  func `words that are too many are told as they are to be typed`(
    line: String, way: String
  ) throws {
    let run = try nursery(ShellWords.split(line))
    #expect(run.status == 64)
    #expect(run.errors.contains(": nursery \(way); see nursery "), "\(run.errors)")
    #expect(run.errorLines.count == 1)
  }

  @Test(arguments: [
    "undo 5 6", "log 5", "today Noor", "new family --store s", "transactions --limit 5 Noor",
    "show last Noor", "delete last Noor", "cancel sleep Noor", "view words Noor",
    "entities feed Noor", "log --zone UTC Noor", "log --store s Noor",
    "type add Bath --emoji x Noor",
  ])
  func `nobody is told to quote what is no name`(line: String) throws {
    let run = try nursery(ShellWords.split(line))
    #expect(run.status == 64)
    #expect(run.errors.contains(/nexpected argument '\w+'; see nursery/), "\(run.errors)")
  }

  @Test(arguments: [
    ("why", "the view, one of those that `nursery views` lists"), ("view", "`nursery views` lists"),
    ("entities", "`nursery kinds` lists"), ("entity", "`nursery log` lists"),
    ("diff", "`nursery transactions` lists"),
  ])
  func `who leaves out a word is told where it is listed`(line: String, place: String) throws {
    let run = try nursery([line])
    #expect(run.status == 64)
    #expect(run.errors.contains(place), "\(run.errors)")
  }

  @Test(arguments: ["why", "undo", "rebuild", "purge"])
  func `a program that knows no app says which one has the command`(verb: String) throws {
    let run = try daybookctl(verb)
    #expect(run.status == 64)
    #expect(run.errors.contains("the program of that app has it"), "\(run.errors)")
  }

  @Test func `a store of the environment is used, and another that is named instead`() throws {
    let store = try HouseholdStore()
    let variables = ["DAYBOOK_STORE": store.path]
    let named = try store.run("profiles").output
    #expect(try nursery(["profiles"], variables: variables).output == named)
    let other = try nursery(
      ["profiles", "--store", store.path + "2"], variables: variables)
    #expect(other.status == 66)
  }

  @Test(arguments: ["DAYBOOK_UNIT", "DAYBOOK_NOW"])
  func `a variable that cannot be read is named`(name: String) throws {
    let store = try HouseholdStore()
    let run = try nursery(
      ["profiles", "--store", store.path], variables: [name: "stone"])
    #expect(run.status == 64)
    #expect(run.errors.contains("\(name) is “stone”"))
  }
}
