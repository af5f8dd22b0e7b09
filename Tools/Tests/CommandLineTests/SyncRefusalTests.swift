import Daybook
import Foundation
import Interchange
import Nursery
import StoreFixtures
import TemporaryFolders
import Testing

/// How the sync verbs end when something is not there, or makes no sense.
struct SyncRefusalTests {
  private let family: Family

  init() throws {
    family = try Family()
    try family.exchange()
  }

  @Test(
    .timeLimit(.minutes(10)),
    arguments: [
      "folder no/where", "snapshot nowhere", "frontier --over nowhere --yes", "check nowhere",
      "mint --rewrite nowhere --yes", "enrol nowhere --member Zoe", "join nowhere",
      "folder drive --key nowhere", "snapshot drive --key nowhere",
      "revoke ada --yes --key nowhere", "frontier --yes --key nowhere",
      "folder no/where --follow",
    ])
  func `a file or folder that is not there`(line: String) throws {
    let before = try FileManager.default.contentsOfDirectory(atPath: family.folder.path).sorted()
    let run = try family.refused("sync \(line) --store ada")
    #expect(run.status == 66, "\(run.errors)")
    #expect(run.errorLines.count == 1)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: family.folder.path).sorted() == before)
  }

  /// A hub is as good there as a folder.
  @Test(arguments: ["snapshot", "frontier --yes --over", "mint --yes --rewrite"])
  func `the text of a hub that was cut off is no folder that is missing`(line: String) throws {
    let run = try family.refused("sync \(line) daybook-hub-1:AAAA --store ada")
    #expect(run.errors.contains("the hub was changed on its way; copy all of it"), "\(run.errors)")
  }

  @Test(arguments: [
    "init Noor --member Ada", "folder drive", "snapshot drive", "frontier --yes", "members",
    "status", "check drive", "mint --yes", "enrol request --member Zoe", "revoke ab --yes",
    "role ab --as reader", "keeper ab", "forget drive --yes",
  ])
  func `a store that is not there`(line: String) throws {
    let run = try family.refused("sync \(line) --store nowhere")
    #expect(run.status == 66, "\(run.errors)")
    #expect(run.errors.contains("there is no store at nowhere"))
  }

