import Foundation
import TemporaryFolders
import Testing

/// `sync folder --tidy`: few files, without a person who thinks of it.
struct TidyCommandTests {
  private func files(_ family: Family) throws -> Int {
    try FileManager.default.subpathsOfDirectory(atPath: family.folder.path("drive"))
      .count { $0.hasSuffix(".dbs") }
  }

  @Test(.timeLimit(.minutes(5)))
  func `two devices that tidy have few files, and whoever comes begins with a snapshot`() throws {
    let family = try Family()
    try family.exchange()
    for amount in 1...4 {
      try family.run("add feed formula \(amount)0ml --baby Noor --store ada")
      try family.run("sync folder drive --store ada")
    }
    let before = try files(family)
    #expect(before == 5)
    let many = try family.run("sync folder drive --store ada --tidy 6")
    #expect(!many.output.contains("frontier"), "it has few already")
    try family.run("sync folder drive --store ben")
    let set = try family.object("sync folder drive --store ada --tidy 4")
    #expect(set["frontier"] as? Int == 1 && set["removedFiles"] as? Int == 0)
    #expect(set["ownFiles"] as? Int == 6)
    let put = try family.run("sync folder drive --store ben --tidy 4")
    #expect(put.output.contains("put a snapshot there"))
    let removed = try family.object("sync folder drive --store ada --tidy 4")
    #expect(removed["removedFiles"] as? Int == 5 && removed["untidied"] is NSNull)
    #expect(try files(family) == before + 1 - 5)
    for line in [
      "sync request --store cleo --output cleos",
      "sync enrol cleos --member Cleo --output invited --store ada",
      "sync join invited --store cleo", "sync folder drive --store ada",
    ] { try family.run(line) }
    let begun = try family.run("sync folder drive --store cleo")
    #expect(begun.output.contains("began with a snapshot"))
  }

  @Test(.timeLimit(.minutes(5)))
  func `who cannot tidy says what is missing`() throws {
    let family = try Family()
    try family.exchange()
    try family.run("add feed formula 10ml --baby Noor --store ben")
    let untidied = try family.run("sync folder drive --store ben --tidy 1")
    #expect(untidied.output.contains("not tidied: Ada sets frontiers, on another device"))
    #expect(try family.refused("sync folder drive --store ada --tidy 0").status == 64)
    #expect(try family.refused("sync folder drive --store ada --tidy 1 --follow").status == 64)
  }

  @Test(arguments: ["inspect", "sync serve", "sync hub", "sync invite", "sync uninvite"])
  func `a command that a program was built without is known to it`(_ command: String) throws {
    for run in [try nursery(ShellWords.split(command)), try daybookctl(ShellWords.split(command))] {
      #expect(run.status == 64)
      let sentence = " has no “\(command)”: nursery and daybookctl have it where they were built "
      #expect(run.errors.contains(sentence), "\(run.errors)")
    }
  }

  @Test func `an address needs a program with a network`() throws {
    let family = try Family()
    for address in ["s3://family/noor", "https://cloud.test/noor"] {
      for line in ["sync folder", "sync check", "sync snapshot", "sync frontier --yes --over"] {
        let run = try family.refused("\(line) \(address) --store ada")
        #expect(run.errors.contains("was built without a network; name a folder on a disk"))
      }
    }
  }
}
