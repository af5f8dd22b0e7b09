import Foundation
import Testing

/// The shapes of the JSON beside `CommandLine.md`, and what other programs read of it.
struct JSONShapeTests {
  /// A command of a transcript with the object that it printed.
  private struct Printed {
    /// As the guide lists it; of `as-of` the view that it shows.
    let command: String
    let line: String
    let object: [String: Any]
  }

  private func printed(_ page: GuidePage) throws -> [Printed] {
    try Transcript.all.flatMap(\.steps).compactMap { step in
      let words = ShellWords.split(step.command)
      guard words.contains("--json"), step.output.first == "{" else { return nil }
      let text = step.output.joined(separator: "\n").replacing(" : N", with: " : 0")
      let value = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      let long = words.dropFirst().prefix(2).joined(separator: " ")
      let command =
        words[1] == "as-of" ? words[3] : page.commands[long] == nil ? words[1] : long
      return Printed(
        command: command, line: step.command,
        object: try #require(value, "\(step.command)"))
    }
  }

  /// Keys without the exact times beside others, and without the version.
  private func keys(_ object: [String: Any]) -> Set<String> {
    Set(object.keys).subtracting(["version"]).filter { !$0.hasSuffix("Exact") }
  }

  @Test func `each command prints the keys that the guide lists`() throws {
    let page = try GuidePage()
    let described: Set = ["show", "doctor"]
    // `drop` needs the view of another app; its test compares its keys.
    var seen: Set<String> = ["as-of", "import", "drop"]
    for printed in try printed(page) {
      #expect(printed.object["version"] as? Int == 1, "\(printed.line)")
      seen.insert(printed.command)
      if described.contains(printed.command) { continue }
      #expect(keys(printed.object) == page.commands[printed.command], "\(printed.line)")
    }
    #expect(page.commands.count > 40)
    #expect(Set(page.commands.keys).subtracting(seen) == [])
  }

  @Test func `what is in lists has the keys that the guide lists`() throws {
    let page = try GuidePage()
    var seen: Set<String> = []
    for printed in try printed(page) {
      let isShow = printed.command == "show"
      for (key, object) in isShow ? [("", printed.object)] : children(printed.object) {
        check(object, key, printed, page, &seen)
      }
    }
    let imported = Printed(
      command: "history", line: "history of an import",
      object: try HouseholdStore().run("history", "--json").json())
    for (key, object) in children(imported.object) { check(object, key, imported, page, &seen) }
    // What only a damaged store, a bad file, or an app that follows the history has.
    let rare: Set = [
      "findings", "purge of prove", "losses", "losses of export babydashboard",
      "items of quarantine",
      "quarantinedRows", "leftOutRows", "refused", "refusedByPeer",
      "conflictingRows", "differences", "questions", "choices", "consumers",
      "consumers of stats",
      // What only events say, each a part of it.
      "space",
      // What only an app writes; `BesideKindTests` compares it.
      "timer", "settings", "last-used",
    ]
    let all = Set(page.lists.keys).union(page.kinds.keys)
    #expect(all.count > 35)
    #expect(all.subtracting(seen).subtracting(rare) == [])
  }

  /// Compares an object, and all within it, with the guide.
  private func check(
    _ object: [String: Any], _ key: String, _ printed: Printed, _ page: GuidePage,
    _ seen: inout Set<String>
  ) {
    let counted: Set = [
      "sources", "eventsByAuthor", "eventsByKind", "counts", "warnings", "onlyHere",
      // As an app stores them.
      "row", "state",
    ]
    if counted.contains(key) || key == "kinds" && printed.command == "stats" { return }
    let place = "\(key): \(printed.line)"
    let found = keys(object)
    if let kind = object["kind"] as? String, object["words"] != nil, object["token"] == nil {
      seen.insert(kind)
      #expect(page.shape(ofKind: kind)?.allows(found) == true, "\(place) \(found)")
    } else if ["before", "after", "values"].contains(key) {
      let all = page.kinds.values.reduce(into: page.entry.keys) { $0.formUnion($1.keys) }
      #expect(found.isSubset(of: all), "\(place) \(found)")
    } else {
      let name = ["\(key) of \(printed.command)", key].first { page.lists[$0] != nil } ?? key
      seen.insert(name)
      #expect(page.lists[name]?.allows(found) == true, "\(place) \(found)")
    }
    for (key, child) in children(object) { check(child, key, printed, page, &seen) }
  }

  /// The objects right within an object, those of its lists too.
  private func children(_ object: [String: Any]) -> [(key: String, object: [String: Any])] {
    object.sorted { $0.key < $1.key }.flatMap { key, value -> [(String, [String: Any])] in
      if let child = value as? [String: Any] { return [(key, child)] }
      return (value as? [[String: Any]] ?? []).map { (key, $0) }
    }
  }

  @Test func `every time is read by ISO 8601 with whole seconds, and with a fraction beside it`()
    throws
  {
    var (count, exact) = (0, 0)
    for line in Transcript.all.flatMap(\.steps).flatMap(\.output) {
      for match in line.matches(of: #/"(\w+)" ?: ?"(\d{4}-\d\d-\d\dT[^"]*)"/#) {
        let text = String(match.output.2)
        let isExact = match.output.1.hasSuffix("Exact")
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: isExact)
        #expect((try? style.parse(text)) != nil, "\(line)")
        #expect(text.count == (isExact ? 27 : 20), "\(line)")
        count += 1
        exact += isExact ? 1 : 0
      }
    }
    #expect(count > 100)
    #expect(exact > 0)
  }

  @Test func `a verification row by row is its checks`() throws {
    let store = try HouseholdStore()
    let report: [String: Any] = try store.run("verify", "--json").json()
    let checks = try #require(report["checks"] as? [[String: Any]])
    let lines = try store.run("verify", "--json-lines").output.split(separator: "\n")
    let names = try lines.map { line in
      let row = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return row?["name"] as? String
    }
    #expect(names == checks.map { $0["name"] as? String } && !names.isEmpty)
  }

  @Test func `a list row by row is the same list`() throws {
    let store = try HouseholdStore()
    let rows = try store.run("totals", "--json").list("days")
    let lines = try store.run("totals", "--json-lines").output.split(separator: "\n")
    #expect(lines.count == rows.count && !rows.isEmpty)
    for (line, row) in zip(lines, rows) {
      let value = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      var object = try #require(value)
      #expect(object.removeValue(forKey: "version") as? Int == 1)
      #expect(NSDictionary(dictionary: object) == NSDictionary(dictionary: row))
    }
  }
}
