import Daybook
import Foundation
import Nursery
import TemporaryFolders
import Testing

/// Entries by the beginnings of their ids.
struct ShortIDTests {
  private func digits(_ id: Any?) -> String {
    (id as? String ?? "").lowercased().replacing("-", with: "")
  }

  @Test func `lists show the shortest beginning that stands for one thing`() throws {
    let store = try HouseholdStore()
    let log = try store.run("log", "--json", "--limit", "8000").list("events")
      .filter { $0["kind"] is String }
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

  @Test func `a beginning of two ids is refused with both, and their whole ids are taken`() throws {
    let store = try HouseholdStore()
    let log = try store.run("log", "--json", "--limit", "8000").list("events")
      .filter { $0["kind"] is String }
    let groups = Dictionary(grouping: log) { digits($0["id"]).prefix(4) }
    let (beginning, events) = try #require(groups.first { $0.value.count == 2 })
    let run = try store.run("show", String(beginning))
    #expect(run.status == 65)
    let told = run.errors.matches(of: #/([0-9a-f]+) \(/#).map { String($0.output.1) }
    #expect(told.count == 2, "\(run.errors)")
    for event in events {
      #expect(told.filter { digits(event["id"]).hasPrefix($0) }.count == 1, "\(run.errors)")
      let id = try #require(event["id"] as? String)
      let shown: [String: Any] = try store.run("show", id, "--json").json()
      #expect(shown["id"] as? String == id)
    }
  }

  @Test(arguments: [
    ("bff", "“bff” is no id, which has four digits at least, and no baby is called so; give one"),
    ("b-f", "“b-f” is no id, which has four digits at least, and no baby is called so; give one"),
    ("bffx", "“bffx” is no id, and no baby is called so; give one"),
  ])
  func `too few digits for an id are told as that`(text: String, words: String) throws {
    let run = try HouseholdStore().run("delete", text)
    #expect(run.status == 65 && run.errors.contains(words), "\(run.errors)")
  }

  @Test func `ids that are ordered by time are shown and taken by their last six digits`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("store")
    let store = try EventStore.open(
      at: path, schema: .nursery(boundary: try DayBoundary(zone: "UTC")))
    let (baby, now) = (UUID.timeOrdered(), Date())
    // Two of them end alike, and one that is not ordered by time begins so.
    let ends = ["8000-0000000abc12", "8000-0000010abc12", "8000-0000000def34"]
    let ids = try ends.map { try #require(UUID(uuidString: "019AC000-0000-7000-\($0)")) }
    let random = try #require(UUID(uuidString: "DEF34000-0000-4000-8000-000000000000"))
    try store.append { draft in
      try draft.addBaby(baby, BabyProfile(name: "Noor", createdAt: now))
      for id in ids + [random] {
        try draft.append(DiaperEvent.recorded(DiaperChange(baby: baby, time: now)), to: id)
      }
    }
    try store.close()
    let shown = try nursery("log", "--json", "--store", path).list("events")
      .filter { $0["kind"] as? String == "diaper" }.compactMap { $0["short"] as? String }
    #expect(shown.sorted() == ["0abc12", "0abc12", "0def34", "def3"])
    #expect(try nursery("show", "0def34", "--json", "--store", path).status == 0)
    for (digits, count) in [("0abc12", 2), ("def34", 2)] {
      let refused = try nursery("show", digits, "--store", path)
      #expect(refused.status == 65)
      let told = refused.errors.matches(of: #/([0-9a-f]+) \(/#).map { String($0.output.1) }
      #expect(Set(told).count == count, "\(refused.errors)")
      for digits in told {
        #expect(try nursery("show", digits, "--store", path).status == 0, "\(digits)")
      }
    }
    #expect(try nursery("delete", "0def34", "--store", path).status == 0)
    #expect(try nursery("show", "0def34", "--store", path).output.contains("deleted"))
  }

  @Test func `an error gives babies that begin alike by digits that work`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("store")
    let store = try EventStore.open(
      at: path, schema: .nursery(boundary: try DayBoundary(zone: "UTC")))
    for end in ["01", "02"] {
      let id = try #require(UUID(uuidString: "0179EFCA-0000-4000-8000-0000000000\(end)"))
      try store.append { draft in
        try draft.addBaby(
          id, BabyProfile(name: "Noor", createdAt: Date(timeIntervalSince1970: 0)))
      }
    }
    let refused = try nursery("add", "diaper", "wet", "--baby", "noor", "--store", path)
    #expect(refused.status == 65)
    let found = refused.errors.matches(of: #/\(([0-9a-f]+)\)/#).map { String($0.output.1) }
    #expect(found.count == 2, "\(refused.errors)")
    for digits in found {
      let run = try nursery("add", "diaper", "wet", "--baby", digits, "--store", path)
      #expect(run.status == 0, "\(run.errors)")
    }
  }
}
