import Foundation
import TemporaryFolders
import Testing

/// What the verbs of `sync` say of odd things.
struct MannersOfSharingTests {
  private let family: Family

  init() throws { family = try Family() }

  @Test func `who is revoked is not said to be revoked again`() throws {
    try family.exchange()
    let first = try family.run("sync revoke Ben --yes --store ada")
    #expect(first.output.contains("Ben is revoked after transaction"))
    let log = try family.run("transactions --store ada").output
    let again = try family.run("sync revoke Ben --yes --store ada")
    #expect(again.output.contains("Ben was already revoked"), "\(again.output)")
    #expect(again.output.contains("nothing was written"))
    #expect(try family.run("transactions --store ada").output == log)
    #expect(try family.object("sync revoke Ben --yes --store ada")["isNew"] as? Bool == false)
  }

  @Test func `a role that a device has already is not written again`() throws {
    try family.exchange()
    try family.run("sync role Ben --as owner --store ada")
    let log = try family.run("transactions --store ada").output
    let again = try family.run("sync role Ben --as owner --store ada")
    #expect(again.output == "Ben was already owner on that device; nothing was written.\n")
    #expect(try family.run("transactions --store ada").output == log)
  }

  @Test func `of a file that is not there whole it is told that it can be removed`() throws {
    func segments() -> Set<String> {
      let paths = FileManager.default.subpaths(atPath: family.folder.path("drive")) ?? []
      return Set(paths.filter { $0.hasSuffix(".dbs") })
    }
    try family.exchange()
    let before = segments()
    try family.run("add diaper wet --store ada")
    try family.run("sync folder drive --store ada")
    let path = try #require(segments().subtracting(before).first)
    let url = URL(fileURLWithPath: family.folder.path("drive/\(path)"))
    try Data(contentsOf: url).prefix(60).write(to: url)
    let run = try nursery(
      ["sync", "folder", "drive", "--store", "ben"], variables: Family.variables,
      directory: family.folder.path)
    #expect(run.output.contains(".dbs was changed or is not there whole\n"), "\(run.output)")
    #expect(run.output.contains("can be removed: members put there again what it held\n"))
    try FileManager.default.removeItem(at: url)
    try family.exchange()
    #expect(try family.run("transactions --limit 1 --store ben").output.contains("diaper"))
  }

  @Test func `of many files that are left alone the first ten are told`() throws {
    try family.exchange()
    let space = try #require(
      FileManager.default.contentsOfDirectory(atPath: family.folder.path("drive")).first)
    for number in 0..<300 {
      let name = "drive/\(space)/\(UUID().uuidString.lowercased())"
      try Data("\(number)".utf8).write(
        to: URL(fileURLWithPath: family.folder.path(name)))
    }
    let run = try family.run("sync folder drive --store ada")
    let lines = run.output.split(separator: "\n").filter { $0.contains("left alone") }
    #expect(lines.count <= 11, "\(lines.count)")
    let problems = try family.object("sync folder drive --store ada")["problems"] as? [String]
    #expect((problems?.count ?? 0) == 0 || (problems?.count ?? 0) >= 300)
  }
}
