#if Tools
  import Foundation
  import Testing

  /// Entries by the beginnings of their ids.
  @Suite struct ShortIDTests {
    private func digits(_ id: Any?) -> String {
      (id as? String ?? "").lowercased().replacing("-", with: "")
    }

    @Test func `lists show the shortest beginning that stands for one thing`() throws {
      let store = try HouseholdStore()
      let log = try store.run("log", "--json", "--limit", "2000").list("events")
      let ids = Set(log.map { digits($0["id"]) })
      for event in log {
        let short = try #require(event["short"] as? String)
        #expect(short.count >= 4)
        #expect(digits(event["id"]).hasPrefix(short))
        #expect(ids.filter { $0.hasPrefix(short) }.count == 1, "\(short)")
        if short.count > 4 {
          #expect(ids.filter { $0.hasPrefix(short.dropLast()) }.count > 1, "\(short)")
        }
      }
    }

    @Test func `a beginning of two ids is refused with both, and their whole ids are taken`() throws
    {
      let store = try HouseholdStore()
      let log = try store.run("log", "--json", "--limit", "2000").list("events")
      let groups = Dictionary(grouping: log) { digits($0["id"]).prefix(4) }
      let (beginning, events) = try #require(groups.first { $0.value.count == 2 })
      let run = try store.run("show", String(beginning))
      #expect(run.status == 65)
      for event in events {
        #expect(run.errors.contains(digits(event["id"]).prefix(8)), "\(run.errors)")
        let id = try #require(event["id"] as? String)
        let shown: [String: Any] = try store.run("show", id, "--json").json()
        #expect(shown["id"] as? String == id)
      }
    }
  }
#endif
