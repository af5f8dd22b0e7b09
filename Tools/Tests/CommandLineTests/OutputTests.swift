import ChildProcesses
import Foundation
import TemporaryFolders
import Testing

/// Where output goes, and what happens when it cannot.
struct OutputTests {
  private static let full = "/dev/full"
  private static var hasFull: Bool { FileManager.default.fileExists(atPath: full) }

  @Test(
    .enabled(if: hasFull),
    arguments: [["export", "babydashboard"], ["log"], ["profiles", "--json"]])
  func `output that finds no room ends with a status and a sentence`(command: [String]) throws {
    let store = try HouseholdStore()
    // Opened as it is: a file that took the place of the device would be there for everybody.
    let device = try #require(FileHandle(forWritingAtPath: Self.full))
    let run = try nursery(command + ["--store", store.path], output: device)
    #expect(run.status == 74)
    #expect(run.errorLines.count == 1)
    #expect(run.errors.contains("standard output cannot be written"), "\(run.errors)")
  }

  @Test func `a pipe that a picture is written to stays a pipe`() throws {
    let store = try HouseholdStore()
    let pipe = store.folder.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    // Somebody who reads, and does not wait for who writes.
    let reader = open(pipe, O_RDWR | O_NONBLOCK)
    #expect(reader >= 0)
    defer { close(reader) }
    let run = try store.run("trends", "--days", "3", "--svg", pipe)
    #expect(run.status == 0, "\(run.errors)")
    var status = stat()
    #expect(stat(pipe, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    var bytes = [UInt8](repeating: 0, count: 4)
    #expect(read(reader, &bytes, 4) == 4)
    #expect(bytes == Array("<svg".utf8))
  }

  @Test func `a tilde that no shell has replaced is a character of a name`() throws {
    let folder = try TemporaryFolder()
    let lines = [
      "new --store ~family", "profile add Noor --store ~family",
      "export log ~log --store ~family", "export report ~page --store ~family",
      "export view feeds --output ~feeds --store ~family", "import log ~log --store ~copy",
      "backup run ~backups --store ~family", "export babybuddy ~buddy --store ~family",
    ]
    for line in lines {
      let run = try nursery(ShellWords.split(line), directory: folder.path)
      #expect(run.status == 0, "\(line): \(run.errors)")
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names == ["~backups", "~buddy", "~copy", "~family", "~feeds", "~log", "~page"])
  }

