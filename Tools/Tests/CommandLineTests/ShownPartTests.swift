import Foundation
import TemporaryFolders
import Testing

/// What is shown when nobody says how much, and in which shape.
@Suite struct ShownPartTests {
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
