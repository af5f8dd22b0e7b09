import Foundation
import TemporaryFolders
import Testing

/// What is shown when nobody says how much, and in which shape.
struct ShownPartTests {
  private let folder: TemporaryFolder
  private var variables: [String: String] {
    ["DAYBOOK_STORE": folder.path("s"), "DAYBOOK_NOW": "2026-11-20T20:05:00Z"]
  }

  init() throws { folder = try TemporaryFolder(inMemory: true) }

  @discardableResult
  private func run(_ line: String, now: String? = nil) throws -> Run {
    var all = variables
    if let now { all["DAYBOOK_NOW"] = now }
    let run = try nursery(ShellWords.split(line), variables: all)
    try #require(run.status == 0, "\(line): \(run.errors)")
    return run
  }

  @Test func `trends without a range show the last days that have entries`() throws {
    for line in ["new --zone UTC", "profile add Noor", "add feed formula 120ml"] { try run(line) }
    let later = try run("trends --json", now: "2027-06-01T12:00:00Z")
    let object: [String: Any] = try later.json()
    #expect(object["lastDay"] as? String == "2026-11-20")
    #expect(try later.list("trends").compactMap { $0["values"] as? [Double] }.contains([120]))
  }

  @Test func `transactions that are a part of all say how the others are seen`() throws {
    for line in ["new --zone UTC", "profile add Noor", "add diaper wet"] { try run(line) }
    let part = try run("transactions --limit 1").output
    #expect(part.contains("There are more: "), "\(part)")
    #expect(try !run("transactions --limit 9").output.contains("There are more"))
    let object: [String: Any] = try run("transactions --limit 1 --json").json()
    #expect(object["more"] is String)
  }

  /// The command that a part tells for the rest.
  private func rest(_ output: String) throws -> String {
    let line = try #require(output.split(separator: "\n").last { $0.contains("There are more: ") })
    return String(line.dropFirst("There are more: nursery ".count))
  }

  @Test(arguments: [
    "log --limit 1 --zone Asia/Tokyo --unit floz", "log --unit=floz --after 1 --limit=1",
    "transactions --limit 1 --zone Asia/Tokyo --not-author Eva",
    "search feed --unit floz --limit 1 --zone Asia/Tokyo --baby Noor",
    "entities feed --zone Asia/Tokyo --limit 1", "view nursery.historyGroups --limit 1 --raw",
  ])
  func `the command for the rest shows it as the part was shown`(_ line: String) throws {
    for line in [
      "new --zone UTC", "profile add Noor", "add feed formula 120ml", "add feed formula 90ml",
      "add feed formula 60ml",
    ] { try run(line) }
    let next = try rest(run(line).output)
    let kept = ShellWords.split(line).filter {
      !["--limit", "--limit=1", "--after", "1"].contains($0)
    }
    let told = ShellWords.split(next)
    #expect(kept.allSatisfy { told.contains($0) }, "\(next)")
    let page = try run(next).output
    #expect(page.contains("Asia/Tokyo") == line.contains("Asia/Tokyo"), "\(page)")
    #expect(page.contains("fl oz") == line.contains("floz"), "\(page)")
  }

  @Test(arguments: [
    ("search --limit 1 -- -x", "search --limit 2 -- -x"),
    ("search feed --limit=1 -- -x --limit", "search feed --limit 2 -- -x --limit"),
    ("search --zone UTC --limit 1 -- feed", "search --zone UTC --limit 2 -- feed"),
  ])
  func `the command for the rest keeps words with a dash behind all options`(
    line: String, rest: String
  ) throws {
    for line in ["new --zone UTC", "profile add Noor"] { try run(line) }
    for _ in 1...3 { try run("add feed formula 120ml --memo='-x --limit'") }
    let next = try self.rest(run(line).output)
    #expect(next == rest)
    let rows = try run(next).output.split(separator: "\n")
    #expect(rows.count { $0.contains("feed: formula") } == 2, "\(rows)")
  }

  @Test func `a store whose path begins with a dash is named so that a command takes it`() throws {
    let made = try nursery(["new", "--store=-s"], directory: folder.path).output
    #expect(made.hasSuffix("next: nursery profile add NAME --store ./-s\n"), "\(made)")
    let words = ["profile", "add", "Noor", "--store", "./-s"]
    #expect(try nursery(words, directory: folder.path).status == 0)
  }

  @Test func `an amount is an object with value and unit, whatever entry it is of`() throws {
    for line in [
      "new --zone UTC", "profile add Noor", "add feed formula 120ml", "add pumping 90ml",
      "add medication Vitamin 2drops",
    ] { try run(line) }
    let entries = try run("history --json").list("days")
      .flatMap { $0["entries"] as? [[String: Any]] ?? [] }
    #expect(entries.count == 3)
    for entry in entries {
      let amount = (entry["amount"] ?? entry["dosage"]) as? [String: Any]
      #expect(amount.map { Set($0.keys) } == ["unit", "value"], "\(entry)")
    }
  }
}
