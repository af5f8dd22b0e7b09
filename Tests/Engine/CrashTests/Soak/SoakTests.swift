import Daybook
import Foundation
import LMDB
import TemporaryFolders
import TestRun
import Testing
import crashwriter

/// Everything at once for a long time, beside a process that is killed and started again: what is
/// read holds together throughout, and the file does not grow without end.
@Suite(.tags(.slow, .crash)) struct SoakTests {
  /// How long; `make soak` takes ten minutes.
  static let seconds = Environmental.number("DAYBOOK_SOAK_SECONDS") ?? 6
  /// How long the other process works before it is killed.
  static let rivalSeconds = 3.0

  let directory: TemporaryFolder
  var path: String { directory.path + "/store" }

  init() throws { directory = try TemporaryFolder(inMemory: true) }

  /// What a soaking process said: sizes in bytes, the age of the oldest snapshot, and what was
  /// wrong.
  private struct Report {
    var sizes: [Int] = []
    /// The most events that the log was seen to hold.
    var events = 0
    var age = 0
    var work: [String] = []
    var flaws: [String] = []

    init(_ lines: [String]) {
      for line in lines {
        let parts = line.split(separator: " ")
        switch parts.first {
        case "size":
          sizes.append(Int(parts[1]) ?? 0)
          events = max(events, Int(parts[2]) ?? 0)
        case "did": work.append(String(line.dropFirst(4)))
        case "age": age = max(age, Int(parts[1]) ?? 0)
        case "open", "finished": break
        default: flaws.append(line)
        }
      }
      if lines.last != "finished" { flaws.append("it ended with \(lines.last ?? "nothing")") }
    }
  }

  @Test func `everything at once holds together, and a file grows by what snapshots keep`() throws {
    let victim = try Victim("soak", at: path, seed: Self.seconds)
    var lines = victim.lines(through: "open")
    var (heard, said, rivals) = ([String](), [String](), 0)
    while victim.listen() {
      rivals += 1
      let rival = try Victim("mixed-rival", at: path, seed: UInt64(rivals))
      let end = Date(timeIntervalSinceNow: Self.rivalSeconds)
      while victim.listen(), Date() < end {
        heard += try compactCopy()
        _ = rival.listen(milliseconds: 200)
      }
      said += rival.end()
    }
    lines += victim.end()
    let report = Report(lines)
    #expect(report.flaws == [] && heard == [])
    // What it wants to take back may have been purged meanwhile.
    let faults = said.filter { $0.hasPrefix("error") || $0.hasPrefix("fail ") }
    #expect(faults.filter { !$0.contains(" noSuchTransaction ") } == [])
    let (first, largest) = (report.sizes.first ?? 0, report.sizes.max() ?? 0)
    print(
      "\(Self.seconds) s: \(first) to \(largest) bytes, snapshots of \(report.age) commits,",
      "\(rivals) other processes of \(said.filter { $0.hasPrefix("ack") }.count) transactions;",
      report.work.joined(separator: ", "))
    // A commit replaces some twenty pages, which stay while a snapshot sees them.
    #expect(largest < 64 << 20 + (report.age + 1000) * 60 * 4096)
  }

  @Test func `a file whose log is purged again and again stays as large as it was`() throws {
    let seconds = max(18, Self.seconds)
    let victim = try Victim("soak-flat", at: path, seed: seconds)
    let (lines, _) = victim.finish()
    let report = Report(lines)
    #expect(report.flaws == [])
    // The first third finds what the longest log between two purges takes.
    let settled = report.sizes.dropFirst(report.sizes.count / 3)
    let middle = settled.prefix(settled.count / 2).max() ?? 0
    let last = settled.suffix(settled.count / 2).max() ?? 0
    print(
      "\(seconds) s: \(middle), then \(last) bytes of at most \(report.events) events;",
      report.work.joined(separator: ", "))
    // An event, its transaction and its share of pages that a purge has freed take 370 bytes.
    #expect(last < middle * 5 / 4 || last < report.events * 640)
  }

  /// Compacts and checks a copy, as a backup is. Returns what is wrong with it.
  private func compactCopy() throws -> [String] {
    let copy = try TemporaryFolder(inMemory: true)
    do {
      let environment = try Environment(path: path)
      try environment.copy(to: copy.path)
    }
    try EventStore.compact(at: copy.path)
    let store = try EventStore.open(at: copy.path, schema: Boards().schema)
    return try store.verify().checks.filter { !$0.ok }.map { "\($0.name): \($0.detail)" }
  }
}
