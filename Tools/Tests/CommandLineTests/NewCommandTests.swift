import ChildProcesses
import Foundation
import TemporaryFolders
import Testing

/// `new`, and what commands say where no store is.
struct NewCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func start(_ name: String, _ errors: String) throws -> ChildProcess {
    try ChildProcess(
      Executable.find().path, ["new", "--store", folder.path(name)],
      environment: Executable.variables(), output: .nothing,
      errors: .file(FileHandle(forWritingTo: URL(fileURLWithPath: folder.file(errors)))))
  }

  @Test func `a journal whose store's file is gone is not overwritten`() throws {
    let path = folder.path("store")
    for words in [["new"], ["profile", "add", "Noor"]] {
      #expect(try nursery(words + ["--store", path]).status == 0)
    }
    try FileManager.default.removeItem(atPath: path + "/data.mdb")
    let journal = try Data(contentsOf: URL(fileURLWithPath: path + "/journal"))
    for words in [["today"], ["new"]] {
      let run = try nursery(words + ["--store", path])
      #expect(run.status != 0 && run.errors.contains("no data.mdb"), "\(run.errors)")
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path + "/journal")) == journal)
  }

  @Test func `of two that make a store at once, one makes it and the other finds it`() throws {
    for round in 0..<20 {
      let name = "store\(round)"
      let both = try ["\(name)-a", "\(name)-b"].map { (try start(name, $0), $0) }
      let ended = try both.map { child, errors in
        let status = try child.wait().status
        return (status, try String(contentsOfFile: folder.path(errors), encoding: .utf8))
      }
      #expect(Set(ended.map(\.0)) == [0, 73], "\(ended)")
      let refused = "nursery: there is a store at \(folder.path(name)) already\n"
      #expect(Set(ended.map(\.1)) == ["", refused])
    }
  }

  @Test(arguments: ["history", "log", "compact", "undo", "sync status", "backup run b", "verify"])
  func `a command that finds no store names what makes one`(_ line: String) throws {
    let words = ShellWords.split(line)
    let path = folder.path("none")
    let run = try nursery(words + ["--store", path])
    #expect(run.status == 66)
    let way = "check the path, or make a new store there: nursery new --store \(path)"
    #expect(run.errors == "nursery: there is no store at \(path): nothing is there; \(way)\n")
    // One that an environment names.
    let other = try nursery(words, variables: ["DAYBOOK_STORE": path])
    let variable = "check DAYBOOK_STORE, or make a new store there: nursery new\n"
    #expect(other.errors.hasSuffix(variable), "\(other.errors)")
    if ["history", "undo"].contains(line) { return }
    let any = try daybookctl(words + ["--store", path])
    #expect(any.status == 66)
    #expect(any.errors.contains("daybookctl import log FILE --store \(path)"), "\(any.errors)")
  }

  @Test func `a path from the folder where somebody is, is told as a whole`() throws {
    let run = try nursery(["history", "--store", "famly"], directory: folder.path)
    let place = "nothing is at \(folder.path)/famly; check the path"
    #expect(run.errors.contains(place), "\(run.errors)")
  }

  @Test func `the command that is named makes a store in a folder that holds none`() throws {
    let path = folder.path("empty")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let run = try nursery("history", "--store", path)
    #expect(run.errors.contains("the folder there holds none; check the path, or make"))
    #expect(run.errors.hasSuffix(": nursery new --store \(path)\n"), "\(run.errors)")
    #expect(try nursery("new", "--store", path).status == 0)
    #expect(try nursery("history", "--store", path).status == 0)
  }

  @Test func `a new store has a folder for itself`() throws {
    let path = folder.path("papers")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    for name in [".DS_Store", "lost+found"] { _ = try folder.file("papers/\(name)") }
    try #require(nursery("new", "--store", path).status == 0)
    let log = folder.path("log")
    try #require(nursery("export", "log", log, "--store", path).status == 0)
    for name in ["data.mdb", "lock.mdb", "journal"] {
      try FileManager.default.removeItem(atPath: "\(path)/\(name)")
    }
    _ = try folder.file("papers/feeds.csv")
    let before = try FileManager.default.contentsOfDirectory(atPath: path)
    for words in [["new"], ["import", "log", log], ["sync", "request"]] {
      let run = try nursery(words + ["--store", path])
      #expect(run.status == 73)
      #expect(
        run.errors
          == "nursery: \(path) holds feeds.csv already, and a store has a folder for itself: give "
          + "another one, such as \(path)/store\n")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: path) == before)
    #expect(!FileManager.default.fileExists(atPath: path + ".key"))
    let told = try nursery("history", "--store", path)
    #expect(told.errors.hasSuffix("for itself: nursery new --store \(path)/store\n"))
  }

  @Test(arguments: ["loop", "loop/store"], ["new", "history", "undo", "compact"])
  func `a link that leads to itself is named as that`(name: String, line: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("loop"), withDestinationPath: "loop")
    let run = try nursery(line, "--store", folder.path(name))
    #expect(run.status == (line == "new" ? 73 : 66))
    #expect(
      run.errors
        == "nursery: \(folder.path(name)) is, or is beyond, a symbolic link that leads to itself: "
        + "remove that link, or give another path\n")
  }

  @Test(arguments: ["compact", "verify"])
  func `a journal without its data file is told as that`(line: String) throws {
    let path = folder.path("half")
    try #require(nursery("new", "--store", path).status == 0)
    try FileManager.default.removeItem(atPath: path + "/data.mdb")
    let run = try daybookctl(line, "--store", path)
    #expect(run.errors.contains("has the journal of a store, with its newest"), "\(run.errors)")
    #expect(run.errorLines.count == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: path).contains("journal"))
  }

  #if os(Linux)
  /// A disk of a few megabytes needs the right to mount one.
  private static let canMount =
    (try? ChildProcess(
      "/usr/bin/unshare", ["-m", "true"], environment: Executable.variables(), output: .nothing,
      errors: .nothing
    ).wait().status) == 0

  @Test(.enabled(if: canMount), arguments: [1000, 2000, 2300, 3000])
  func `a disk without room for a store is told with how much that takes`(size: Int) throws {
    let (disk, errors) = (folder.path("disk"), try folder.file("errors"))
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
    let child = try ChildProcess(
      "/usr/bin/unshare",
      [
        "-m", "sh", "-c",
        "mount -t tmpfs -o size=\(size)k none \"$1\" && exec \"$0\" new --store \"$1/s\"",
        Executable.find().path, disk,
      ],
      environment: Executable.variables(), output: .nothing,
      errors: .file(FileHandle(forWritingTo: URL(fileURLWithPath: errors))))
    #expect(try child.wait().status == 74)
    let text = try String(contentsOfFile: errors, encoding: .utf8)
    #expect(text.contains("is full: a new store needs 4.0 MB, and "), "\(text)")
    // As much as there is without the half of a store.
    let free = try #require(text.firstMatch(of: #/and ([0-9.]+) (kB|MB) is free/#), "\(text)")
    let bytes = (Double(free.1) ?? 0) * (free.2 == "MB" ? 1e6 : 1e3)
    #expect(abs(bytes - Double(size) * 1024) < 60_000, "\(text)")
  }
  #endif

  @Test(arguments: ["link", "link/store", "relative"], ["new", "history", "undo"])
  func `a link that leads to nothing is named with where it leads`(
    name: String, line: String
  ) throws {
    let link = folder.path(name.hasPrefix("link") ? "link" : name)
    let place = folder.path("nowhere")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: name == "relative" ? "nowhere" : place)
    let run = try nursery(line, "--store", folder.path(name))
    #expect(run.status == (line == "new" ? 73 : 66))
    #expect(
      run.errors
        == "nursery: \(link) is a link to \(place), where nothing is: make that folder, or "
        + "let the link lead to another one\n")
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
    #expect(try nursery("new", "--store", folder.path(name)).status == 0)
  }
}
