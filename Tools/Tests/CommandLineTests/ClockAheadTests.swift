import Foundation
import TemporaryFolders
import Testing

/// A member's device whose clock was more than a day ahead, and is right again.
struct ClockAheadTests {
  private let family: Family

  init() throws {
    family = try Family()
    try family.exchange()
    let ahead = Family.variables.merging(["DAYBOOK_NOW": "2100-01-02T10:00:00Z"]) { $1 }
    let run = try nursery(
      ShellWords.split("add note future --baby Noor --store ben"), variables: ahead,
      directory: family.folder.path)
    try #require(run.status == 0, "\(run.errors)")
    try family.run("add note after --baby Noor --store ben")
  }

  private func exchange(_ options: String = "") throws -> Run {
    try nursery(
      ShellWords.split("sync folder drive --store ben" + options), variables: Family.variables,
      directory: family.folder.path)
  }

  @Test func `the exchange says what the clock showed, what nobody gets, and the way out`() throws {
    for isFirst in [true, false] {
      let run = try exchange()
      #expect(run.status == 1, "\(run.errors)")
      #expect(
        run.output.contains("its clock showed 2100-01-02T10:00:00Z, which is more than a day ahead")
          == isFirst, "\(run.output)")
      #expect(
        run.output.contains("the 2 transactions that it has written reach nobody else"),
        "\(run.output)")
      #expect(run.output.contains("nursery sync request --store ben"), "\(run.output)")
    }
    let status = try family.run("sync status --store ben").output
    #expect(status.contains("The 2 transactions that it has written reach nobody else"))
  }

  @Test func `programs are told the same`() throws {
    let first = try exchange(" --json")
    #expect(first.status == 1)
    let object = try first.json(as: [String: Any].self)
    #expect(object["clockAhead"] as? String == "2100-01-02T10:00:00Z")
    #expect(object["unheard"] as? Int == 2)
    #expect(try family.object("sync status --store ben")["unheard"] as? Int == 2)
  }

  @Test func `the status of the only owner says what is ahead of the clock`() throws {
    let ahead = Family.variables.merging(["DAYBOOK_NOW": "2100-01-02T10:00:00Z"]) { $1 }
    let run = try nursery(
      ShellWords.split("add note future --baby Noor --store ada"), variables: ahead,
      directory: family.folder.path)
    try #require(run.status == 0, "\(run.errors)")
    #expect(try family.object("sync status --store ada")["ahead"] as? Int == 1)
    let status = try family.run("sync status --store ada").output
    #expect(
      status.contains("1 transaction that it has written is more than a day ahead of this clock"),
      "\(status)")
    #expect(
      status.contains(
        "exchange, then write it again with right times: nursery sync mint --rewrite DIR --store ada"
      ),
      "\(status)")
    let exchange = try family.run("sync folder drive --store ada", status: 1)
    #expect(
      exchange.output.contains(
        "  write it again with right times: nursery sync mint --rewrite drive --store ada\n"),
      "\(exchange.output)")
  }

  @Test func `what the only owner wrote is written again when a person says so`() throws {
    let ahead = Family.variables.merging(["DAYBOOK_NOW": "2100-01-02T10:00:00Z"]) { $1 }
    for line in ["add note owners --baby Noor --store ada", "sync folder drive --store ada"] {
      let run = try nursery(
        ShellWords.split(line), variables: ahead, directory: family.folder.path)
      try #require(run.status == 0, "\(run.errors)")
    }
    try family.run("sync folder drive --store ada", status: 1)
    let asked = try family.refused("sync mint --rewrite drive --store ada")
    #expect(asked.status == 64)
    #expect(
      asked.errors
        == "nursery: 1 transaction of this store, more than a day ahead of this clock, would get times from now on. A device that has it, because its clock was ahead as well, would have to join anew. That cannot be taken back; say --yes to have it done\n"
    )
    #expect(
      try family.run("sync mint --rewrite drive --store ada --yes").output
        == "wrote 1 transaction again; next: nursery sync folder drive --store ada\n")
    #expect(try family.object("sync status --store ada")["ahead"] as? Int == 0)
    try family.run("sync folder drive --store ada")
    // Ben writes his own again.
    try family.run("sync folder drive --store ben", status: 1)
    #expect(try family.run("search owners --store ben").output.contains("owners"))
    let run = try family.run("add note calm --baby Noor --store ada")
    #expect(!run.errors.contains("newest entry"), "\(run.errors)")
    // Nothing is ahead any more: it stays the only owner.
    #expect(try family.refused("sync mint --rewrite drive --store ada --yes").status == 65)
  }

  @Test func `a folder that goes by another name is named with it`() throws {
    let ahead = Family.variables.merging(["DAYBOOK_NOW": "2100-01-02T10:00:00Z"]) { $1 }
    for line in [
      "add note owners --baby Noor --store ada", "sync folder drive --name cloud --store ada",
    ] {
      let run = try nursery(
        ShellWords.split(line), variables: ahead, directory: family.folder.path)
      try #require(run.status == 0, "\(run.errors)")
    }
    let run = try family.run("sync folder drive --name cloud --store ada", status: 1)
    #expect(
      run.output.contains("nursery sync mint --rewrite drive --name cloud --store ada"),
      "\(run.output)")
    let refused = try family.refused("sync mint --rewrite drive --store ada --yes")
    #expect(refused.errors.contains("cloud may have some of"), "\(refused.errors)")
    #expect(
      try family.run("sync mint --rewrite drive --name cloud --store ada --yes").output.contains(
        "next: nursery sync folder drive --name cloud --store ada"))
  }

  /// As when a drive has lost the files, or a hub has refused them.
  @Test func `what a device said with a wrong clock to have is told with what ends it`() throws {
    let ahead = Family.variables.merging(["DAYBOOK_NOW": "2100-01-02T10:00:00Z"]) { $1 }
    let exchange = try nursery(
      ShellWords.split("sync folder drive --store ben"), variables: ahead,
      directory: family.folder.path)
    try #require(exchange.status == 0, "\(exchange.errors)")
    let status = try family.object("sync status --store ben")
    let replica = try #require(status["replica"] as? String).lowercased()
    let drive = family.folder.url.appendingPathComponent("drive")
    let files = FileManager.default.enumerator(at: drive, includingPropertiesForKeys: nil)
    for case let file as URL in files ?? .init()
    where file.pathExtension == "dbs" && file.path.lowercased().contains(replica) {
      try FileManager.default.removeItem(at: file)
    }
    let lines = try family.run("sync folder drive --store ada").output
    #expect(
      lines.contains(
        "not here yet: 2 transactions of Ben (\(replica.prefix(8))), who said so by a clock that showed 2100-01-02T10:00:00Z; when that device is gone, or writes as another one since, an owner ends this: nursery sync revoke \(replica.prefix(8)) --store ada"
      ), "\(lines)")
    try family.run("sync revoke \(replica.prefix(8)) --store ada --yes")
    let after = try family.run("sync folder drive --store ada").output
    #expect(!after.contains("not here yet"), "\(after)")
  }

  @Test func `what writes after a clock ahead says so, and nothing else does`() throws {
    let note = "note: the newest entry here is of 2100-01-02T10:00:00Z, and this clock shows "
    let wayOut = "what to do: nursery sync status --store ben"
    let run = try family.run("add note more --baby Noor --store ben")
    #expect(run.errors.contains(note) && run.errors.contains(wayOut), "\(run.errors)")
    #expect(try family.run("undo --store ben").errors.contains(note))
    #expect(try !family.run("history --store ben").errors.contains(note))
    #expect(try !family.run("add note fine --baby Noor --store ada").errors.contains(note))
    let status = try family.run("sync status --store ben").output
    #expect(status.contains("the next exchange tries to write"))
  }

  @Test func `a store that nobody shares says it without a way to share`() throws {
    let ahead = Family.variables.merging(["DAYBOOK_NOW": "2100-01-02T10:00:00Z"]) { $1 }
    let made = try nursery(
      ShellWords.split("new --store own"), variables: ahead, directory: family.folder.path)
    try #require(made.status == 0, "\(made.errors)")
    let first = try nursery(
      ShellWords.split("profile add Noor --store own"), variables: ahead,
      directory: family.folder.path)
    #expect(first.status == 0 && !first.errors.contains("newest entry"), "\(first.errors)")
    let run = try family.run("add note later --baby Noor --store own")
    #expect(run.errors.contains("note: the newest entry here is of 2100-01-02T10:00:00Z"))
    #expect(!run.errors.contains("sync status"), "\(run.errors)")
  }

  @Test func `enrolled anew it is heard`() throws {
    _ = try exchange()
    try family.run("sync request --store ben --output request --replace")
    try family.run("sync enrol request --member Ben --store ada")
    try family.run("sync folder drive --store ada")
    #expect(try exchange().status == 0)
    try family.run("sync folder drive --store ada")
    #expect(try family.run("search after --store ada").output.contains("after"))
    #expect(try family.object("sync status --store ben")["unheard"] as? Int == 0)
  }
}
