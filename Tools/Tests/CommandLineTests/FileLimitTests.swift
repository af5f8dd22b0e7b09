import ChildProcesses
import Foundation
import TemporaryFolders
import TestRun
import Testing

/// What commands say where files may not grow.
@Suite(.tags(.crash)) struct FileLimitTests {
  private static let store = Result {
    let folder = try TemporaryFolder(inMemory: true)
    for line in ["new", "profile add Noor"] + (1...5).map({ "add feed 100ml --at -\($0)h" }) {
      let run = try nursery(
        ShellWords.split(line), variables: ["DAYBOOK_STORE": folder.path("s")])
      try #require(run.status == 0, "\(run.errors)")
    }
    return try FolderImage(folder)
  }

  /// - Parameter blocks: how large a file may be, in 512 bytes; nil for as large as it likes.
  private func attempt(_ line: String, _ folder: TemporaryFolder, blocks: Int?) throws -> Run {
    let errors = try folder.file("errors")
    let limit = blocks.map { "ulimit -f \($0); " } ?? ""
    let child = try ChildProcess(
      "/bin/sh",
      ["-c", "\(limit)exec \"$0\" \"$@\"", Executable.find().path]
        + ShellWords.split(line),
      environment: Executable.variables(["DAYBOOK_STORE": folder.path("s")]),
      directory: folder.path, output: .nothing,
      errors: .file(FileHandle(forWritingTo: URL(fileURLWithPath: errors))))
    let status = try child.wait().status
    let text = try String(contentsOfFile: errors, encoding: .utf8)
    try FileManager.default.removeItem(atPath: errors)
    return Run(status: status, output: "", errors: text)
  }

  @Test(
    arguments: [
      "add diaper wet", "export log log.ndjson", "export report page.html", "backup run backups",
      "new --store other", "compact", "rebuild", "purge --before 3 --yes",
      "sync init Noor --member Ada", "history",
    ], [20, 60, 200, 1000])
  func `a limit on the size of files is told as what it is, and the store stays whole`(
    line: String, blocks: Int
  ) throws {
    let folder = try TemporaryFolder(inMemory: true)
    try Self.store.get().write(to: folder)
    let run = try attempt(line, folder, blocks: blocks)
    // No signal ended it.
    let status = try #require(run.status, "\(run.errors)")
    if status != 0 {
      #expect([73, 74].contains(status) && run.errorLines.count == 1, "\(status): \(run.errors)")
      #expect(run.errors.contains("ulimit -f"), "\(run.errors)")
      #expect(!run.errors.contains("failing"), "\(run.errors)")
    }
    let after = try attempt("verify", folder, blocks: nil)
    #expect(after.status == 0, "\(after.errors)")
  }

  @Test(arguments: ["bb", "outer/bb"])
  func `a folder of files that find no room is not left half-written`(name: String) throws {
    let folder = try TemporaryFolder(inMemory: true)
    try Self.store.get().write(to: folder)
    // More than half a kilobyte, which the sentence about it does not reach.
    let memo = String(repeating: "x", count: 600)
    #expect(try attempt("add diaper wet --memo \(memo)", folder, blocks: nil).status == 0)
    let line = "export babybuddy \(name)"
    let run = try attempt(line, folder, blocks: 1)
    #expect(run.status == 73 && run.errors.contains("ulimit -f"), "\(run.errors)")
    #expect(run.errors.contains("\(name)/"), "\(run.errors)")
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(left == ["s"], "\(left)")
    #expect(try attempt(line, folder, blocks: nil).status == 0)
  }

  @Test(arguments: [4, 8, 12, 16, 20, 32, 40, 60, 80, 120, 200])
  func `a store that could not be made leaves nothing that keeps the next one away`(
    blocks: Int
  ) throws {
    let folder = try TemporaryFolder(inMemory: true)
    let run = try attempt("new --store other", folder, blocks: blocks)
    #expect(run.status == 74 && run.errorLines.count == 1, "\(run.errors)")
    #expect(run.errors.contains("ulimit -f"), "\(run.errors)")
    let again = try attempt("new --store other", folder, blocks: nil)
    #expect(again.status == 0, "\(again.errors)")
    #expect(try attempt("verify --store other", folder, blocks: nil).status == 0)
  }

  @Test func `a store that is there stays when another cannot be made`() throws {
    let folder = try TemporaryFolder(inMemory: true)
    try Self.store.get().write(to: folder)
    for blocks in [4, 20, 60] {
      #expect(try attempt("new", folder, blocks: blocks).status != 0)
    }
    #expect(try attempt("new", folder, blocks: nil).errors.contains("already"))
    #expect(try attempt("verify", folder, blocks: nil).status == 0)
  }

  @Test func `a command that writes too much is refused`() throws {
    let folder = try TemporaryFolder(inMemory: true)
    try Self.store.get().write(to: folder)
    let run = try attempt("add diaper wet", folder, blocks: 60)
    #expect(run.status == 74, "\(run.errors)")
    #expect(run.errors.contains("EFBIG"), "\(run.errors)")
  }
}
