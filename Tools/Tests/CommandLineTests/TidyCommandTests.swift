import Foundation
import Testing

/// `sync folder --tidy`, and addresses in place of paths.
@Suite struct TidyCommandTests {
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
