import ChildProcesses
import Foundation
import TemporaryFolders
import Testing

/// Sentences about what failed, for people.
struct SentencesOfFailureTests {
  private let folder: TemporaryFolder
  private var variables: [String: String] {
    ["DAYBOOK_STORE": folder.path("s"), "DAYBOOK_NOW": "2026-11-20T20:05:00Z"]
  }

  init() throws { folder = try TemporaryFolder() }

  private func nursery(_ line: String) throws -> Run {
    try CommandLineTests.nursery(
      ShellWords.split(line), variables: variables, directory: folder.path)
  }

  private func run(_ line: String) throws -> String {
    let run = try nursery(line)
    try #require(run.status == 0, "\(line): \(run.errors)")
    return run.output
  }

  @Test func `a path with a line break is printed escaped, on one line`() throws {
    let path = folder.path("a\nb")
    let missing = try CommandLineTests.nursery(["today", "--store", path])
    #expect(missing.errorLines.count == 1)
    #expect(missing.errors.contains("a↵b"), "\(missing.errors)")
    let made = try CommandLineTests.nursery(["new", "--zone", "UTC", "--store", path])
    #expect(made.output.contains("a↵b"), "\(made.output)")
    #expect(made.output.contains("--store $'\(folder.path)/a\\nb'"), "\(made.output)")
    let again = try CommandLineTests.nursery(["new", "--store", path])
    #expect(again.errors.contains("a↵b already"), "\(again.errors)")
  }

  @Test func `a field that a kind lacks is named with the article of the kind`() throws {
    for line in ["new", "profile add Noor", "type add Bath"] { _ = try run(line) }
    let short = try #require(try run("add event Bath").firstMatch(of: #/added event (\w+)/#)?.1)
    let refused = try nursery("edit \(short) weather=wet")
    #expect(refused.errors.contains("an event"), "\(refused.errors)")
  }

  #if os(Linux)
  @Test func `too many open files name the limit and the way out`() throws {
    for line in ["new", "profile add Noor"] { _ = try run(line) }
    var seen = 0
    for count in 4...12 {
      let errors = try folder.file("errors")
      let child = try ChildProcess(
        "/bin/sh", ["-c", "ulimit -n \(count); exec \"$0\" profiles", Executable.find().path],
        environment: Executable.variables(variables), directory: folder.path, output: .nothing,
        errors: .file(FileHandle(forWritingTo: URL(fileURLWithPath: errors))))
      let status = try child.wait().status
      let text = try String(contentsOfFile: errors, encoding: .utf8)
      if status == 0 { break }
      guard text.contains("errno 24") || text.contains("EMFILE") else { continue }
      seen += 1
      #expect(text.contains("ulimit -n"), "\(count): \(text)")
    }
    #expect(seen > 0)
  }
  #endif

  @Test func `no table for people is wider than a screen or two`() throws {
    for line in ["new", "profile add Noor"] { _ = try run(line) }
    let memo = String(repeating: "word ", count: 600) + "end"
    _ = try run("add note '\(memo)'")
    _ = try run("add medication '\(String(repeating: "n", count: 200))' --memo '\(memo) #tag'")
    for line in [
      "today", "history", "last", "search word", "log", "transactions", "diff 1 now", "tags",
      "as-of 3 history",
    ] {
      let width = try run(line).split(separator: "\n").map(\.count).max() ?? 0
      #expect(width < 420, "\(line): \(width)")
    }
    for line in ["search word --json", "export view entries"] {
      #expect(try run(line).contains("word end"), "\(line)")
    }
    #expect(try run("show last").contains("word end"))
  }

  @Test func `a program that is asked for nothing shows its verbs and does not say it is done`()
    throws
  {
    let programs: [([String]) throws -> Run] = [
      { try CommandLineTests.nursery($0) }, { try daybookctl($0) },
    ]
    for program in programs {
      let run = try program([])
      #expect(run.status == 64)
      #expect(run.output.contains("USAGE"))
      #expect(try program(["--help"]).status == 0)
      #expect(try program(["help"]).status == 0)
    }
  }
}
