import DaybookTesting
import Foundation
import Testing

/// Kills at random moments of everything that writes, from the making of the store on.
@Suite struct KillTests {
  /// How many kills there are at least; `make crash` asks for 2,000.
  static let kills = Int(Environmental.number("DAYBOOK_KILLS") ?? 40)
  static let seed = Environmental.number("DAYBOOK_SEED") ?? 1
  /// How often one store is killed before the next is made.
  static let rounds: UInt64 = 5

  @Test func `kills lose nothing acknowledged, leave no half transaction and no store in pieces`()
    throws
  {
    var (kills, acknowledged, faults, store) = (0, 0, [String](), Self.seed)
    while kills < Self.kills {
      let directory = try TemporaryDirectory(inMemory: true)
      var round = KillRound(path: directory.path + "/store", seed: store)
      for number in 1...Self.rounds {
        let found = try round.run(number: number)
        faults += found.map { "store \(store), kill \(number), \($0)" }
      }
      kills += round.kills
      acknowledged += round.promises.acknowledged.count
      store += 1
    }
    print("\(kills) kills, \(acknowledged) acknowledged, \(faults.count) faults, seed \(Self.seed)")
    #expect(faults == [], "DAYBOOK_SEED=\(Self.seed)")
    #expect(acknowledged > Self.kills)
  }
}
