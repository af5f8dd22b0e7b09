import Daybook
import Interchange
import Nursery
import NurseryInterchange
import TemporaryFolders
import TestRun
import Testing

/// What a store exports comes back into it without a change, whatever the format cannot hold.
@Suite(.tags(.slow)) struct RoundTripTests {
  /// A form in which a store is exported and that is imported.
  enum Form: CaseIterable {
    case babyBuddy, babyDashboard, babyDashboardOfOld, nuzzle
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder(inMemory: true) }

  private func handWritten() throws -> NeighbourStore {
    let nursery = try NeighbourStore(zone: HandWritten.zone)
    try HandWritten.fill(nursery.store)
    return nursery
  }

  /// The export of a store as a source.
  private func export(_ nursery: NeighbourStore, _ form: Form) throws -> any ImportSource {
    switch form {
    case .babyBuddy:
      let files = try BabyBuddyExporter.export(nursery.store, zone: HandWritten.zone).files
      for (name, text) in files { _ = try folder.file(name, text) }
      return try folder.babyBuddy(zone: HandWritten.zone)
    case .babyDashboard, .babyDashboardOfOld:
      let texts = try BabyDashboardExporter.texts(
        of: nursery.store, era: form == .babyDashboard ? .coreData : .swiftData)
      return try BabyDashboardFiles(feeds: texts.feeds, diapers: texts.diapers)
    case .nuzzle:
      let text = try NuzzleExporter.export(nursery.store, zone: HandWritten.zone).text
      return try NuzzleFile(NeighbourStore.file(text, "data.json"), now: NeighbourStore.now)
    }
  }

  /// Everything that persons see.
  private func contents(_ nursery: NeighbourStore) throws -> Contents {
    Contents(
      views: try nursery.store.digests(), tags: try nursery.all(Record<TagDefinition>.self),
      settings: try nursery.all(Record<AppSettings>.self))
  }

  private struct Contents: Equatable {
    /// The history has every entry whole.
    let views: [String: Digest]
    let tags: [Record<TagDefinition>]
    let settings: [Record<AppSettings>]
  }

  private func expectNothing(_ report: ImportReport) {
    #expect(report.counts.rows > 100)
    #expect(report.tables.filter { $0.counts.unchanged != $0.counts.rows }.map(\.name) == [])
    #expect(report.cells == [])
    #expect(report.conflicts == [])
    #expect(report.quarantined == [])
    #expect(report.warnings == [])
    #expect(report.vanished == 0)
  }

  @Test(arguments: Form.allCases)
  func `an export changes nothing in the store that wrote it, and nothing is reported`(
    form: Form
  ) throws {
    let nursery = try handWritten()
    let before = try contents(nursery)
    let source = try export(nursery, form)
    expectNothing(try nursery.run(source))
    #expect(try contents(nursery) == before)
    let token = try nursery.token
    expectNothing(try nursery.run(source))
    #expect(try nursery.token == token)
    // What is imported now has rows of its own, and the next export is no other.
    expectNothing(try nursery.run(try export(nursery, form)))
    #expect(try contents(nursery) == before)
  }

  @Test(arguments: Form.allCases)
  func `an export changes nothing in another store with the same entries`(form: Form) throws {
    let (nursery, other) = (try handWritten(), try NeighbourStore(zone: HandWritten.zone))
    let log = try LogFile.write(
      nursery.store, to: folder.path("log.jsonl"))
    let source = try export(nursery, form)
    try log.absorb(into: other.store)
    let before = try contents(other)
    expectNothing(try other.run(source))
    #expect(try contents(other) == before)
    #expect(try log.absorb(into: other.store).absorbed == 0)
  }

  @Test(arguments: Form.allCases)
  func `an export that is imported twice by an empty store adds nothing the second time`(
    form: Form
  ) throws {
    let source = try export(try handWritten(), form)
    let other = try NeighbourStore(zone: HandWritten.zone)
    // Whatever numbers without units may be taken for.
    let first = try other.run(
      source, answers: ["temperature:unit": "keep", "weight:unit": "keep"])
    #expect(first.counts.imported > 100)
    #expect(first.counts.quarantined == 0)
    let (token, before) = (try other.token, try contents(other))
    expectNothing(try other.run(source))
    #expect(try other.token == token)
    expectNothing(try other.run(try export(other, form)))
    #expect(try contents(other) == before)
  }
}
