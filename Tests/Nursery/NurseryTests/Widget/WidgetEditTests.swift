import Daybook
import DaybookSnapshot
import Foundation
import NurseryHousehold
import TestRun
import Testing

/// Widget files after each of many random edits of a long log.
@Suite(.tags(.model)) struct WidgetEditTests {
  /// `DAYBOOK_WIDGET_EDITS` edits of a log with `DAYBOOK_WIDGET_ENTRIES` events: 500, in which
  /// edits of every kind come; `make nursery-soak` asks for 1,000.
  private static func number(_ name: String, _ standard: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap(Int.init) ?? standard
  }

  @Test func `after each edit every file is as from scratch, and no other was written`()
    async throws
  {
    let events = Self.number("DAYBOOK_WIDGET_ENTRIES", 35_000)
    let edits = Self.number("DAYBOOK_WIDGET_EDITS", 500)
    let log = Household(seed: 4, events: events, profile: .twins)
    let nursery = try await WidgetHousehold(HouseholdStore(log))
    var random = try RandomEdits(seed: 11, log: log)
    try nursery.publisher.update()
    var (writes, kinds) = (0, Set<String>())
    for edit in 0..<edits {
      let old = try nursery.contents()
      let generations = try nursery.folder.manifest().files.mapValues(\.generation)
      kinds.insert(try await random.edit(nursery))
      // What the files would be for the times that they have: those that differ have to change.
      let outdated = try nursery.scratch().filter { $0.value != old[$0.key] }.keys
      let report = try nursery.publisher.update()
      let new = try nursery.contents()
      try #require(try new == nursery.scratch(), "edit \(edit)")
      try #require(Set(report.written) == Set(outdated), "edit \(edit)")
      let changed = try nursery.folder.manifest().files.filter {
        $0.value.generation != generations[$0.key]
      }
      try #require(Set(changed.keys) == Set(report.written), "edit \(edit)")
      try #require(Set(report.removed) == Set(old.keys).subtracting(new.keys), "edit \(edit)")
      if edit % (edits / 8 + 1) == 0 {
        let expected = try nursery.oracle(feeds: random.feeds, babies: random.babies)
        try #require(new == expected, "edit \(edit)")
      }
      writes += report.written.count
    }
    #expect(kinds.count == RandomEdits.kinds || edits < 500)
    #expect(writes > edits / 20 && writes < edits * 2)
    #expect(try nursery.contents() == nursery.oracle(feeds: random.feeds, babies: random.babies))
  }
}
