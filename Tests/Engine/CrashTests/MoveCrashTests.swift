import Daybook
import DaybookTesting
import Dispatch
import TemporaryFolders
import TestRun
import Testing
import crashwriter

/// Processes that move a thousand entities from store to store, killed at random moments and
/// started again until all is moved.
@Suite(.tags(.slow, .crash)) struct MoveCrashTests {
  /// How many kills hit a move; `make crash` asks for 2,000, of which these are a twentieth.
  static let kills = Int((Environmental.number("DAYBOOK_KILLS") ?? 120) / 20)
  static let seed = Environmental.number("DAYBOOK_SEED") ?? 1

  @Test func `a move that is killed and repeated loses nothing, and brings nothing twice`() throws {
    let folder = try TemporaryFolder(inMemory: true)
    try Moving.prepare(folder.path)
    let all = try things(Moving.store(0, in: folder.path))
    var random = SeededGenerator(seed: Self.seed)
    // The first move says how long one takes, and each kill whether that was too long or too short:
    // the machine may be busier at one time than at another.
    var (turn, duration, kills, midway) = (UInt64(0), UInt64(0), 0, 0)
    while midway < Self.kills, kills < 8 * Self.kills {
      let victim = try Victim("move", at: folder.path, seed: turn)
      var lines = victim.lines(through: "moving")
      let start = DispatchTime.now().uptimeNanoseconds
      if turn == 0 {
        lines += victim.lines(through: "moved") + victim.end()
        duration = (DispatchTime.now().uptimeNanoseconds - start) / 1000
      } else {
        lines += victim.end(after: UInt64.random(in: 0...duration, using: &random))
        kills += 1
      }
      let note = "seed \(Self.seed), kill \(kills), move \(turn): \(lines)"
      #expect(victim.wasKilled && lines.allSatisfy { !$0.hasPrefix("error") }, "\(note)")
      let isMoved = lines.contains("moved")
      let found = try look(folder.path, turn, all, isMoved: isMoved)
      try #require(found.faults == [], "\(note)")
      if found.isMidway { midway += 1 }
      if kills > 0, !found.isMidway {
        duration = isMoved ? duration * 7 / 8 : duration * 9 / 8 + 1
      }
      if isMoved { turn += 1 }
    }
    print("\(kills) kills, \(midway) of them between two commits of a move, \(turn) moves")
    #expect(midway == Self.kills, "the kills missed the moves")
  }

  private typealias Things = [ID<CratedThing>: CratedThing]

  private func things(_ store: EventStore) throws -> Things {
    try store.read { reader in
      Dictionary(
        uniqueKeysWithValues: try reader.entities(of: CratedThing.self).map { ($0.id, $0.state) })
    }
  }

  /// What is wrong in the two stores of a move, and whether it was killed on its way.
  private func look(
    _ folder: String, _ turn: UInt64, _ all: Things, isMoved: Bool
  ) throws -> (faults: [String], isMidway: Bool) {
    let (here, there) = (
      try Moving.store(turn, in: folder), try Moving.store(turn + 1, in: folder)
    )
    let (old, new) = (try things(here), try things(there))
    var faults: [String] = []
    // The transaction by which all of it leaves is one.
    if old != all, !old.isEmpty { faults.append("\(old.count) are left") }
    if old.isEmpty, new != all { faults.append("\(new.count) of them arrived, and all have left") }
    if isMoved, !old.isEmpty { faults.append("what is moved has not left") }
    for (id, thing) in new where all[id] != thing { faults.append("\(id) became \(thing)") }
    let arrived = try there.read { reader in
      try reader.transactions().flatMap(\.positions).map { try reader.event($0) }
        .filter { $0.kind == CratedThing.kind }
    }
    if Set(arrived.map(\.entity)).count != arrived.count { faults.append("something came twice") }
    for store in [here, there] {
      let found = try store.verify()
      if !found.ok { faults.append("\(found)") }
      try store.close()
    }
    return (faults, !old.isEmpty && !arrived.isEmpty)
  }
}
