import DaybookTesting
import TestRun
import Testing
import crashwriter

/// One damage after another to a store with every sort of row: what is read is what was written, or
/// an error; `verify` names what is wrong; nothing crashes and nothing hangs.
@Suite(.tags(.slow, .crash)) struct DamageSweepTests {
  /// How many cases are drawn of each sort; `make damage` runs all of them.
  static let sample = Int(Environmental.number("DAYBOOK_DAMAGES") ?? 40)
  static let seed = Environmental.number("DAYBOOK_SEED") ?? 1
  /// What must not happen.
  static let faults = ["silent", "wrong", "unverified", "untyped", "broken", "crash", "hang"]

  /// What can happen to those who come to a damaged leaf before the thread that looks at all pages:
  /// LMDB dies of it, or finds a row in the place of another. `verify` names the page.
  static let beforeTheWalk: Set = ["crash", "wrong"]

  private func check(
    _ cases: [DamageCase], _ sweep: inout DamageSweep, allowed: Set<String> = []
  ) throws {
    var random = SeededGenerator(seed: Self.seed)
    let drawn =
      Self.sample < cases.count
      ? [sweep.certain] + cases.shuffled(using: &random).prefix(Self.sample) : cases
    try sweep.run(drawn)
    print("\(drawn.count) of \(cases.count) damages: \(sweep.counts), seed \(Self.seed)")
    for fault in Self.faults where !allowed.contains(fault) {
      #expect(sweep.classes[fault, default: []] == [], "\(fault)")
    }
    // The sweep reaches what it damages.
    #expect(sweep.classes.count > 1)
  }

  @Test func `a flipped bit is harmless, or an error that verify names`() throws {
    var sweep = try DamageSweep()
    try check(sweep.flips, &sweep)
  }

  @Test func `a page that is lost or misplaced is an error that verify names`() throws {
    var sweep = try DamageSweep()
    try check(sweep.pages, &sweep)
  }

  @Test func `damage in the roots and branches of a large file is an error that verify names`()
    throws
  {
    var sweep = try DamageSweep(isLarge: true)
    try check(sweep.trunk, &sweep)
  }

  @Test func `a damaged leaf of a large file is found while it is used, and named`()
    throws
  {
    var sweep = try DamageSweep(isLarge: true)
    try check(sweep.leaves, &sweep, allowed: Self.beforeTheWalk)
  }

  @Test func `a damaged leaf that nobody has looked for is named by verify`() throws {
    var sweep = try DamageSweep(isLarge: true, checksNothing: true)
    try check(sweep.leaves, &sweep, allowed: Self.beforeTheWalk)
  }
}
