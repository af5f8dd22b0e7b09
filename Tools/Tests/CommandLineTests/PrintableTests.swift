import Foundation
import TemporaryFolders
import Testing

/// What a store holds, shown on a terminal.
@Suite struct PrintableTests {
  private static let evil = "A\u{1B}[2J\u{7}\u{7F}\u{9B}31m\u{202E}\u{2066}\u{2028}\u{85}z"

  /// A store whose babies have instructions for terminals in their names.
  private struct HostileStore {
    let folder: TemporaryFolder
    var path: String { folder.path("store") }

    /// Two imports, of which the second brings another baby.
    init() throws {
      folder = try TemporaryFolder()
      let feeds = try folder.file(
        "feeds.csv",
        "babyName,timestamp,amountValue,amountUnit,feedType\n"
          + "\"\(evil)\nB\",2025-11-06T18:00:00.000Z,90,ml,bottle\n")
      let diapers = try folder.file(
        "d.csv", "babyName,timestamp,diaperType\n\(evil),2025-11-06T18:00:00.000Z,pee\n")
      for more in [[], ["--diapers", diapers]] {
        let run = try nursery(
          ["import", "babydashboard", feeds, "--store", path] + more)
        #expect(run.status == 0, "\(run.errors)")
      }
    }

    func run(_ arguments: String...) throws -> Run {
      try nursery(arguments + ["--store", path])
    }
  }

  private func isSafe(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      let value = scalar.value
      if value == 10 { return true }
      return value >= 0x20 && !(0x7F..<0xA0).contains(value) && !(0x2028...0x202E).contains(value)
        && !(0x2066...0x2069).contains(value)
    }
  }

  @Test func `a name of 2,000 bytes makes no table 2,000 wide`() throws {
    let folder = try TemporaryFolder()
    let variables = ["DAYBOOK_STORE": folder.path("s"), "DAYBOOK_NOW": "2026-11-20T20:05:00Z"]
    let name = String(repeating: "Noor ", count: 400)
    for command in [
      ["new"], ["profile", "add", name], ["profile", "add", "Ben"],
      ["add", "feed", "120ml", "--baby", "Noor"],
    ] {
      let run = try nursery(command, variables: variables)
      #expect(run.status == 0, "\(run.errors)")
    }
    for command in ["history", "today", "totals", "trends", "last", "profiles"] {
      let run = try nursery([command], variables: variables)
      let widest = run.output.split(separator: "\n").map(\.count).max() ?? 0
      #expect(run.status == 0 && (10...250).contains(widest), "\(command): \(widest)")
      #expect(run.output.contains("…"), "\(command)")
    }
    let all = try nursery(["profiles", "--json"], variables: variables).list("babies")
    #expect(all.contains { $0["name"] as? String == String(name.dropLast()) })
  }

  @Test func `no command passes on what a terminal would obey`() throws {
    let store = try HostileStore()
    let rows = try store.run("transactions", "--json").list("transactions")
    let last = try #require(rows.last?["token"] as? String)
    let first = try #require(rows.first?["token"] as? String)
    let profiles = try store.run("profiles", "--json").list("babies")
    let evil = profiles.filter { ($0["name"] as? String)?.contains("\u{1B}") == true }
    let id = try #require(evil.first?["id"] as? String)
    let commands = [
      ["profiles"], ["history", "--days", "400"], ["today"], ["day", "2025-11-06"], ["show", id],
      ["search", "A"], ["tags"], ["trends", "--days", "400"], ["conflicts"], ["totals"], ["last"],
      ["log", "--limit", "2000"],
      ["transactions"], ["entity", id], ["as-of", last, "profiles"], ["as-of", last, "totals"],
      ["as-of", last, "last"], ["as-of", last, "history"], ["diff", first, last], ["consumers"],
      ["verify"], ["stats"],
      ["quarantine"], ["doctor"], ["snapshot", "widgets", "--out", store.folder.path("w")],
    ]
    var shown = ""
    for command in commands {
      for arguments in [command, command + ["--json"]] {
        let run = try nursery(arguments + ["--store", store.path])
        #expect(run.status == 0, "\(arguments) \(run.errors)")
        #expect(isSafe(run.output) && isSafe(run.errors), "\(arguments)")
        shown += run.output
      }
    }
    #expect(shown.contains(#"A\u{1B}[2J\u{7}\u{7F}\u{9B}31m\u{202E}"#))
    #expect(shown.contains(#"A\u001b[2J"#))
  }

  @Test func `a JSON text still holds the text`() throws {
    let store = try HostileStore()
    let profiles = try store.run("profiles", "--json").list("babies")
    #expect(profiles.contains { ($0["name"] as? String) == Self.evil })
  }

  @Test func `an error that quotes a file is safe`() throws {
    let store = try HouseholdStore()
    let letter = try store.folder.file("letter\u{1B}[2J.csv", "\(Self.evil),x\n1,2\n")
    let run = try nursery("import", "babydashboard", letter, "--store", store.path)
    #expect(run.status == 65)
    #expect(isSafe(run.errors))
    #expect(run.errorLines.count == 1)
  }

  @Test func `an export is byte for byte`() throws {
    let store = try HostileStore()
    #expect(try store.run("export", "babydashboard").output.contains(Self.evil))
  }
}
