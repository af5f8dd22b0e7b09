import Foundation
import StoreFixtures
import TemporaryFolders
import Testing

/// What `prove` writes down, and what it says when the past has changed.
@Suite struct ProveCommandTests {
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
    #expect(try family.run("prove --check printed").output == checked)
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
      compared.contains("not compared, viewBehind: the view nursery.historyGroups lacked"),
      "\(compared)")
    #expect(!compared.contains("shows the same rows"))
  }
}
