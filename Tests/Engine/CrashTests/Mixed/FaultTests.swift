import DaybookTesting
import TestRun
import Testing

/// Every call on a file that a process makes fails: what it had acknowledged is there, the store
/// is whole, and the process does not die.
@Suite(.tags(.slow, .crash)) struct FaultTests {
  /// How many cases of each mode are drawn; `make faults` runs all of them.
  static let sample = Environmental.number("DAYBOOK_FAULTS").map { Int($0) } ?? 40
  static let seed = Environmental.number("DAYBOOK_SEED") ?? 1

  /// Two flushes for each durable commit, and one.
  @Test(arguments: ["sequence", "sequence-often"])
  func `a call that fails loses nothing acknowledged and damages nothing`(mode: String) throws {
    var cases = try FaultCase.all(mode)
    #expect(cases.count > 400)
    var random = SeededGenerator(seed: Self.seed)
    if Self.sample < cases.count {
      cases = Array(cases.shuffled(using: &random).prefix(Self.sample))
    }
    var failed = 0
    var classes: [String: Int] = [:]
    for fault in cases {
      let (outcome, faults) = try fault.run()
      if !faults.isEmpty { failed += 1 }
      classes["\(fault.call) \(outcome)", default: 0] += 1
      #expect(faults == [], "\(fault), seed \(Self.seed)")
    }
    print(
      "\(mode): \(cases.count) failing calls, \(failed) with faults, seed \(Self.seed);",
      classes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
  }
}
