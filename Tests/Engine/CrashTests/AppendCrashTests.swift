import Daybook
import DaybookTesting
import TemporaryFolders
import TestRun
import Testing
import crashwriter

/// Processes that are killed while they append, and what is left of their work.
@Suite(.tags(.slow, .crash)) struct AppendCrashTests {
  /// How often one store is killed.
  static let kills = 20
  /// One store for each; `make crash` asks for 220 kills, `kills` each.
  static let seeds: ClosedRange<UInt64> = 1...(Environmental.wantsAllKills ? 11 : 3)

  @Test(arguments: seeds)
  func `ALL-3: a killed writer loses nothing acknowledged and leaves no half transaction`(
    seed: UInt64
  ) throws {
    let directory = try TemporaryFolder()
    var random = SeededGenerator(seed: seed)
    var oracle = Oracle()
    var (round, midWork) = (0, 0)
    // On a busy machine some are killed before they go on working.
    while round < Self.kills || midWork < Self.kills * 8 / 10 && round < 8 * Self.kills {
      round += 1
      let delay = UInt64.random(in: 500...60_000, using: &random)
      let note: Comment = "seed \(seed), kill \(round) after \(delay) µs"
      let victim = try Victim("append", at: directory.path, seed: seed * 1000 + UInt64(round))
      let first = victim.lines(through: "ack")
      let lines = first + victim.end(after: delay)
      let acknowledged = lines.compactMap(Acknowledgement.init)
      #expect(victim.wasKilled && lines.count == acknowledged.count + 1, note)
      if acknowledged.count > first.count { midWork += 1 }

      let known = oracle.entries.count
      let store = try EventStore.open(at: directory.path, schema: Boards().schema)
      try store.read { try oracle.read($0) }
      #expect(oracle.entries.dropFirst(known).compactMap(\.flaw) == [], note)
      #expect(oracle.lost(acknowledged) == [], note)
      try oracle.compare(with: store, note)
    }
    #expect(midWork >= Self.kills * 8 / 10, "seed \(seed): the kills missed the work")
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `a killed bulk writer loses nothing that was flushed`(seed: UInt64) throws {
    let directory = try TemporaryFolder()
    var random = SeededGenerator(seed: seed)
    var oracle = Oracle()
    for round in 0..<6 as Range<UInt64> {
      let delay = UInt64.random(in: 0...40_000, using: &random)
      let note: Comment = "seed \(seed), kill \(round + 1) after \(delay) µs"
      let victim = try Victim("bulk", at: directory.path, seed: seed * 1000 + round)
      let lines = victim.lines(through: "ack") + victim.end(after: delay)
      let acknowledged = lines.compactMap(Acknowledgement.init)
      #expect(victim.wasKilled && lines.count == acknowledged.count + 1, note)

      let store = try EventStore.open(at: directory.path, schema: Boards().schema)
      try store.read { try oracle.read($0) }
      #expect(oracle.entries.compactMap(\.flaw) == [], note)
      #expect(oracle.lost(acknowledged) == [], note)
      try oracle.compare(with: store, note)
    }
  }

  /// A process that is killed while it makes the store has promised nothing, but the next must
  /// work.
  @Test(arguments: 1...(Environmental.wantsAllKills ? 40 : 12) as ClosedRange<UInt64>)
  func `a store whose making was cut short can be opened`(seed: UInt64) throws {
    let directory = try TemporaryFolder()
    var random = SeededGenerator(seed: seed)
    let delay = UInt64.random(in: 0...25_000, using: &random)
    let note: Comment = "seed \(seed), kill after \(delay) µs"
    let victim = try Victim("append", at: directory.path, seed: seed)
    let acknowledged = victim.end(after: delay).compactMap(Acknowledgement.init)

    let store = try EventStore.open(at: directory.path, schema: Boards().schema)
    var oracle = Oracle()
    try store.read { try oracle.read($0) }
    #expect(oracle.lost(acknowledged) == [], note)
    try oracle.compare(with: store, note)
  }
}
