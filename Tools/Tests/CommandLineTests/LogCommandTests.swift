import Foundation
import Testing

/// `log`, `transactions` and `undo`.
struct LogCommandTests {
  private func positions(_ run: Run) throws -> (positions: [Int], token: String?) {
    let rows = try run.list("events")
    return (rows.compactMap { $0["position"] as? Int }, rows.last?["token"] as? String)
  }

  @Test(arguments: [1, 1000, 7234, 10_000])
  func `pages joined are the whole log, wherever they are cut`(limit: Int) throws {
    let store = try HouseholdStore()
    var (found, token) = try positions(
      store.run("log", "--json", "--limit", "\(limit)", "--after", "0"))
    if limit == 1 {
      // The second page is enough to see that a page may end within a transaction.
      let next = try positions(store.run("log", "--json", "--limit", "1", "--after", token ?? ""))
      #expect(found + next.positions == [1, 2])
      return
    }
    while let after = token, found.count <= 7234 {
      let page = try store.run("log", "--json", "--limit", "\(limit)", "--after", after)
      let (next, last) = try positions(page)
      #expect(next.count <= limit)
      found += next
      token = last
    }
    #expect(found == Array(1...7234))
  }

  @Test func `a page may begin after a place and end before an event`() throws {
    let store = try HouseholdStore()
    let between = ["log", "--json", "--after", "0", "--before-event", "3", "--store", store.path]
    let both: [String: Any] = try nursery(between).json()
    let rows = try #require(both["events"] as? [[String: Any]])
    #expect(rows.map { $0["position"] as? Int } == [1, 2])
    #expect(both["more"] is NSNull)
    let one: [String: Any] = try nursery(between + ["--limit", "1"]).json()
    #expect((one["more"] as? String)?.contains("--before-event 3") == true, "\(one)")
    let refused = try store.run("log", "--follow", "--before-event", "3")
    #expect(refused.status == 64 && refused.errors.contains("--before-event"), "\(refused.errors)")
  }

  @Test func `undo takes a transaction back, and undoing that is redo`() throws {
    let store = try HouseholdStore()
    let whole = try store.run("totals", "--json").output
    #expect(try store.run("undo", "2").status == 0)
    #expect(try store.run("totals", "--json").output != whole)
    let rows = try store.run("transactions", "--json").list("transactions")
    #expect(rows.map { $0["isRetracted"] as? Bool } == [false] + Array(repeating: true, count: 9))
    let redo: [String: Any] = try store.run("undo", "10", "--json").json()
    #expect((redo["token"] as? String)?.hasSuffix(":11") == true)
    #expect(try store.run("totals", "--json").output == whole)
    #expect(try store.run("verify").status == 0)
  }

  @Test func `undo and redo say what is gone and what is there again, and nothing else`() throws {
    let store = try HouseholdStore()
    let whole = try store.run("totals", "--json").output
    let undo = try store.run("undo", "2")
    #expect(undo.output.hasPrefix("transactions 1 to 9 are taken back, by transaction 10:\n"))
    #expect(undo.output.contains("deleted diaper: 969, "))
    #expect(
      undo.output.hasSuffix("\nTo bring it back: nursery redo 1 --store \(store.path)\n"))
    let again = try store.run("undo", "2")
    #expect(again.status == 65)
    #expect(again.errors.contains("transaction 2 is taken back already, by transaction 10"))
    let redo = try store.run("redo")
    #expect(redo.output.hasPrefix("transactions 1 to 9 are there again, by transaction 11:\n"))
    #expect(try store.run("totals", "--json").output == whole)
    #expect(try store.run("redo").status == 65)
    #expect(try store.run("redo", "2").status == 65)
  }

  @Test func `an undo by number has an author, whose redo finds it`() throws {
    let store = try HouseholdStore()
    #expect(try store.run("undo", "2", "--author", "Ada").status == 0)
    #expect(try store.run("redo").status == 65)
    let redo: [String: Any] = try store.run("redo", "--author", "Ada", "--json").json()
    #expect(redo["transactions"] as? [Int] == Array(1...9))
    #expect(try store.run("undo", "2").status == 0)
    let other: [String: Any] = try store.run("redo", "2", "--author", "Ben", "--json").json()
    #expect(other["transactions"] as? [Int] == [2])
  }

  @Test func `after a purge an entity is what the purge left`() throws {
    let store = try HouseholdStore()
    let log = try store.run("log", "--json", "--limit", "8000").list("events")
    let feed = try #require(log.first { $0["storedKind"] as? String == "nursery.feed" })
    let id = try #require(feed["id"] as? String)
    let before = try store.run("entity", id, "--json").list("versions")
    let rows = try store.run("transactions", "--limit", "1", "--json").list("transactions")
    let token = try #require(rows.first?["token"] as? String)
    #expect(try store.run("purge", "--yes", "--before", token).status == 0)
    let after = try store.run("entity", id, "--json").list("versions")
    let values = [before.last, after.first].map {
      ($0?["value"] as? [String: Any])?["words"] as? String
    }
    #expect(after.count == 1)
    #expect(values[0] != nil && values[0] == values[1])
    #expect(after.first?["token"] as? String == token)
    #expect(try store.run("entity", id).output.contains("purged up to"))
  }

  @Test func `a token of a transaction is a place in the log`() throws {
    let store = try HouseholdStore()
    let rows = try store.run("transactions", "--limit", "2", "--json").list("transactions")
    let token = try #require(rows.last?["token"] as? String)
    let page = try positions(store.run("log", "--json", "--limit", "1", "--after", token))
    #expect(page.positions == [7234])
  }

  @Test func `after a purge the log begins with what is left`() throws {
    let store = try HouseholdStore()
    let rows = try store.run("transactions", "--limit", "2", "--json").list("transactions")
    let token = try #require(rows.last?["token"] as? String)
    #expect(try store.run("purge", "--yes", "--before", token).status == 0)
    #expect(
      try positions(store.run("log", "--json", "--limit", "1", "--after", token)).positions == [
        7234
      ])
  }

  @Test func `people are told how to go on`() throws {
    let store = try HouseholdStore()
    let run = try store.run("log", "--limit", "2")
    #expect(run.output.hasPrefix("event  transaction  when"))
    #expect(run.output.contains("There are more: nursery log --limit 2 --store "))
    #expect(run.output.contains(" --before-event 7233\n"))
    let end = try store.run("log", "--limit", "8000")
    #expect(!end.output.contains("There are more"))
  }
}
