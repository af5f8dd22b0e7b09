import ChildProcesses
import Foundation
import TemporaryFolders
import TestRun
import Testing

/// A tool as the only process of a container, and with what a shell there hands it.
@Suite(.tags(.crash)) struct FirstProcessTests {
  /// Whether this user may make a name space of processes.
  private static let canIsolate: Bool = {
    let child = try? ChildProcess("/usr/bin/unshare", ["--pid", "--fork", "/bin/true"])
    return (try? child?.wait().status) == 0
  }()

  @Test(
    .timeLimit(.minutes(5)), .enabled(if: canIsolate),
    arguments: ["log --follow", "sync folder drive --follow"])
  func `a follower that is process 1 ends when it is told to`(_ verb: String) throws {
    let family = try Family()
    let pipe = Pipe()
    let child = try isolated(verb, family, output: .file(pipe.fileHandleForWriting))
    try pipe.fileHandleForWriting.close()
    // What it prints says that it runs.
    #expect(!pipe.fileHandleForReading.availableData.isEmpty)
    kill(try tool(of: child), SIGTERM)
    let status = try child.wait().status
    #expect(status == 0 || status == 128 + SIGTERM, "\(String(describing: status))")
  }

  @Test(.enabled(if: canIsolate))
  func `a store on a medium for reading alone is refused with the way out`() throws {
    let family = try Family()
    let errors = try family.folder.file("errors")
    let words =
      "mount --bind ada ada && mount -o remount,bind,ro ada && exec \"$0\" last --store ada"
    let child = try ChildProcess(
      "/usr/bin/unshare", ["--mount", "/bin/sh", "-c", words, Executable.find().path],
      environment: Executable.variables(Family.variables), directory: family.folder.path,
      errors: .file(FileHandle(forWritingTo: URL(fileURLWithPath: errors))))
    #expect(try child.wait().status == 73)
    let text = try String(contentsOfFile: errors, encoding: .utf8)
    #expect(text.contains("copy its folder to a place of your own"), "\(text)")
  }

  @Test(.timeLimit(.minutes(5)), .enabled(if: canIsolate))
  func `two containers whose processes have one number take turns`() throws {
    let family = try Family()
    let pipe = Pipe()
    let first = try isolated("log --follow", family, output: .file(pipe.fileHandleForWriting))
    try pipe.fileHandleForWriting.close()
    #expect(!pipe.fileHandleForReading.availableData.isEmpty)
    let errors = try family.folder.file("errors")
    let second = try isolated(
      "last", family, errors: .file(FileHandle(forWritingTo: URL(fileURLWithPath: errors))))
    #expect(try second.wait().status == 73)
    let text = try String(contentsOfFile: errors, encoding: .utf8)
    #expect(text.contains("another process with the number 1, as in another container"), "\(text)")
    // One that ends meanwhile is waited for.
    let third = try isolated("last", family)
    while !hasStoreOpen(third), third.ending == nil { usleep(1000) }
    kill(try tool(of: first), SIGTERM)
    #expect(try third.wait().status == 0)
  }

  /// Starts the tool as process 1 of a name space.
  private func isolated(
    _ verb: String, _ family: Family, output: ChildProcess.Stream = .nothing,
    errors: ChildProcess.Stream = .inherited
  ) throws -> ChildProcess {
    // The shell becomes the tool, with the number 1.
    try ChildProcess(
      "/usr/bin/unshare",
      [
        "--pid", "--fork", "--kill-child", "/bin/sh", "-c", "exec \"$0\" \(verb) --store ada",
        Executable.find().path,
      ], environment: Executable.variables(Family.variables), directory: family.folder.path,
      output: output, errors: errors)
  }

  /// The number, here, of the process that `unshare` started.
  private func tool(of child: ChildProcess) throws -> Int32 {
    try #require(started(by: child))
  }

  /// As `tool(of:)`; nil while there is none.
  private func started(by child: ChildProcess) -> Int32? {
    let children = try? String(
      contentsOfFile: "/proc/\(child.id)/task/\(child.id)/children", encoding: .utf8)
    return children.flatMap { Int32($0.trimmingCharacters(in: .whitespaces)) }
  }

  /// Whether the process that `unshare` started has the lock file of a store open, which it has
  /// before it looks who else reads.
  private func hasStoreOpen(_ child: ChildProcess) -> Bool {
    guard let number = started(by: child) else { return false }
    let folder = "/proc/\(number)/fd"
    let open = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return open.contains { name in
      let file = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
      return file?.hasSuffix("/lock.mdb") == true
    }
  }

  @Test(arguments: ["--store \"$(printf 'a\\377')\"", "--store a"])
  func `a name that is no UTF-8 is refused`(_ store: String) throws {
    let folder = try TemporaryFolder()
    let isText = !store.contains("377")
    let out = try folder.file("out")
    let child = try ChildProcess(
      "/bin/sh", ["-c", "exec \"$0\" new \(store) 2>\"$1\"", Executable.find().path, out],
      environment: Executable.variables(), directory: folder.path)
    #expect(try child.wait().status == (isText ? 0 : 64))
    let text = try String(contentsOfFile: out, encoding: .utf8)
    #expect(text.contains("is not UTF-8") == !isText, "\(text)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.sorted() == (isText ? ["a", "out"] : ["out"]))
  }

  /// Two such authors would be one.
  @Test func `an author that is no UTF-8 is refused`() throws {
    let folder = try TemporaryFolder()
    let out = try folder.file("out")
    let child = try ChildProcess(
      "/bin/sh",
      [
        "-c", "DAYBOOK_AUTHOR=\"$(printf 'a\\377')\" exec \"$0\" new --store a 2>\"$1\"",
        Executable.find().path, out,
      ],
      environment: Executable.variables(), directory: folder.path)
    #expect(try child.wait().status == 64)
    #expect(
      try String(contentsOfFile: out, encoding: .utf8).contains("DAYBOOK_AUTHOR is not UTF-8"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["out"])
  }
}
