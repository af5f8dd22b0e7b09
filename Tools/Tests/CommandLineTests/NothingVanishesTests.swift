import ChildProcesses
import Foundation
import TemporaryFolders
import Testing

/// What would be lost, doubled or left out without a word, and who would wait for ever.
struct NothingVanishesTests {
  private let folder: TemporaryFolder
  private var variables: [String: String] {
    ["DAYBOOK_STORE": folder.path("s"), "DAYBOOK_NOW": "2026-11-20T20:05:00Z"]
  }

  init() throws { folder = try TemporaryFolder() }

  @discardableResult
  private func run(_ line: String) throws -> Run {
    let run = try nursery(
      ShellWords.split(line), variables: variables, directory: folder.path)
    try #require(run.status == 0, "\(line): \(run.errors)")
    return run
  }

  /// Runs a command that is refused in one sentence.
  private func refused(_ line: String, _ status: Int32, _ words: String...) throws {
    let run = try nursery(
      ShellWords.split(line), variables: variables, directory: folder.path)
    #expect(run.status == status && run.errorLines.count == 1, "\(line): \(run.errors)")
    for word in words { #expect(run.errors.contains(word), "\(line): \(run.errors)") }
  }

  /// The shell's unit is 512 bytes: a file cannot grow beyond, as on a disk that is full.
  @Test(arguments: [20, 60, 200, 1000, 2000])
  func `a store whose making failed is there with its days, or not at all`(size: Int) throws {
    let words = ["new", "--zone", "Asia/Tokyo", "--day-start", "06:00"]
    let made = try limited(size, words)
    #expect(made != 0)
    guard FileManager.default.fileExists(atPath: folder.path("s/data.mdb")) else { return }
    #expect(try run("days").output == "The store has days of Asia/Tokyo from 06:00 on.\n")
  }

  private func limited(_ size: Int, _ words: [String]) throws -> Int32? {
    let child = try ChildProcess(
      "/bin/sh", ["-c", "ulimit -f \(size); exec \"$0\" \"$@\"", Executable.find().path] + words,
      environment: Executable.variables(variables), directory: folder.path,
      output: .nothing, errors: .nothing)
    return try child.wait().status
  }

  @Test func `a name that differs in case or blanks alone is refused with the ways out`() throws {
    for line in ["new", "profile add Noor", "type add Bath --emoji 🛁"] { try run(line) }
    for name in ["'Noor '", "noor", "'  NOOR'"] {
      try refused(
        "profile add \(name)", 65, "there is a baby Noor", "give another name",
        "nursery profile edit ")
    }
    try refused("type add 'bath ' --emoji 🫧", 65, "there is a type of events 🛁 Bath")
    try run("profile add 'Mina '")
    let names = try run("profiles --json").list("babies").map { $0["name"] as? String }
    #expect(Set(names) == ["Noor", "Mina"])
    try refused("profile edit Mina name=nOOr", 65, "there is a baby Noor")
    try run("profile edit Noor name=NOOR")
  }

  @Test(arguments: [
    ("profile add NOOR", "nursery profile edit ", " FIELD=VALUE"),
    ("type add bath", "nursery type edit ", " FIELD=VALUE"),
    ("type edit Walk name=BATH", "nursery type edit ", " FIELD=VALUE"),
    ("view", "`nursery views", "`"), ("entities", "`nursery kinds", "`"),
    ("diff", "`nursery transactions", "`"),
  ])
  func `a way out that is a command names the store that was named`(
    _ line: String, _ command: String, _ end: String
  ) throws {
    let own = ["DAYBOOK_NOW": "2026-11-20T20:05:00Z"]
    func run(_ line: String) throws -> Run {
      try nursery(
        ShellWords.split(line) + ["--store", "s"], variables: own, directory: folder.path)
    }
    for line in ["new", "profile add Noor", "type add Bath", "type add Walk --emoji 🚶"] {
      try #require(try run(line).status == 0)
    }
    let errors = try run(line).errors
    #expect(errors.contains(command), "\(errors)")
    let isWhole =
      end == "`" ? errors.contains(" --store s`") : errors.hasSuffix(end + " --store s\n")
    #expect(isWhole, "\(errors)")
  }

  @Test(arguments: [
    "add pumping 40ml left=40ml right=2floz", "add pumping 40ml left=60ml",
    "add pumping left=10ml right=10ml amount=60ml",
  ])
  func `sides that are not the amount are refused`(line: String) throws {
    for line in ["new", "profile add Noor"] { try run(line) }
    try refused(line, 64, "in all and", "look at the number and its unit")
    #expect(try run("history").output.contains("Nothing was entered yet."))
  }

  @Test(arguments: [
    "add pumping 118ml left=2floz right=2floz", "add pumping 40ml left=10ml",
    "add pumping 4FLOZ left=60ML right=58mL",
  ])
  func `sides that come to the amount are taken`(line: String) throws {
    for line in ["new", "profile add Noor"] { try run(line) }
    #expect(try run(line).output.hasPrefix("added pumping"))
  }

  @Test(arguments: [
    "add feed -5ml", "add feed amount=-5ml", "add feed -- -5ml", "add pumping left=-3ml",
    "add diaper wet amount=-3", "add measurement weight value=-4kg",
    "add measurement -- weight -4kg", "add medication Vitamin dosage=-3mg",
    "edit last amount=-1ml",
  ])
  func `less than nothing is refused`(line: String) throws {
    for line in ["new", "profile add Noor", "add feed 90ml"] { try run(line) }
    let before = try run("history").output
    let run = try nursery(ShellWords.split(line), variables: variables, directory: folder.path)
    #expect([64, 65].contains(run.status) && run.errorLines.count == 1, "\(line): \(run.errors)")
    #expect(try self.run("history").output == before)
  }

  @Test(arguments: [
    "transactions --author ''", "transactions --author ' '", "transactions --not-author ''",
    "search ''", "search ' ' ''", "today --baby ''", "history --baby ''", "undo --author ''",
    "backup restore backups --into other --of ''", "log --after ''", "as-of 1 ''",
  ])
  func `a filter that is given empty is refused`(line: String) throws {
    for line in ["new", "profile add Noor"] { try run(line) }
    let run = try nursery(ShellWords.split(line), variables: variables, directory: folder.path)
    #expect([64, 65].contains(run.status) && run.errorLines.count == 1, "\(line): \(run.errors)")
  }

  @Test(arguments: [
    ("babydashboard", "", ""), ("babydashboard", "babyName,timestamp,amountValue,amountUnit\n", ""),
    (
      "huckleberry",
      "Type,Start,End,Duration,Start Condition,Start Location,End Condition,Notes\n",
      "--child Noor --zone UTC"
    ), ("nuzzle", #"{"babies":[],"events":[]}"#, ""),
  ])
  func `an import without a row says so, also into a store that is there`(
    provider: String, text: String, options: String
  ) throws {
    try Data(text.utf8).write(to: folder.url.appendingPathComponent("file"))
    let line = "import \(provider) file \(options)"
    for _ in 0..<2 {
      let run = try nursery(ShellWords.split(line), variables: variables, directory: folder.path)
      #expect(run.status == 65 && run.errorLines.count == 1, "\(run.errors)")
      #expect(run.output == "")
      try self.run("new --store s2")
      try? FileManager.default.moveItem(atPath: folder.path("s2"), toPath: folder.path("s"))
    }
  }

  @Test func `a file that has lost all rows is told, and leaves their entries`() throws {
    let header = "babyName,timestamp,amountValue,amountUnit\n"
    let file = folder.url.appendingPathComponent("feeds.csv")
    try Data((header + "Noor,2026-11-20T12:00:00.000Z,110,mL\n").utf8).write(to: file)
    try run("import babydashboard feeds.csv")
    try Data(header.utf8).write(to: file)
    try refused(
      "import babydashboard feeds.csv", 65, "1 row of earlier imports is not there any more",
      "add --remove-vanished")
    #expect(try run("history").output.contains("110 mL"))
    try run("import babydashboard feeds.csv --remove-vanished")
    #expect(try !run("history").output.contains("110 mL"))
  }

  @Test(arguments: ["sleep", "feed", "pumping"])
  func `an entry that a clock ahead has begun names the ways out`(kind: String) throws {
    for line in ["new", "profile add Noor"] { try run(line) }
    let ahead = variables.merging(["DAYBOOK_NOW": "2026-11-21T09:00:00Z"]) { $1 }
    #expect(try nursery(["start", kind], variables: ahead).status == 0)
    try refused(
      "finish \(kind)", 65, "has not come yet", "start=TIME", "nursery cancel \(kind)")
    try run("edit last start=19:00")
    try run("finish \(kind)")
  }

  @Test func `an old sleep that nobody ended stands above the days with the ways out`() throws {
    for line in ["new --zone UTC", "profile add Noor", "start sleep --at '2026-11-10 12:00'"] {
      try run(line)
    }
    let history = try run("history").output
    #expect(history.contains("in progress since 2026-11-10 12:00, 10 d"), "\(history)")
    let short = try #require(try run("history --json").list("running").first?["short"] as? String)
    let wayOut =
      "has it ended? say when: nursery edit \(short) end=TIME, or delete it: nursery delete \(short)"
    #expect(history.contains(wayOut), "\(history)")
    try run("edit \(short) end='2026-11-10 13:00'")
    #expect(try run("history --json").list("running").isEmpty)
    #expect(try run("history").output.contains("2026-11-10 Tue"))
    let before = try run("as-of 2 history")
    #expect(before.output.contains("in progress since 2026-11-10 12:00\n"), "\(before.output)")
    #expect(try run("as-of 2 history --json").list("running").count == 1)
  }

  @Test func `a time before all that a clock in order shows is the beginning of the log`() throws {
    for line in ["new --zone UTC", "profile add Noor", "add diaper solid"] { try run(line) }
    // The clock is a year behind for one transaction.
    let behind = variables.merging(["DAYBOOK_NOW": "2025-11-20T12:00:00Z"]) { $1 }
    #expect(try nursery(["add", "diaper", "wet"], variables: behind).status == 0)
    let found = try run("log --after '2026-01-01 00:00'")
    #expect(found.output.contains("Noor"))
    #expect(
      found.errors
        == "a clock was wrong here, so times do not follow the order of the log; “2026-01-01 00:00” "
        + "is taken as the beginning of the log, because what follows in its order shows later "
        + "times\n")
  }

  @Test(arguments: [
    "as-of '2026-01-01 00:00' history", "as-of '2026-01-01 00:00' totals",
    "as-of '2026-01-01 00:00' profiles", "as-of '2026-01-01 00:00' last",
    "diff '2026-01-01 00:00' 2", "log --after '2026-01-01 00:00'",
  ])
  func `JSON says too that times do not follow the order of the log`(line: String) throws {
    for line in ["new --zone UTC", "profile add Noor", "add diaper solid"] { try run(line) }
    let clear: [String: Any] = try run(line + " --json").json()
    #expect(clear["timeNotes"] == nil)
    // The clock is a year behind for one transaction.
    let behind = variables.merging(["DAYBOOK_NOW": "2025-11-20T12:00:00Z"]) { $1 }
    #expect(try nursery(["add", "diaper", "wet"], variables: behind).status == 0)
    let found = try run(line + " --json")
    let notes = try found.json(as: [String: Any].self)["timeNotes"] as? [String]
    #expect(notes?.count == 1 && notes?.first.map { $0 + "\n" } == found.errors)
    #expect(notes?.first?.hasPrefix("a clock was wrong here, so times do not follow") == true)
  }

  #if os(Linux)
  /// Below some limit the loader of the system cannot start the program at all, and says so. A
  /// little above it a library that the program loads may end it before it begins: no limit here is
  /// near that.
  @Test(
    .timeLimit(.minutes(2)),
    arguments: [100, 130, 140, 150, 160, 200, 250, 300, 400].map { $0 * 1000 })
  func `a process without room says so and does not wait`(kibibytes: Int) throws {
    for line in ["new", "profile add Noor"] { try run(line) }
    for line in ["history", "import huckleberry none --child Noor --zone UTC"] {
      let errors = try folder.file("errors")
      let child = try ChildProcess(
        "/bin/sh",
        ["-c", "ulimit -v \(kibibytes); exec \"$0\" \(line)", Executable.find().path],
        environment: Executable.variables(variables), directory: folder.path, output: .nothing,
        errors: .file(FileHandle(forWritingTo: URL(fileURLWithPath: errors))))
      let status = try child.wait().status
      let text = try String(contentsOfFile: errors, encoding: .utf8)
      let isLoader = text.contains("error while loading shared libraries")
      let isDone = line == "history" ? status == 0 : status == 66
      #expect(isDone || status == 74 || status == 127 && isLoader, "\(line): \(text)")
      if status == 74 {
        // A thread takes address space too: either may be what there is too little of.
        #expect(
          text.contains("the address space of this process has no room")
            || text.contains("the system has not 4 more threads"), "\(text)")
        #expect(text.contains("ulimit -v"), "\(text)")
      }
    }
  }
  #endif
}
