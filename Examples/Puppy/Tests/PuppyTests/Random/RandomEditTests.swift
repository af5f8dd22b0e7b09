import Daybook
import DaybookTesting
import Foundation
import Puppy
import Testing

/// OL-3: two phones edit one diary at random, undo, and hear late of each other. After each edit
/// everything that the app shows is what a plain model makes of a list of things.
struct RandomEditTests {
  /// A tenth of the other random tests, because each has a thousand edits: 1,000 give 100 seeds.
  private static let seeds = 1...max(1, HistoryLawTests.seeds.upperBound / 10)

  @Test(arguments: seeds)
  func `OL-3: views are what a recomputation shows, after each of 1,000 random edits`(
    seed: UInt64
  ) throws {
    var phones = try RandomPhones(seed: seed)
    while phones.edits < 1_000 {
      let phone = try phones.step()
      let differences = try phones.differences(on: phone)
      guard differences.isEmpty else {
        Issue.record("seed \(seed), edit \(phones.edits): \(differences)")
        return
      }
    }
    try phones.meet()
    for phone in 0...1 {
      let differences = try phones.differences(on: phone)
      #expect(differences == [], "seed \(seed), at the end")
      #expect(try phones.logs[phone].store.verify().ok, "seed \(seed)")
      let unsummed = try ProjectionLaws.unsummed(in: phones.logs[phone].store)
      #expect(unsummed.map(\.description) == [], "seed \(seed)")
    }
    #expect(try phones.logs[0].store.digests() == phones.logs[1].store.digests())
  }
}