  @Test(arguments: [
    "folder drive", "snapshot drive", "frontier --yes", "mint --rewrite drive --yes",
    "enrol request --member Zoe", "revoke ab --yes", "role ab --as reader", "keeper ab",
  ])
  func `a store that is not shared`(line: String) throws {
    try family.run("new --store own")
    let run = try family.refused("sync \(line) --store own")
    #expect(run.status == 65, "\(run.errors)")
    #expect(
      run.errors
        == "nursery: this store is not shared; to begin a space with it: nursery sync init NAME --member YOU --store own; to join somebody’s, ask with a store that is not there yet: nursery sync request --store NEW\n"
    )
  }

  @Test func `a store that joined by way of a hub is sent there`() throws {
    let family = try Family()
    let text = family.folder.url.appendingPathComponent("ben/hub-text")
    try Data("daybook-hub-1:".utf8).write(to: text)
    #expect(
      try family.run("sync status --store ben").output.hasSuffix(
        "no exchange yet: nursery sync hub --store ben\n"))
  }

  @Test func `who joins again is told that nothing is left to join, and what exchanges`() throws {
    let family = try Family()
    let link = "https://pi:4711/daybook/1/join#AAAA"
    for (invitation, next) in [("invitation", "sync folder DIR"), (link, "sync hub TEXT")] {
      let again = try family.refused("sync join \(invitation) --store ben")
      #expect(again.status == 73)
      let words = "ben is a member of a space already; to exchange: nursery \(next) --store ben;"
      #expect(again.errors.contains(words), "\(again.errors)")
    }
    try family.exchange()
    let named = try family.refused("sync join \(link) --store ben")
    #expect(named.errors.contains("ben is a member of Noor already"), "\(named.errors)")
  }

  @Test(arguments: [
    ("join https://pi:4711/ --store zoe", "not all of one"),
    ("join https://pi:4711/daybook/1/join# --store zoe", "copy all of it"),
    ("enrol https://pi:4711/ --member Zoe --store ada", "is an address alone; copy the whole text"),
    (
      "enrol https://pi:4711/daybook/1/join#AAAA --member Zoe --store ada",
      "a new device joins by `sync join`"
    ),
  ])
  func `a link that was cut off, or stands where another text belongs, is told as that`(
    line: String, words: String
  ) throws {
    let run = try family.refused("sync \(line)")
    #expect(run.status == 65)
    #expect(run.errors.contains(words) && run.errorLines.count == 1, "\(run.errors)")
  }

  @Test func `a store that is there is not made again`() throws {
    for line in ["request", "join invitation"] {
      try? FileManager.default.removeItem(atPath: family.folder.path("own"))
      try family.run("new --store own")
      #expect(try family.refused("sync \(line) --store own").status == 73)
    }
  }

  @Test func `a store whose join was killed says how to go on, and writes nothing before`()
    throws
  {
    let request = try family.object("sync request --store zoe --output zoe.request")
    try family.run("sync enrol zoe.request --member Zoe --output zoe.invitation --store ada")
    let ids = [
      try family.object("sync status --store ada")["space"], request["replica"],
    ].map { ($0 as? String).flatMap { UUID(uuidString: $0) } }
    try StoreFixtures.makeStoreOfKilledJoin(
      at: family.folder.path("zoe"),
      schema: .nursery(boundary: DayBoundary(zone: "Europe/Amsterdam")).importing(),
      space: ids[0], replica: ids[1])
    let words =
      "this store has begun to join a space; this goes on: nursery sync join INVITATION --store zoe"
    #expect(
      try family.run("sync status --store zoe").output.lowercased() == words.lowercased() + "\n")
    for line in [
      "profile add Mina", "sync folder drive", "sync init Home --member Zoe", "sync mint --yes",
      "sync request",
    ] {
      let run = try family.refused("\(line) --store zoe")
      #expect(run.status == 65)
      #expect(run.errors == "nursery: \(words)\n")
    }
    try family.run("sync join zoe.invitation --store zoe")
    try family.run("sync folder drive --store ada")
    try family.run("sync folder drive --store zoe")
    #expect(try family.run("profiles --store zoe").output.contains("Noor"))
  }

  @Test func `a shared store takes in nothing unsigned`() throws {
    try family.run("add diaper wet --baby Noor --store ada")
    try family.run("export log ada.ndjson --store ada")
    try family.run("sync request --store zoe --output zoe.request")
    try family.run("sync enrol zoe.request --member Zoe --output zoe.invitation --store ada")
    try family.run("sync join zoe.invitation --store zoe")
    for store in ["ben", "zoe"] {
      let run = try family.refused("import log ada.ndjson --store \(store)")
      #expect(run.status == 65)
      #expect(
        run.errors.hasSuffix(
          "has no signature, and this store is shared; let the store that has it exchange with this one\n"
        ), "\(run.errors)")
    }
    // What is there already is no harm, and what comes by the folder is the same.
    try family.exchange()
    let again = try family.run("import log ada.ndjson --store ben").output
    #expect(again.hasPrefix("0 transactions taken in with 0 events"))
    try family.run("sync folder drive --store zoe")
    #expect(try family.run("sync check zoe --store ada").status == 0)
    // A store of one's own takes all of it in.
    try family.run("import log ada.ndjson --store own")
    // And its copy has the same, whatever each would call its space.
    try family.run("export log own.ndjson --store own")
    try family.run("import log own.ndjson --store copy")
    let check = try family.run("sync check copy --store own")
    #expect(check.status == 0)
    #expect(check.output.contains(" and show the same rows.\n  not compared (otherSpace): neither"))
  }

  @Test(arguments: ["ada", "ada/", "./ada"])
  func `a store is not compared with itself`(path: String) throws {
    let run = try family.refused("sync check \(path) --store ada")
    #expect(run.status == 64)
    #expect(run.errors == "nursery: a store is compared with another one, not itself\n")
  }

  @Test func `a name for a folder is one line of 195 bytes at most`() throws {
    for name in ["", String(repeating: "x", count: 196), "a\nb"] {
      let run = try nursery(
        ["sync", "folder", "drive", "--store", "ada", "--name", name],
        directory: family.folder.path)
      #expect(run.status == 64)
      #expect(run.errors.contains("--name takes 1 to 195 bytes on one line"))
    }
    try family.run(
      "sync folder drive --store ada --name \(String(repeating: "x", count: 195))")
  }

  @Test func `a folder that failed at first is not remembered, and one can be forgotten`() throws {
    _ = try family.folder.file("file")
    let run = try nursery(
      ["sync", "folder", "file", "--store", "ada"], directory: family.folder.path)
    #expect(run.status == 73)
    #expect(!run.output.contains("got 0"), "\(run.output)")
    let peers = { try family.run("sync status --store ada --json").list("peers") }
    #expect(try peers().map { $0["name"] as? String } == ["drive"])
    #expect(
      try family.run("sync folder stick --store ada").output.hasPrefix(
        "made the folder stick; if another one was meant: nursery sync forget stick --store ada\n"
      ))
    #expect(try peers().count == 2)
    try family.run("sync forget stick --yes --store ada")
    #expect(try peers().map { $0["name"] as? String } == ["drive"])
    #expect(try family.refused("sync forget stik --yes --store ada").status == 65)
  }

  @Test func `a folder whose name begins with a dash is forgotten as it is told`() throws {
    let way = "nursery sync forget --store ada -- -stick\n"
    let run = try family.run("sync folder ./-stick --store ada")
    #expect(
      run.output.hasPrefix("made the folder ./-stick; if another one was meant: " + way),
      "\(run.output)")
    try family.run("sync forget --yes --store ada -- -stick")
    let peers = try family.run("sync status --store ada --json").list("peers")
    #expect(peers.map { $0["name"] as? String } == ["drive"])
  }
}
