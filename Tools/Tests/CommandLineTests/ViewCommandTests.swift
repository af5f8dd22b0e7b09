import Foundation
import Testing

/// Every command that only looks, for people and as JSON.
struct ViewCommandTests {
  static let commands = [
    ["profiles"], ["history", "--days", "2"], ["totals"], ["last"], ["log"], ["transactions"],
    ["day", "2026-11-20"], ["trends", "--days", "400"], ["search", "diaper"], ["diff", "0", "1"],
    ["as-of", "1", "totals"], ["as-of", "2", "history"],
    ["verify"], ["stats"], ["rebuild"], ["rebuild", "nursery.lastEntries"],
  ]

  @Test func `each gives a table, and with --json the same as JSON`() throws {
    let store = try HouseholdStore()
    for command in Self.commands {
      let table = try nursery(command + ["--store", store.path])
      #expect(table.status == 0, "\(command)")
      #expect(table.output.split(separator: "\n").count > 2, "\(command)")
      let json = try nursery(command + ["--store", store.path, "--json"])
      #expect(json.status == 0, "\(command)")
      _ = try json.json(as: Any.self)
      // Neither a progress bar nor a colour where nobody watches.
      for run in [table, json] {
        #expect(run.errors == "", "\(command)")
        #expect(!run.output.contains("\u{1B}") && !run.output.contains("\r"), "\(command)")
      }
    }
  }

  @Test func `those that only look change no byte`() throws {
    let store = try HouseholdStore()
    let before = try store.bytes()
    for command in Self.commands where command[0] != "rebuild" {
      _ = try nursery(command + ["--store", store.path])
      #expect(try store.bytes() == before, "\(command)")
    }
    _ = try store.run("export", "babydashboard")
    #expect(try store.bytes() == before)
  }

  @Test func `history shows one baby's days, newest first`() throws {
    let store = try HouseholdStore()
    let profiles = try store.run("profiles", "--json").list("babies")
    let baby = try #require(profiles.first?["id"] as? String)
    let days = try store.run(
      "history", "--baby", baby, "--days", "3", "--json"
    ).list("days")
    #expect(days.map { $0["day"] as? String } == ["2026-11-20", "2026-11-19", "2026-11-18"])
    let entries = days.flatMap { $0["entries"] as? [[String: Any]] ?? [] }
    #expect(entries.count > 20)
    #expect(entries.allSatisfy { $0["baby"] as? String == baby })
    let dates = entries.compactMap { ($0["start"] ?? $0["time"]) as? String }
    #expect(dates == dates.sorted(by: >))
  }

  @Test func `a rebuild gives the digests that were there`() throws {
    let store = try HouseholdStore()
    let before = try store.run("rebuild", "nursery.lastEntries", "--json")
    let after = try store.run("rebuild", "--json")
    #expect(try before.list("views").count == 8)
    #expect(before.output == after.output)
  }

  @Test func `verify says what it checked`() throws {
    let store = try HouseholdStore()
    let report: [String: Any] = try store.run("verify", "--json").json()
    #expect(report["ok"] as? Bool == true)
    #expect(report["events"] as? Int == 7234)
    #expect(report["transactions"] as? Int == 9)
    let checks = try #require(report["checks"] as? [[String: Any]])
    #expect(
      checks.map { $0["name"] as? String } == [
        "pages", "events", "transactions", "dots", "summaries", "retractions", "types", "entities",
        "names", "replicas", "chain", "signed", "writing", "chains", "baselines", "quarantine",
        "inbox", "meta", "rows",
        "nursery.currentProfiles", "nursery.lastEntries", "nursery.customCatalogue",
        "nursery.runningTimers", "nursery.currentSettings", "nursery.historyGroups",
        "nursery.tags", "nursery.words", "left out",
      ])
    #expect(checks.allSatisfy { $0["ok"] as? Bool == true && $0["detail"] is String })
  }
}
