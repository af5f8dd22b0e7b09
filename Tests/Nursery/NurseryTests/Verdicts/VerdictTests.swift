import Daybook
import Testing

/// What may be entered, beside what Baby Buddy said to the same requests.
struct VerdictTests {
  /// Where the two differ: the steps of a scenario, counted from 0, and why.
  private static let differences: [String: (steps: Set<Int>, reason: String)] = [
    "diaper: negative amount": ([0], "no diaper weighs less than nothing; it would spoil sums"),
    "feeding: negative amount": ([0], "nobody drinks less than nothing; it would spoil sums"),
    "feeding: unknown type": ([0], "other programs have more contents; the text is kept"),
    "diaper: unknown colour": ([0], "the colour is the writer's own word"),
    "feeding: missing end": ([0], "an entry without an end is one that runs"),
    "pumping: no amount": ([0], "nobody said how much, which is not zero"),
    "child: same name twice": ([0], "babies are told apart by identifiers; it is a crash there"),
    "child: delete takes everything with it": (
      [3, 4], "entries stay, so that restoring the baby brings all back"
    ),
  ]

  @Test(arguments: VerdictFile.shared.scenarios)
  func `an entry is refused where Baby Buddy refuses it, or differs for a reason`(
    scenario: VerdictScenario
  ) throws {
    var player = try VerdictPlayer(.shared)
    let differing = Self.differences[scenario.scenario]?.steps ?? []
    for (index, step) in scenario.steps.enumerated() {
      let outcome = try player.play(step)
      #expect((outcome == step.outcome) != differing.contains(index), "step \(index): \(outcome)")
    }
    #expect(try player.store.verify().ok)
  }

  @Test func `every scenario is played, and every difference is one of them`() {
    let names = VerdictFile.shared.scenarios.map(\.scenario)
    #expect(names.count == 63)
    #expect(Set(names).isSuperset(of: Self.differences.keys))
  }
}
