import Foundation
import TemporaryFolders
import Testing

/// What becomes of a shared store that was restored or copied, or whose key is lost.
struct MintCommandTests {
  private let family: Family

  init() throws {
    family = try Family()
    try family.exchange()
  }

  private func replica(_ store: String) throws -> String? {
    try family.object("sync status --store \(store)")["replica"] as? String
  }

  private func remove(_ names: String...) throws {
    for name in names { try FileManager.default.removeItem(atPath: family.folder.path(name)) }
  }

  private func copy(_ name: String, to other: String) throws {
    try FileManager.default.copyItem(
      atPath: family.folder.path(name), toPath: family.folder.path(other))
  }

  @Test(arguments: [
    "add diaper wet --baby Noor", "profile edit Noor feedTerm=4h", "undo last-feed",
    "import babydashboard feeds.csv",
  ])
  func `a copy without its key writes nothing until it is a replica of its own`(
    line: String
  ) throws {
    try family.run("add feed formula 90ml --baby Noor --store ben")
    try family.run("sync folder drive --store ben")
    try copy("ben", to: "copy")
    let before = try replica("ben")
    let command = try command(line) + " --store copy"
    let refused = try family.refused(command)
    #expect(refused.status == 66)
    #expect(refused.errors.contains("there is no key at \(family.folder.path("copy.key"))"))
    #expect(try replica("copy") == before)
    #expect(!FileManager.default.fileExists(atPath: family.folder.path("copy.key")))
    try family.run("sync request --store copy")
    try family.run(command)
    #expect(try replica("copy") != before)
    // Once is enough.
    let own = try replica("copy")
    try family.run("add diaper solid --baby Noor --store copy")
    #expect(try replica("copy") == own)
    let first = try family.run("transactions --limit 2 --store copy --json").list("transactions")
    #expect(first.allSatisfy { ($0["dot"] as? String)?.hasPrefix(own ?? "-") == true })
    // The other one goes on as it was.
    try family.run("add diaper wet --baby Noor --store ben")
    #expect(try replica("ben") == before)
  }

  /// The command with what it needs.
  private func command(_ line: String) throws -> String {
    if line == "undo last-feed" {
      let rows = try family.run("transactions --limit 1 --store ben --json").list("transactions")
      return "undo \(rows.first?["number"] ?? 0)"
    }
    _ = try family.folder.file(
      "feeds.csv",
      """
      babyName,timestamp,amountValue,amountUnit,feedType
      Noor,2026-11-18T08:00:00.000Z,120.0,mL,babyFormula

      """)
    return line
  }

