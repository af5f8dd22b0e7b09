#if Tools
  import Foundation
  import Testing

  /// The shapes of the JSON beside `CommandLine.md`, and what other programs read of it.
  @Suite struct JSONShapeTests {
    /// The keys that the guide lists, by command.
    private func documented() throws -> [String: Set<String>] {
      let page = Transcript.folder.deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
        .appendingPathComponent("Sources/Daybook/Daybook.docc/CommandLine.md")
      let text = try String(contentsOf: page, encoding: .utf8)
      let table = try #require(text.components(separatedBy: "| command | keys |").last)
      var keys: [String: Set<String>] = [:]
      for line in table.components(separatedBy: "\n\n")[0].split(separator: "\n").dropFirst() {
        let cells = line.split(separator: "|")
        let names = cells[1].matches(of: #/`([A-Za-z]+)`/#).map { String($0.output.1) }
        for verb in cells[0].matches(of: #/`([a-z-]+)`/#) {
          keys[String(verb.output.1)] = Set(names)
        }
      }
      return keys
    }

    @Test func `each command prints the keys that the guide lists`() throws {
      let documented = try documented()
      let described: Set = ["show", "as-of", "demo", "doctor"]
      var seen: Set<String> = []
      for step in Transcript.all.flatMap(\.steps) {
        let words = ShellWords.split(step.command)
        guard words.contains("--json"), let first = step.output.first, first == "{" else {
          continue
        }
        let verb = words[1]
        let text = step.output.joined(separator: "\n").replacing(" : N", with: " : 0")
        let value = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        let object = try #require(value, "\(step.command)")
        #expect(object["version"] as? Int == 1, "\(step.command)")
        seen.insert(verb)
        if described.contains(verb) { continue }
        let keys = Set(object.keys).subtracting(["version"]).filter { !$0.hasSuffix("Exact") }
        #expect(keys == documented[verb], "\(step.command)")
      }
      #expect(Set(documented.keys).subtracting(["import"]).isSubset(of: seen))
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
#endif
