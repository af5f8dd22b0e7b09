import TemporaryFolders
import TestRun
import Testing
import crashwriter

/// Kills at random moments of everything that writes, from the making of the store on.
@Suite(.tags(.slow, .crash)) struct KillTests {
  /// How many kills there are at least; `make crash` asks for 2,000.
  static let kills = Int(Environmental.number("DAYBOOK_KILLS") ?? 24)
  static let seed = Environmental.number("DAYBOOK_SEED") ?? 1
  /// How often one store is killed before the next is made.
  static let rounds: UInt64 = 5

  @Test
  func `ALL-3: kills lose nothing acknowledged, leave no half transaction and no store in pieces`()
    throws
  {
    var (kills, acknowledged, entries, store) = (0, 0, 0, Self.seed)
    var (faults, hits) = ([String](), [String: Int]())
    // On a busy machine some are killed before anything is acknowledged.
    while kills < Self.kills || acknowledged <= Self.kills && kills < 8 * Self.kills {
      let directory = try TemporaryFolder(inMemory: true)
      var round = KillRound(path: directory.path + "/store", seed: store, turn: store * Self.rounds)
      for number in 1...Self.rounds {
        let found = try round.run(number: number, isLast: number == Self.rounds)
        faults += found.map { "store \(store), kill \(number), \($0)" }
      }
      kills += round.kills
      hits.merge(round.hits, uniquingKeysWith: +)
      acknowledged += round.promises.acknowledged.count
      entries += round.imports.acknowledged
      store += 1
    }
    print(
      "\(kills) kills, \(acknowledged) transactions and \(entries) imported entries acknowledged,",
      "\(faults.count) faults, seed \(Self.seed); killed while at:",
      hits.sorted { $0.value > $1.value }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
    #expect(faults == [], "DAYBOOK_SEED=\(Self.seed)")
    #expect(acknowledged > Self.kills)
    if Self.kills >= 1_000 {
      let works = MixedWork.Step.allCases.map { "\($0)" } + ["creation", "opening", "import"]
      #expect(works.filter { hits[$0] == nil } == [], "nobody was killed while at it")
    }
  }
}
