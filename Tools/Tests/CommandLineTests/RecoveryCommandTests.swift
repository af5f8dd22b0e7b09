import Foundation
import TemporaryFolders
import Testing

/// What the command line gives back when every device is lost.
struct RecoveryCommandTests {
  @Test func `a key from a safe gives back what a folder holds`() throws {
    let family = try Family()
    for line in [
      "sync request --store found --key safe.key --output safe-request",
      "sync enrol safe-request --as owner --member Safe --output safe-invitation --store ada",
      "sync folder drive --store ada", "sync folder drive --store ben",
      "add feed formula 90ml --baby Noor --store ben", "sync folder drive --store ben",
    ] { try family.run(line) }
    for name in ["ada", "ada.key", "ada.key.guard", "ben.key", "ben.key.guard"] {
      try FileManager.default.removeItem(atPath: family.folder.path(name))
    }

    for line in [
      "sync join safe-invitation --store found --key safe.key",
      "sync folder drive --store found --key safe.key",
    ] { try family.run(line) }
    // What was lost, to compare with.
    #expect(try family.run("sync check ben --store found").status == 0)
    #expect(try family.run("sync members --store found").output.contains("owner"))
    for line in [
      "sync request --store new --output request2",
      "sync enrol request2 --member Ada --as owner --output invitation2 --store found --key safe.key",
      "sync join invitation2 --store new", "sync folder drive --store found --key safe.key",
      "sync folder drive --store new",
    ] { try family.run(line) }
    #expect(try family.run("sync check new --store found").status == 0)
  }
}
