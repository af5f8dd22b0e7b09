import ChildProcesses
import Foundation
import TemporaryFolders
import Testing

/// `sync folder --follow` and `log --follow` beside other processes.
struct FollowCommandTests {
  /// A run that goes on while others work.
  private final class Follower {
    private let process: ChildProcess
    private let pipe = Pipe()
    private var rest = Data()

    convenience init(_ family: Family, _ store: String, _ more: String...) throws {
      try self.init(
        family,
        words: ["sync", "folder", "drive", "--follow", "--every", "1", "--store", store] + more)
    }

    init(_ family: Family, words: [String]) throws {
      process = try ChildProcess(
        Executable.find().path, words,
        environment: Executable.variables(Family.variables), directory: family.folder.path,
        output: .file(pipe.fileHandleForWriting))
      try pipe.fileHandleForWriting.close()
    }

    /// Waits for the next line; nil at the end.
    func line() -> String? {
      while true {
        if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
          defer { rest = Data(rest[(end + 1)...]) }
          return String(decoding: rest[..<end], as: UTF8.self)
        }
        let more = pipe.fileHandleForReading.availableData
        if more.isEmpty { return nil }
        rest += more
      }
    }

    func object() throws -> [String: Any] {
      let text = try #require(line())
      let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
      return try #require(value as? [String: Any], "\(text)")
    }

    /// Sends a signal, and gives what is printed then and the status.
    func stop(_ number: Int32) throws -> (lines: [String], status: Int32?) {
      process.signal(number)
      var lines: [String] = []
      while let line = line() { lines.append(line) }
      return (lines, try process.wait().status)
    }
  }

  @Test(.timeLimit(.minutes(5)), arguments: [SIGINT, SIGTERM])
  func `what other processes write goes to and fro until a signal comes`(signal: Int32) throws {
    let family = try Family()
    let ben = try Follower(family, "ben")
    try family.run("sync folder drive --store ada")
    #expect(ben.line() == "got 3 transactions, sent 0")
    try family.run("add feed formula 120ml --baby Noor --store ben")
    #expect(ben.line() == "got 0 transactions, sent 1")
    try family.run("sync folder drive --store ada")
    #expect(try family.run("last --store ada").output.contains("formula, 120 mL"))
    let end = try ben.stop(signal)
    #expect(end.status == 0)
    #expect(end.lines.count == 1)
    let summary = try #require(end.lines.last)
    #expect(summary.hasPrefix("stopped after "))
    #expect(summary.hasSuffix(" exchanges: got 3 transactions, sent 1"))
  }

  @Test(.timeLimit(.minutes(5)))
  func `a log that is followed calls babies as other processes call them meanwhile`() throws {
    let family = try Family()
    let words = ["log", "--follow", "--store", "ben"]
    // It has begun when it shows what was there.
    try family.run("profile add Noor --store ben")
    let log = try Follower(family, words: words)
    while let line = log.line(), !line.hasSuffix("baby created: Noor") {}
    for line in [
      "profile add Mina", "add diaper wet --baby Mina", "edit Noor name=Nora",
      "add diaper wet --baby Nora",
    ] { try family.run("\(line) --store ben") }
    let ends = try (0..<4).map { _ in
      try #require(log.line()).split(separator: "  ").last?.prefix { $0 != "," }
    }
    #expect(
      ends == [
        "baby created: Mina", "diaper recorded: Mina", "baby amended: name Nora",
        "diaper recorded: Nora",
      ])
    _ = try log.stop(SIGTERM)
  }

  @Test(.timeLimit(.minutes(5)))
  func `what failed is told with when it is tried again, a line of JSON each`() throws {
    let family = try Family()
    _ = try family.folder.file("drive")
    let ada = try Follower(family, "ada", "--json")
    let failed = try ada.object()
    #expect(
      Set(failed.keys).subtracting(["timeExact"]) == [
        "absorbed", "attachmentsReceived", "attachmentsSent", "clockAhead", "failure",
        "failureCode", "hasBootstrapped", "isEnrolled",
        "isRevoked", "minted", "missing", "pause", "problems", "refused", "refusedByPeer",
        "rewritten", "sent", "stranded", "time",
        "unheard", "unsent", "unsentCode", "version",
      ])
    #expect((failed["failure"] as? String)?.isEmpty == false)
    #expect(failed["pause"] as? Double == 2)
    try FileManager.default.removeItem(atPath: family.folder.path("drive"))
    var object = try ada.object()
    while object["failure"] is String { object = try ada.object() }
    #expect(object["sent"] as? Int == 3)
    #expect(object["pause"] as? Double == 1)
    let end = try ada.stop(SIGTERM)
    #expect(end.status == 0)
    let last = try JSONSerialization.jsonObject(with: Data((end.lines.last ?? "").utf8))
    let summary = try #require(last as? [String: Any])
    #expect(Set(summary.keys) == ["absorbed", "exchanges", "sent", "version"])
    #expect(summary["sent"] as? Int == 3)
  }

  @Test func `a folder that is known and gone is not made again`() throws {
    let family = try Family()
    try family.run("sync folder 'my drive' --store ada")
    try FileManager.default.removeItem(atPath: family.folder.path("my drive"))
    for more in [[], ["--follow"]] {
      let run = try family.refused("sync folder 'my drive' --store ada \(more.joined())")
      #expect(run.status == 66)
      #expect(run.errors.contains("which this store knows, is not there"))
    }
    try FileManager.default.createDirectory(
      atPath: family.folder.path("my drive"), withIntermediateDirectories: false)
    #expect(try family.run("sync folder 'my drive' --store ada").output.contains("sent 3"))
  }

  @Test func `an empty path is no folder`() throws {
    let run = try nursery("sync", "folder", "", "--store", "none")
    #expect(run.status == 64)
  }

  @Test func `how often it looks is for who follows`() throws {
    for arguments in [["--every", "5"], ["--follow", "--every", "0"]] {
      let run = try nursery(["sync", "folder", "drive", "--store", "none"] + arguments)
      #expect(run.status == 64)
      #expect(run.errors.contains("--every"))
    }
  }
}
