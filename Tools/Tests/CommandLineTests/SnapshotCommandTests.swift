import Foundation
import TemporaryFolders
import Testing

/// `snapshot widgets`.
struct SnapshotCommandTests {
  @Test func `widget files are made for a time, and kept while nothing changes`() throws {
    let store = try HouseholdStore()
    let folder = try TemporaryFolder()
    let out = folder.path("widgets")
    let time = "2026-01-02T03:04:05.5Z"
    let first = try store.run("snapshot", "widgets", "--out", out, "--now", time, "--json")
    let report: [String: Any] = try first.json()
    let names = try #require(report["written"] as? [String])
    let profiles = try store.run("profiles", "--json").list("babies")
    #expect(names.count == profiles.count && !names.isEmpty)
    for name in names {
      let data = try Data(contentsOf: URL(fileURLWithPath: "\(out)/\(name)"))
      let file = try JSONSerialization.jsonObject(with: data) as? [String: Any]
      #expect(file?.count == 7)
      #expect(file?["updatedAt"] as? Double == 789_015_845.5)
      #expect((file?["id"] as? String).map { "\($0).json" } == name)
    }
    let again = try store.run("snapshot", "widgets", "--out", out)
    #expect(again.status == 0)
    #expect(!again.output.contains("wrote"))
    let later = try store.run(
      "snapshot", "widgets", "--out", out, "--now", "2026-01-03T00:00:00Z")
    #expect(later.output.contains("wrote \(names[0])"))
  }

  @Test func `a time without a zone and a folder that cannot be are refused`() throws {
    let store = try HouseholdStore()
    let noZone = try store.run(
      "snapshot", "widgets", "--out", "x", "--now", "2026-01-02T03:04:05")
    #expect(noZone.status == 64)
    #expect(try store.run("snapshot", "widgets", "--out", "/dev/null/x").status == 73)
  }
}
