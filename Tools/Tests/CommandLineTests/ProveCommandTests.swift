import Foundation
import StoreFixtures
import TemporaryFolders
import Testing

/// What `prove` writes down, and what it says when the past has changed.
struct ProveCommandTests {
  private let family: Family

  init() throws {
    family = try Family()
    try family.exchange()
    try family.run("prove --store ada --output proof")
  }

  @Test func `a member's proof is signed, and fits every store of the family`() throws {
    let checked = try family.run("prove --check proof").output
    #expect(checked.contains("its maker has signed it"), "\(checked)")
    #expect(checked.contains("Ada"), "\(checked)")
    for store in ["ada", "ben"] {
      let compared = try family.run("prove --compare proof --store \(store)").output
      #expect(compared.hasPrefix("The store still holds the"), "\(compared)")
      #expect(compared.contains("and shows the same rows"), "\(compared)")
    }
    let check = try daybookctl("prove", "--check", family.folder.path("proof"))
    #expect(check.status == 0 && check.output == checked, "\(check.errors)")
    let printed = try family.run("prove --store ada").output
    try Data(printed.utf8).write(to: URL(fileURLWithPath: family.folder.path("printed")))
    // It was made later.
    let again = try family.run("prove --check printed").output
    let isKept = { (line: Substring) in !line.hasPrefix("It was made") }
    #expect(
      again.split(separator: "\n").filter(isKept) == checked.split(separator: "\n").filter(isKept))
  }

  @Test func `a past that was changed with its checksums is noticed by every command`() throws {
    let path = family.folder.path("ada")
    let place = try (1...8).first {
      try StoreFixtures.change("events", $0, at: path, "Noor", to: "Nora")
    }
    #expect(place != nil)
    for (line, words) in [
      ("prove --compare proof --store ada", "changed: one of the transactions 1 to"),
      ("verify --store ada", "was changed after it was written"),
      ("doctor --store ada", "was changed after it was written"),
      ("sync check ada --store ben", "changed: the other one holds other transactions"),
    ] {
      let run = try nursery(
        ShellWords.split(line), variables: Family.variables, directory: family.folder.path)
      #expect(run.status == 1, "\(line): \(run.output) \(run.errors)")
      #expect(run.output.contains(words), "\(line): \(run.output)")
    }
    let run = try family.refused("prove --store ada --output other")
    #expect(run.errors.contains("was changed after it was written"), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: family.folder.path("other")))
  }

  @Test func `a proof that is none, or was changed, is refused`() throws {
    let text = try String(contentsOfFile: family.folder.path("proof"), encoding: .utf8)
    for (content, status, words) in [
      ("", Int32(65), "this is no proof of a store"),
      (text.replacing("\"Ada\"", with: "\"Eva\""), 65, "is not what its maker signed"),
    ] {
      try Data(content.utf8).write(to: URL(fileURLWithPath: family.folder.path("other")))
      let run = try family.refused("prove --check other")
      #expect(run.status == status && run.errors.contains(words), "\(run.errors)")
    }
    #expect(try family.refused("prove --check nowhere").status == 66)
    #expect(try family.refused("prove --output proof --store ada").errors.contains("--replace"))
    #expect(try family.refused("prove --check proof --compare proof").status == 64)
  }

  @Test func `a proof whose file begins with a dash is compared as it is told`() throws {
    let made = try family.run("prove --output=-p --store ada").output
    #expect(made.contains("nursery prove --compare ./-p --store ada\n"), "\(made)")
    try family.run("prove --compare ./-p --store ada")
  }

  @Test func `a view that lacks transactions is named, and not compared`() throws {
    try family.run("profile add Mia --store ada")
    try family.run("sync folder drive --store ada")
    // daybookctl takes in transactions and has none of the nursery's views.
    let (drive, ben) = (family.folder.path("drive"), family.folder.path("ben"))
    #expect(try daybookctl("sync", "folder", drive, "--store", ben).status == 0)
    let file = family.folder.path("half")
    let written = try daybookctl("prove", "--output", file, "--store", ben)
    #expect(written.output.contains("Not proved: nursery.currentProfiles"), "\(written.errors)")
    let checked = try family.run("prove --check half").output
    #expect(checked.contains("Not proved: nursery.currentProfiles"), "\(checked)")
    let names = try family.object("prove --check half")["viewsBehind"] as? [String]
    #expect(names?.contains("nursery.historyGroups") == true)
    let compared = try family.run("prove --compare half --store ben").output
    #expect(
      compared.contains("not compared (viewBehind): the view nursery.historyGroups lacked"),
      "\(compared)")
    #expect(!compared.contains("shows the same rows"))
  }

  @Test func `a comparison says who signed, or that nobody did`() throws {
    let signed = try family.run("prove --compare proof --store ben").output
    #expect(
      signed.contains("Ada has signed the proof, with the key that was enrolled"), "\(signed)")
    let json = try family.object("prove --compare proof --store ben")
    #expect(json["isSigned"] as? Bool == true && json["signer"] as? String == "Ada")
    let text = try String(contentsOfFile: family.folder.path("proof"), encoding: .utf8)
    let bare = text.replacing(#/"signature" : "[0-9a-f]*",\n  "space"/#, with: "\"space\"")
    try #require(bare != text)
    try Data(bare.utf8).write(to: URL(fileURLWithPath: family.folder.path("bare")))
    let unsigned = try family.run("prove --compare bare --store ben").output
    #expect(unsigned.contains("Nobody has signed the proof"), "\(unsigned)")
    #expect(try family.object("prove --compare bare --store ben")["isSigned"] as? Bool == false)
    let check = try family.run("prove --check bare").output
    #expect(check.contains("nobody has signed the proof: anybody may have"), "\(check)")
  }

  @Test func `a proof says when it was made`() throws {
    let check = try family.run("prove --check proof").output
    #expect(check.contains(#/It was made 20[0-9-]+T[0-9:]+Z, by the clock/#), "\(check)")
    let made = try family.object("prove --check proof")["made"] as? String
    #expect(try family.object("prove --compare proof --store ben")["made"] as? String == made)
    let text = try String(contentsOfFile: family.folder.path("proof"), encoding: .utf8)
    let other = text.replacing(made ?? "none", with: "2001-01-01T00:00:00Z")
    try #require(other != text)
    try Data(other.utf8).write(to: URL(fileURLWithPath: family.folder.path("other")))
    #expect(try family.refused("prove --check other").errors.contains("somebody has changed it"))
    // Those of earlier versions have none.
    let bare = text.replacing(#/ *"(made|signature)" : "[^"]*",\n/#, with: "")
    try Data(bare.utf8).write(to: URL(fileURLWithPath: family.folder.path("bare")))
    #expect(try family.run("prove --check bare").output.contains("It was made") == false)
  }

  @Test func `a key that is not the one that was enrolled is told`() throws {
    let variables = ["DAYBOOK_SEED": "7", "DAYBOOK_NOW": "2026-11-20T20:00:00Z"]
    var proofs: [String] = []
    for name in ["one", "two"] {
      for line in [
        "new --store \(name)/ada", "sync init Noor --member Ada --store \(name)/ada",
        "prove --output \(name)/proof --store \(name)/ada",
      ] {
        let run = try nursery(
          ShellWords.split(line.replacing("\(name)/", with: "")), variables: variables,
          directory: made(name))
        try #require(run.status == 0, "\(line): \(run.errors)")
      }
      proofs.append(family.folder.path("\(name)/proof"))
    }
    let run = try nursery(
      ["prove", "--compare", proofs[1], "--store", "ada"], variables: variables,
      directory: made("one"))
    #expect(run.status == 1)
    #expect(
      run.output.contains("otherKey: the proof says that the replica"), "\(run.output)")
    #expect(run.output.contains("whose key this store does not know"), "\(run.output)")
  }

  private func made(_ name: String) throws -> String {
    let path = family.folder.path(name)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  @Test func `members see the digits with which each was enrolled`() throws {
    let check = try family.run("prove --check proof").output
    let members = try family.object("sync members --store ben")["members"] as? [[String: Any]]
    let digits = (members ?? []).compactMap { $0["checkDigits"] as? String }
    // Ben has written nothing that the proof would name.
    let ada = members?.first { $0["member"] as? String == "Ada" }?["checkDigits"] as? String
    #expect(digits.count == 2 && check.contains(ada ?? "none"), "\(digits) \(check)")
    let text = try family.run("sync members --store ada").output
    #expect(digits.allSatisfy { text.contains($0) }, "\(text)")
    try family.run("new --store own")
    let own = try family.run("sync init Own --member Eve --store own").output
    let eve = try family.object("sync members --store own")["members"] as? [[String: Any]]
    #expect(own.contains(eve?.first?["checkDigits"] as? String ?? "none"), "\(own)")
  }

  @Test func `a key that was named and does not sign is an error`() throws {
    #expect(try family.refused("prove --key nowhere --output o --store ada").status == 66)
    let others = try family.refused("prove --key ben.key --output o --store ada")
    #expect(others.status == 65 && others.errors.contains("leave --key out"), "\(others.errors)")
    try family.run("new --store own")
    let alone = try family.refused("prove --key ada.key --output o --store own")
    #expect(alone.errors.contains("the store is not shared"), "\(alone.errors)")
    #expect(!FileManager.default.fileExists(atPath: family.folder.path("o")))
    let own = try family.run("prove --output o --store own").output
    #expect(own.contains("because the store is not shared; this gives it one: nursery sync init"))
  }

  @Test func `a proof that cannot be read is told as what it is`() throws {
    let folder = try family.refused("prove --check ada")
    #expect(folder.status == 66 && folder.errors.contains("ada is a folder"), "\(folder.errors)")
    let device = try family.refused("prove --check /dev/null")
    #expect(device.status == 65 && device.errors.contains("no proof of a store"))
    // The superuser may read anything.
    if getuid() == 0 { return }
    let proof = family.folder.path("proof")
    try FileManager.default.setAttributes([.posixPermissions: 0o000], ofItemAtPath: proof)
    let closed = try family.refused("prove --check proof")
    #expect(closed.status == 66 && closed.errors.contains("cannot be read"), "\(closed.errors)")
  }
}
