import ChildProcesses
import Foundation
import TemporaryFolders
import TestRun
import Testing

/// Exports that are ended while they write.
@Suite(.tags(.crash)) struct InterruptedExportTests {
  private static let exports = [
    "export log out/file", "export view entries --format json --output out/file",
  ]
  private let store: HouseholdStore
  private var out: String { store.folder.path("out") }

  init() throws {
    store = try HouseholdStore()
    try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: false)
  }

  private var left: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: out).sorted() }
  }

  /// Starts an export, and sends it a signal as soon as it has a draft; false when it was done
  /// before.
  ///
  /// - Parameter prefix: words of a shell before it.
  private func interrupt(
    _ line: String, by signal: Int32, after prefix: String = "", when hasDraft: (Int32) -> Bool
  ) throws -> Bool {
    let child = try ChildProcess(
      "/bin/sh", ["-c", "\(prefix) exec \"$0\" \(line) --store store", try Executable.find().path],
      environment: Executable.variables(), directory: store.folder.path, output: .nothing)
    while child.ending == nil, !hasDraft(child.id) { usleep(100) }
    child.signal(signal)
    return try child.wait() == .signal(signal)
  }

  /// Whether a draft with a name is in the folder.
  private var hasNamed: Bool {
    get throws { try left.contains { $0.hasPrefix(".daybook-") } }
  }

  /// Whether a process has a file open that has no name, in the folder.
  private func hasNameless(_ id: Int32) -> Bool {
    let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/fd")) ?? []
    return open.contains { number in
      let place = try? FileManager.default.destinationOfSymbolicLink(
        atPath: "/proc/\(id)/fd/\(number)")
      return place?.hasPrefix(out + "/") == true && place?.hasSuffix("(deleted)") == true
    }
  }

  @Test(.timeLimit(.minutes(5)), arguments: exports, [SIGINT, SIGTERM, SIGKILL])
  func `an export that is ended leaves no draft, and no half of a file`(
    line: String, signal: Int32
  ) throws {
    var (count, done) = (0, Set<Data>())
    for _ in 0..<200 where count < 3 {
      let wasEnded = try interrupt(line, by: signal, when: hasNameless)
      if wasEnded, try left.isEmpty {
        count += 1
        continue
      }
      // The signal came when the file was written, or later: then it is whole.
      try #require(left == ["file"])
      done.insert(try Data(contentsOf: URL(fileURLWithPath: out + "/file")))
      try FileManager.default.removeItem(atPath: out + "/file")
    }
    #expect(count == 3)
    let run = try nursery(
      ShellWords.split(line) + ["--store", "store"], directory: store.folder.path)
    #expect(run.status == 0, "\(run.errors)")
    let whole = try Data(contentsOf: URL(fileURLWithPath: out + "/file"))
    #expect(done.isSubset(of: [whole]))
  }

  /// Whether this user may make a name space of mounts.
  private static let canIsolate: Bool = {
    let child = try? ChildProcess("/usr/bin/unshare", ["--mount", "/bin/true"])
    return (try? child?.wait().status) == 0
  }()

  /// As where the system cannot name a file later.
  @Test(.timeLimit(.minutes(5)), .enabled(if: canIsolate), arguments: exports)
  func `a draft that has a name goes with the next export`(line: String) throws {
    let withoutNames = """
      if [ -z "$M" ]; then M=1 exec unshare --mount /bin/sh -c \
      'mount -t tmpfs none /proc/$$/fd && exec "$0" \(line) --store store' "$0"; fi;
      """
    var hasLeft = false
    for _ in 0..<200 where !hasLeft {
      let wasEnded = try interrupt(line, by: SIGKILL, after: withoutNames) { _ in
        (try? hasNamed) == true
      }
      if wasEnded, try hasNamed { hasLeft = true }
      // Of one that was done before.
      try? FileManager.default.removeItem(atPath: out + "/file")
    }
    #expect(hasLeft)
    let run = try nursery(
      ShellWords.split(line) + ["--store", "store"], directory: store.folder.path)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try left == ["file"])
  }
}
