import Foundation
import TemporaryFolders
import Testing

/// Views as files: under the names, and with the values, that `--json` prints.
struct ExportViewTests {
  /// What is an object as a value for each member, named with a point.
  private func flat(_ object: [String: Any]) -> [String: Any] {
    var result: [String: Any] = [:]
    for (key, value) in object {
      if let inner = value as? [String: Any] {
        for (member, value) in inner { result["\(key).\(member)"] = value }
      } else {
        result[key] = value
      }
    }
    return result
  }

  private func rows(_ run: Run) throws -> [[String: Any]] {
    #expect(run.status == 0, "\(run.errors)")
    return try run.json()
  }

  /// Whether a row says what an object says, in what both have.
  private func compare(_ row: [String: Any], _ object: [String: Any], without: Set<String>) {
    let told = flat(object)
    for (key, value) in told where !without.contains(key) && !(value is NSNull) {
      #expect(
        String(describing: row[key] ?? "no") == String(describing: value), "\(key)")
    }
    for (key, value) in row where !(value is NSNull) {
      #expect(told[key] != nil, "\(key)")
    }
  }

  @Test func `each entry has the names and values of the history`() throws {
    let store = try HouseholdStore()
    let days = try store.run("history", "--days", "400", "--json").list("days")
    let shown = days.flatMap { $0["entries"] as? [[String: Any]] ?? [] }
    let found = try rows(store.run("export", "view", "entries", "--format", "json"))
    #expect(shown.count > 3_000)
    #expect(found.map { $0["id"] as? String } == shown.map { $0["id"] as? String })
    for (row, object) in zip(found, shown).prefix(1_500) {
      // What a screen says.
      compare(row, object, without: ["words", "short"])
      // The name of a baby has a key of its own.
      let hasName = ["medication", "event"].contains(object["kind"] as? String ?? "")
      #expect((object["name"] != nil) == hasName)
    }
  }

  @Test(arguments: [
    ("totals", "totals", "days"), ("profiles", "profiles", "babies"), ("tags", "tags", "tags"),
  ])
  func `other views have the names and values of their commands`(
    view: String, command: String, list: String
  ) throws {
    let store = try HouseholdStore()
    let shown = try store.run(command, "--json").list(list)
    let found = try rows(store.run("export", "view", view, "--format", "json"))
    #expect(!shown.isEmpty)
    #expect(found.count == shown.count)
    for (row, object) in zip(found, shown) {
      compare(row, object, without: ["words", "short", "kind", "kinds"])
    }
  }

  @Test func `a file is written as a whole, and an earlier one is that of then`() throws {
    let store = try HouseholdStore()
    let path = store.folder.path("feeds.csv")
    let before = try store.run("export", "view", "feeds").output
    let run = try store.run("export", "view", "feeds", "--output", path)
    #expect(run.status == 0)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == before)
    let number = try store.run("transactions", "--json").list("transactions")[0]["number"] as? Int
    _ = try store.run("delete", "last", "--yes")
    let feed = try rows(store.run("export", "view", "feeds", "--format", "json"))[0]["id"]
    _ = try store.run("delete", feed as? String ?? "")
    #expect(try store.run("export", "view", "feeds").output != before)
    let then = try store.run("export", "view", "feeds", "--as-of", "\(number ?? 0)").output
    #expect(then == before)
  }

  @Test func `what cannot be written is told, and nothing is left`() throws {
    let store = try HouseholdStore()
    let full = try store.run("export", "view", "feeds", "--output", "/dev/full")
    #expect(full.status == 73)
    #expect(full.errorLines.count == 1)
    let missing = try store.run(
      "export", "view", "feeds", "--output", store.folder.path("no/feeds.csv"))
    #expect(missing.status == 73)
    let unknown = try store.run("export", "view", "feed")
    #expect(unknown.status == 64)
    #expect(unknown.errors.contains("view takes entries, feeds, diapers"))
    let tags = try store.run("export", "view", "tags", "--baby", "K")
    #expect(tags.status == 64)
  }
}
