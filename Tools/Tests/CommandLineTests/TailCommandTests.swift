import Foundation
import TemporaryFolders
import Testing

/// What the command line tells of what is written again.
struct TailCommandTests {
  /// Two stores that have exchanged, and a copy of Ben's with all that lies beside it.
  private func copied() throws -> Family {
    let family = try Family()
    for line in [
      "sync folder drive --store ada", "sync folder drive --store ben",
      "add feed formula 90ml --baby Noor --store ben", "sync folder drive --store ben",
    ] { try family.run(line) }
    for suffix in ["", ".key", ".key.guard"] {
      try FileManager.default.copyItem(
        atPath: family.folder.path("ben" + suffix), toPath: family.folder.path("copy" + suffix))
    }
    try family.run("add diaper wet --baby Noor --store ben")
    try family.run("add diaper solid --baby Noor --store copy")
    return family
  }

  @Test func `a copy with its key says what it has written again`() throws {
    let family = try copied()
    #expect(
      try family.run("sync folder drive --store ben").output
        == "got 0 transactions, sent 1\n")
    let lines = try family.unheard("sync folder drive --store copy").output
    #expect(
      lines == """
        wrote 1 transaction again as another replica
        got 1 transaction, sent 1
        No enrolment of this store has come here yet, so what it writes counts for nobody else: the 1 transaction that it has written reaches nobody else. When an owner has enrolled it, let that owner exchange with this folder; else ask one: nursery sync request --store copy

        """)
    #expect(
      try family.run("sync status --store copy").output.contains(
        "this one is not enrolled yet; ask"))
    try family.run("sync folder drive --store ada")
    try family.run("sync request --store copy --output again")
    try family.run("sync enrol again --member Ben --output invitation2 --store ada")
    for store in ["ada", "copy", "ben", "ada"] {
      try family.run("sync folder drive --store \(store)")
    }
    for store in ["copy", "ben"] {
      #expect(try family.run("sync check \(store) --store ada").status == 0)
    }
  }

  @Test func `what was not sent before a key was lost is written again on demand`() throws {
    let family = try copied()
    for suffix in ["", ".guard"] {
      try FileManager.default.removeItem(atPath: family.folder.path("ben.key" + suffix))
    }
    try family.run("sync request --store ben")
    let object = try family.run("sync mint --rewrite drive --store ben --yes --json")
      .json(as: [String: Any].self)
    #expect(object["rewritten"] as? Int == 1)
    // The next exchange sends it.
    #expect(
      try family.run("sync mint --rewrite drive --store ben --yes").output
        == "wrote 0 transactions again\n")
  }

  @Test func `a folder that is not there is refused`() throws {
    let family = try copied()
    let run = try nursery(
      "sync", "mint", "--rewrite", "nowhere", "--yes", "--store", family.folder.path("ben"))
    #expect(run.status == 66)
    #expect(run.errors.contains("there is no folder at nowhere"))
  }
}