  @Test func `a restored store with its key writes as a replica of its own`() throws {
    try copy("ben", to: "backup")
    try family.run("add feed formula 90ml --baby Noor --store ben")
    try family.run("sync folder drive --store ben")
    let before = try replica("ben")
    try remove("ben")
    try copy("backup", to: "ben")
    let run = try family.run("add diaper wet --baby Noor --store ben")
    #expect(
      run.output.hasPrefix(
        "this store writes as a new replica from now on, because this device has sent more than the store holds, as after a restore\nadded diaper"
      ))
    #expect(try replica("ben") != before)
  }

  @Test func `programs read what they read before, and the reason stands beside`() throws {
    try copy("ben", to: "backup")
    try family.run("add feed formula 90ml --baby Noor --store ben")
    try family.run("sync folder drive --store ben")
    try remove("ben")
    try copy("backup", to: "ben")
    let run = try family.run("add diaper wet --baby Noor --store ben --json")
    #expect(try run.json(as: [String: Any].self)["transaction"] as? Int == 4)
    #expect(run.errors.contains("writes as a new replica from now on"))
  }

  @Test func `looking mints nothing, nor does a dry run`() throws {
    try family.run("add feed formula 90ml --baby Noor --store ben")
    let before = try replica("ben")
    try remove("ben.key")
    for line in ["undo --author test --dry-run", "last", "sync status", "sync check ada"] {
      _ = try nursery(
        ShellWords.split(line + " --store ben"), variables: Family.variables,
        directory: family.folder.path)
    }
    #expect(try replica("ben") == before)
    #expect(!FileManager.default.fileExists(atPath: family.folder.path("ben.key")))
  }

  @Test func `a store that nobody shares gets no key`() throws {
    try family.run("new --store own")
    try family.run("profile add Lia --store own")
    #expect(!FileManager.default.fileExists(atPath: family.folder.path("own.key")))
  }

  @Test func `a key that lies elsewhere is found by what writes`() throws {
    try FileManager.default.createDirectory(
      atPath: family.folder.path("keys"), withIntermediateDirectories: false)
    try family.run("new --store own")
    try family.run("sync init Lia --member Ada --store own --key keys/own")
    let before = try replica("own")
    try family.run("profile add Lia --store own")
    try family.run("sync folder stick --store own")
    #expect(try replica("own") == before)
    #expect(!FileManager.default.fileExists(atPath: family.folder.path("own.key")))
    // By way of a link, too; a copy does not find it.
    try FileManager.default.createSymbolicLink(
      atPath: family.folder.path("link"), withDestinationPath: family.folder.path("own"))
    try family.run("profile add Kim --store link")
    #expect(try replica("own") == before)
    try copy("own", to: "copy")
    #expect(try family.refused("profile add Mia --store copy").status == 66)
    // Without it nothing is written.
    try FileManager.default.moveItem(
      atPath: family.folder.path("keys"), toPath: family.folder.path("away"))
    let run = try family.refused("sync folder stick --store own")
    #expect(run.status == 66)
    #expect(run.errors.contains("there is no key at \(family.folder.path("keys/own"))"))
    #expect(try family.refused("profile add Mia --store own").status == 66)
    #expect(try replica("own") == before)
    try FileManager.default.moveItem(
      atPath: family.folder.path("away"), toPath: family.folder.path("keys"))
    try family.run("profile add Mia --store own")
    #expect(try replica("own") == before)
  }

  @Test func `the exchange says what was left behind with a key`() throws {
    try family.run("add feed formula 90ml --baby Noor --store ben")
    try remove("ben.key", "ben.key.guard")
    let missing = try family.refused("sync folder drive --store ben")
    #expect(missing.status == 66)
    #expect(missing.errors.contains("a new one has to be enrolled: nursery sync request"))
    #expect(
      try family.run("sync request --store ben").output.hasPrefix(
        "this store writes as a new replica from now on, because the key of the replica"))
    let lines = try family.unheard("sync folder drive --store ben").output
    #expect(
      lines.contains(
        "No enrolment of this store has come here yet, so what it writes counts for nobody else. When an owner has enrolled it, let that owner exchange with this folder; else ask one: nursery sync request --store ben\n"
      ))
    #expect(
      lines.contains(
        "1 transaction of this store’s earlier replica is in no other store yet, as far as it knows; unless another device still sends it, write it again: nursery sync mint --rewrite drive --store ben\n"
      ))
    let object = try family.unheard("sync folder drive --store ben --json")
      .json(as: [String: Any].self)
    #expect(object["stranded"] as? Int == 1)
    #expect(object["isEnrolled"] as? Bool == false)
    #expect(try family.object("sync status --store ben")["stranded"] as? Int == 1)
    try family.run("sync mint --rewrite drive --store ben --yes")
    let rewritten = try family.unheard("sync folder drive --store ben --json")
      .json(as: [String: Any].self)
    #expect(rewritten["stranded"] as? Int == 0)
  }

  @Test func `who is enrolled before the rest is written again is enrolled once`() throws {
    try family.run("add feed formula 90ml --baby Noor --store ben")
    try remove("ben.key")
    try family.run("sync request --store ben --output request --replace")
    try family.run("sync enrol request --member Ben --store ada")
    try family.run("sync folder drive --store ada")
    try family.unheard("sync folder drive --store ben")
    let own = try replica("ben")
    let run = try family.run("sync mint --rewrite drive --store ben --yes").output
    #expect(run.hasPrefix("wrote 1 transaction again\nThis store writes as the replica "))
    #expect(run.hasSuffix(" now; next: nursery sync folder drive --store ben\n"))
    #expect(try replica("ben") == own)
    #expect(
      try family.run("sync mint --rewrite drive --store ben --yes").output
        == "wrote 0 transactions again\n")
    #expect(try family.object("sync folder drive --store ben")["sent"] as? Int == 1)
    #expect(try family.object("sync folder drive --store ada")["absorbed"] as? Int == 1)
  }

  @Test func `an exchange of a restored store says that it was minted`() throws {
    try copy("ben", to: "backup")
    try family.run("add feed formula 90ml --baby Noor --store ben")
    try family.run("sync folder drive --store ben")
    try remove("ben")
    try copy("backup", to: "ben")
    let object = try family.object("sync folder drive --store ben")
    #expect(object["minted"] as? String == "restored")
    #expect(object["stranded"] as? Int == 0)
    #expect(object["absorbed"] as? Int == 1)
    #expect(try family.object("sync folder drive --store ben")["minted"] is NSNull)
  }

  @Test func `what fails leaves no key behind, and mints nothing`() throws {
    try family.run("new --store own")
    for line in [
      "sync request --store own", "sync init '' --member Ada --store own",
      "sync request --store zoe --output no/where", "sync init X --member Y --store own --key k",
    ].prefix(3) {
      _ = try family.refused(line)
    }
    let before = try replica("ada")
    _ = try family.refused("sync init Again --member Ada --store ada --key other")
    #expect(try replica("ada") == before)
    for name in ["own.key", "zoe.key", "other", "other.guard"] {
      #expect(!FileManager.default.fileExists(atPath: family.folder.path(name)), "\(name)")
    }
  }

  @Test func `the restored store of the only owner gets back what it has sent`() throws {
    try copy("ada", to: "backup")
    try family.run("add feed formula 90ml --baby Noor --store ada")
    try family.run("sync folder drive --store ada")
    let before = try replica("ada")
    try remove("ada")
    try copy("backup", to: "ada")
    let status = try family.run("sync status --store ada").output
    #expect(status.contains("This store was restored: it has "))
    #expect(status.contains("nursery sync folder DIR --store ada"))
    #expect(try family.object("sync status --store ada")["mustRecover"] as? Bool == true)
    for line in ["add diaper wet --baby Noor", "sync request", "sync mint --yes"] {
      let refused = try family.refused(line + " --store ada")
      #expect(refused.errors.contains("nursery sync folder DIR --store ada"))
    }
    let run = try family.run("sync folder drive --store ada")
    #expect(run.output.hasPrefix("got back 1 transaction that this store had sent\n"))
    #expect(try replica("ada") == before)
    #expect(try family.object("sync status --store ada")["mustRecover"] as? Bool == false)
    try family.run("add diaper wet --baby Noor --store ada")
    #expect(try family.object("sync status --store ada")["role"] as? String == "owner")
  }

  @Test func `the only owner stays one unless the store is a copy`() throws {
    let before = try replica("ada")
    let run = try family.refused("sync mint --store ada --yes")
    #expect(run.status == 65)
    #expect(
      run.errors
        == "nursery: this store is the only owner of Noor, and nobody could enrol it again; when it is a copy, and the original is in use: nursery sync mint --copy --store ada\n"
    )
    #expect(try replica("ada") == before)
    try copy("ada", to: "phone")
    try copy("ada.key", to: "phone.key")
    try copy("ada.key.guard", to: "phone.key.guard")
    try family.run("sync mint --copy --store phone --yes")
    try family.run("sync request --store phone --output request --replace")
    try family.run("sync enrol request --member Ada --as owner --store ada")
    try family.run("sync folder drive --store ada")
    try family.run("sync folder drive --store phone")
    // With another owner nothing is in the way.
    try family.run("sync mint --store ada --yes")
    #expect(try replica("ada") != before)
  }

  @Test func `what a command printed into a file is read as what it printed`() throws {
    for (line, file) in [
      ("sync request --store zoe", "zoe.request"),
      ("sync enrol zoe.request --member Zoe --store ada", "zoe.invitation"),
    ] {
      _ = try family.folder.file(file, family.run(line).output)
    }
    try family.run("sync join zoe.invitation --store zoe")
    try family.run("sync folder drive --store ada")
    try family.run("sync folder drive --store zoe")
    #expect(try family.object("sync status --store zoe")["member"] as? String == "Zoe")
  }

  @Test func `a store that nobody shares is told no next step that fails`() throws {
    try family.run("new --store own")
    let line = try family.run("sync mint --store own --yes").output
    #expect(line.hasPrefix("This store writes as the replica "))
    #expect(!line.contains("next"))
  }
}
