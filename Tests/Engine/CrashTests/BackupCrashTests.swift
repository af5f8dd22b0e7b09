import Daybook
import DaybookTesting
import Foundation
import Interchange
import TemporaryFolders
import TestRun
import Testing
import crashwriter

/// A process that backs up, restores or takes a log in, killed while it does.
@Suite(.tags(.slow, .crash)) struct BackupCrashTests {
  /// `make crash` kills each of the three 40 times.
  static let seeds: ClosedRange<UInt64> = 1...(Environmental.wantsAllKills ? 40 : 5)

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder(inMemory: true) }

  private var backup: Backup { Backup(folder.path("backups")) }

  private func hidden(_ path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).filter {
      $0.hasPrefix(".daybook-")
    }
  }

  /// The greatest number after a word.
  private func newest(_ word: String, _ lines: [String]) -> UInt64 {
    lines.filter { $0.hasPrefix(word) }.compactMap { UInt64($0.dropFirst(word.count + 1)) }.max()
      ?? 0
  }

  @Test(arguments: seeds)
  func `a kill while backing up leaves the last good one`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let victim = try Victim("backups", at: folder.path, seed: seed)
    var lines = victim.lines(through: "open")
    for _ in 0..<Int.random(in: 0...7, using: &random) { lines += victim.lines(through: "backup") }
    lines += victim.end(after: UInt64.random(in: 0...40_000, using: &random))
    #expect(victim.wasKilled && lines.allSatisfy { !$0.hasPrefix("error") }, "\(lines)")

    let told = newest("backup", lines)
    let store = try EventStore.open(at: folder.path("store"), schema: Boards().schema)
    if told > 0 {
      let list = try backup.list(checksAll: true)
      #expect(list.allSatisfy { $0.problem == nil }, "seed \(seed): \(list)")
      let restored = try backup.restore(into: folder.path("again"), schema: Boards().schema)
      #expect(restored.transaction >= told, "seed \(seed)")
      #expect(try restored.transaction <= store.read { try $0.token().number }, "seed \(seed)")
    }
    // The next run goes on, and sweeps what the killed one had begun.
    let now = try backup.run(store)
    #expect(try now.transaction == store.read { try $0.token().number }, "seed \(seed)")
    #expect(try hidden(backup.folder) == [], "seed \(seed)")
    let all = try backup.restore(into: folder.path("all"), schema: Boards().schema)
    #expect(all.transaction == now.transaction, "seed \(seed)")
  }

  @Test(arguments: seeds)
  func `a kill while restoring leaves a good store or none`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let store = try EventStore.open(at: folder.path("store"), schema: Boards().schema)
    for round in 0..<3 {
      for value in 0..<200 {
        try store.append(durability: .bulk) { draft in
          try draft.append(
            CounterEvent(.opened, Mark(value: Int64(value)), text: "board \(round)"), to: UUID())
        }
      }
      try backup.run(store)
    }
    let victim = try Victim("restores", at: folder.path)
    var lines: [String] = []
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      lines += victim.lines(through: "restored")
    }
    lines += victim.end(after: UInt64.random(in: 0...120_000, using: &random))
    #expect(victim.wasKilled && lines.allSatisfy { $0 == "restored 600" }, "\(lines)")

    let target = folder.path("restored")
    // The victim removes what it has restored, so a kill may have left half of that.
    if FileManager.default.fileExists(atPath: "\(target)/data.mdb") {
      let restored = try EventStore.open(at: target, schema: Boards().schema)
      #expect(try restored.verify().ok && restored.digests() == store.digests(), "seed \(seed)")
    }
    let again = try backup.restore(into: folder.path("again"), schema: Boards().schema)
    #expect(again.transaction == 600)
    #expect(try hidden(folder.path) == [], "seed \(seed)")
  }

  @Test(arguments: seeds)
  func `a log that was taken in halfway goes on`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let store = try EventStore.open(at: folder.path("store"), schema: Boards().schema)
    for value in 0..<2_000 {
      try store.append(durability: .bulk) { draft in
        try draft.append(
          CounterEvent(.opened, Mark(value: Int64(value)), text: "board"), to: UUID())
      }
    }
    let file = try LogFile.write(store, to: folder.path("log.ndjson"))
    let victim = try Victim("absorbs", at: folder.path)
    var lines = victim.lines(through: "begin 0")
    lines += victim.end(after: UInt64.random(in: 0...400_000, using: &random))
    #expect(victim.wasKilled && lines.allSatisfy { !$0.hasPrefix("error") }, "\(lines)")

    let round = newest("begin", lines)
    let taken = try EventStore.open(at: folder.path("taken \(round)"), schema: Boards().schema)
    let before = try taken.read { try $0.token().number }
    let report = try file.absorb(into: taken)
    #expect(report.absorbed == 2_000 - before, "seed \(seed)")
    #expect(try taken.digests() == store.digests(), "seed \(seed)")
  }
}