  @Test func `the file that a link leads to is written, and the link stays`() throws {
    let store = try HouseholdStore()
    let (link, file) = (store.folder.path("link"), store.folder.path("trends.svg"))
    try Data("old".utf8).write(to: URL(fileURLWithPath: file))
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    let run = try store.run("trends", "--days", "3", "--svg", link, "--replace")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("<svg"))
    let target = try FileManager.default.destinationOfSymbolicLink(atPath: link)
    #expect(target == file)
  }

  @Test(arguments: [
    "export view feeds --output", "export log", "export report", "export nuzzle",
    "export babydashboard --feeds", "export babydashboard --diapers", "trends --days 3 --svg",
  ])
  func `no output takes the place of a file of a store, or comes beside one`(
    command: String
  ) throws {
    let store = try HouseholdStore()
    let link = store.folder.path("link")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: store.path + "/data.mdb")
    let places = ["data.mdb", "lock.mdb", "journal", "other"].map { store.path + "/" + $0 }
    for place in places + [link] {
      let run = try nursery(ShellWords.split(command) + [place, "--store", store.path])
      #expect(run.status == 73 && run.errorLines.count == 1, "\(place): \(run.errors)")
      #expect(run.errors.contains("is in the folder of a store"), "\(run.errors)")
      #expect(run.errors.contains("give a path outside of "), "\(run.errors)")
    }
    #expect(try store.run("verify").status == 0)
    #expect(!FileManager.default.fileExists(atPath: store.path + "/other"))
  }

  @Test(arguments: [
    "export view feeds --output", "export log", "export report", "export nuzzle",
    "export babydashboard --feeds", "export babydashboard --diapers", "trends --days 3 --svg",
  ])
  func `a file that is there is replaced when somebody says so`(command: String) throws {
    let store = try HouseholdStore()
    let file = store.folder.path("file")
    let words = ShellWords.split(command) + [file, "--store", store.path]
    // One that has nothing loses nothing.
    for text in ["", "old"] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: file))
      let run = try nursery(words)
      #expect(run.status == (text == "" ? 0 : 73), "\(run.errors)")
      if text == "" { continue }
      #expect(run.errors == "nursery: \(file) is there already; --replace writes over it\n")
      #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
    }
    let run = try nursery(words + ["--replace"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(try String(contentsOfFile: file, encoding: .utf8) != "old")
    #expect(try nursery(words.map { $0 == file ? "/dev/null" : $0 }).status == 0)
  }

  @Test func `a folder of files is replaced as a whole, or not at all`() throws {
    let store = try HouseholdStore()
    let (folder, sleep) = (store.folder.path("bb"), store.folder.path("bb/sleep.csv"))
    try #require(store.run("export", "babybuddy", folder).status == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    for name in names where name != "sleep.csv" {
      try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    }
    let refused = try store.run("export", "babybuddy", folder)
    #expect(refused.status == 73 && refused.errors.contains("sleep.csv is there already; --rep"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["sleep.csv"])
    #expect(try store.run("export", "babybuddy", folder, "--replace").status == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == names)
    #expect(access(sleep, R_OK) == 0)
  }

  @Test func `an output at a link that leads to itself is told as that`() throws {
    let store = try HouseholdStore()
    let loop = store.folder.path("loop")
    try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: "loop")
    for command in [["trends", "--svg", loop], ["export", "log", loop + "/x"]] {
      let run = try nursery(command + ["--store", store.path])
      #expect(run.status == 73 && run.errors.contains("leads to itself"), "\(run.errors)")
    }
  }

  @Test(arguments: [
    "export view feeds --format json --output", "export log", "export report", "export nuzzle",
    "export babydashboard --feeds", "trends --days 3 --svg", "export nuzzle --json",
  ])
  func `a file on standard output has nothing else in it`(command: String) throws {
    let store = try HouseholdStore()
    let file = store.folder.path("file")
    let words = ShellWords.split(command)
    try #require(nursery(words + [file, "--store", store.path]).status == 0)
    let (pipe, kept) = (store.folder.path("pipe"), store.folder.path("kept"))
    #expect(mkfifo(pipe, 0o600) == 0)
    let reader = try ChildProcess("/bin/sh", ["-c", "cat \"$0\" > \"$1\"", pipe, kept])
    let output = try #require(FileHandle(forWritingAtPath: pipe))
    let run = try nursery(words + ["/dev/stdout", "--store", store.path], output: output)
    try output.close()
    #expect(try reader.wait().status == 0)
    #expect(run.status == 0 && run.errors.contains("/dev/stdout"), "\(run.errors)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: kept)).count > 0)
    #expect(
      try String(contentsOfFile: kept, encoding: .utf8)
        == String(contentsOfFile: file, encoding: .utf8))
  }

  @Test(arguments: ["export view feeds --output", "export log", "export report", "export nuzzle"])
  func `what cannot be written is called by its whole path`(command: String) throws {
    let store = try HouseholdStore()
    try FileManager.default.createDirectory(
      atPath: store.folder.path("a"), withIntermediateDirectories: false)
    let long = "a/" + String(repeating: "x", count: 256)
    let run = try nursery(
      ShellWords.split(command) + [long, "--store", store.path], directory: store.folder.path)
    #expect(run.status == 73)
    #expect(
      run.errors
        == "nursery: \(long) cannot be written: its name has 256 bytes, and 255 are the most that a "
        + "name can have\n")
    // A name of 255 is one.
    let name = String(repeating: "y", count: 251) + ".txt"
    let whole = try nursery(
      ShellWords.split(command) + ["a/" + name, "--store", store.path],
      directory: store.folder.path)
    #expect(whole.status == 0, "\(whole.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: store.folder.path("a")) == [name])
  }

  @Test(arguments: [
    "log", "nuzzle", "nara", "huckleberry --child Noor --zone UTC", "babydashboard", "babybuddy",
  ])
  func `an import from a link that leads to itself says so`(words: String) throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("loop"), withDestinationPath: "loop")
    let run = try nursery(
      ["import"] + ShellWords.split(words) + ["loop", "--store", "s"], directory: folder.path)
    #expect(run.status == 66 && run.errorLines.count == 1, "\(run.errors)")
    #expect(run.errors.contains("symbolic link that leads to itself: remove"), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("s")))
  }

  @Test(arguments: [["export", "log"], ["export", "report"], ["trends", "--days", "3", "--svg"]])
  func `a name of one letter is a name`(command: [String]) throws {
    let store = try HouseholdStore()
    let run = try nursery(
      command + ["q", "--store", store.path], directory: store.folder.path)
    #expect(run.status == 0, "\(run.errors)")
    #expect(FileManager.default.fileExists(atPath: store.folder.path("q")))
  }

  @Test func `a file that the shell has open is not replaced`() throws {
    let store = try HouseholdStore()
    let path = store.folder.path("out")
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    let file = try #require(FileHandle(forWritingAtPath: path))
    let run = try nursery(
      ["export", "log", "/dev/stdout", "--replace", "--store", store.path], output: file)
    #expect(run.status == 73, "\(run.errors)")
    try file.write(contentsOf: Data("tail".utf8))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "tail")
  }

  @Test func `an export does not take the place of a backup`() throws {
    let store = try HouseholdStore()
    let file = store.folder.path("log-1A2B3C4D-000000000120-000000000130-20261123T093000Z.ndjson")
    try Data("log".utf8).write(to: URL(fileURLWithPath: file))
    let run = try store.run("export", "log", file)
    #expect(run.status == 73 && run.errors.contains("has the name of a backup"), "\(run.errors)")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "log")
  }

  @Test(arguments: ["same.csv", "./same.csv", "link.csv", "folder/same.csv"])
  func `feeds and diaper changes do not go to one file`(name: String) throws {
    let store = try HouseholdStore()
    let file = store.folder.path("same.csv")
    try Data("old".utf8).write(to: URL(fileURLWithPath: file))
    for (link, target) in [("link.csv", file), ("folder", store.folder.path)] {
      try FileManager.default.createSymbolicLink(
        atPath: store.folder.path(link), withDestinationPath: target)
    }
    let run = try store.run(
      "export", "babydashboard", "--feeds", file, "--diapers", store.folder.path + "/" + name)
    #expect(run.status == 64 && run.errors.contains("give two files"), "\(run.errors)")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "old")
  }
}
