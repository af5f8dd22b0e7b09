import Foundation
import Nursery
import TemporaryFolders
import Testing

@testable import Interchange

@Suite struct BabyBuddyCorpusTests {
  private struct Counts: Decodable {
    let csvRows: [String: Int]
    let perChild: [String: [String: Int]]
  }

  private struct Day: Decodable, Equatable {
    var feedCount: Int?
    var feedAmount: String?
    var feedByMethod: [String: Int]?
    var diaperCount: Int?
    var diaperWet: Int?
    var diaperSolid: Int?
    var diaperAmount: String?
  }

  private struct Row: Decodable { let id: Int }

  @Test(arguments: CorpusFolder.generated)
  func `every row of every table is read`(folder: CorpusFolder) throws {
    let export = try folder.read()
    let counts = try folder.expected("counts", as: Counts.self)
    #expect(export.quarantined.isEmpty)
    #expect(export.children.count == counts.csvRows["child"])
    #expect(export.tags.count == counts.csvRows["tag"])
    #expect(export.feedings.count == counts.csvRows["feeding"])
    #expect(export.diapers.count == counts.csvRows["diaperchange"])
    for (child, tables) in counts.perChild {
      #expect(export.feedings.count { $0.childID == child } == tables["feeding"])
      #expect(export.diapers.count { $0.childID == child } == tables["diaperchange"])
    }
  }

  @Test(arguments: CorpusFolder.generated)
  func `every day's totals are those of the database`(folder: CorpusFolder) throws {
    #expect(try folder.statedZone() == folder.zone)
    let export = try folder.read()
    let expected = try folder.expected("daily-local", as: [String: [String: Day]].self)
    let clock = try ZoneClock(zone: folder.zone)
    var cells = 0
    for child in export.children {
      let feedings = Dictionary(grouping: export.feedings.filter { $0.childID == child.id }) {
        clock.day(of: $0.start).description
      }
      let diapers = Dictionary(grouping: export.diapers.filter { $0.childID == child.id }) {
        clock.day(of: $0.time).description
      }
      let days = try #require(expected[child.id])
      #expect(Set(feedings.keys).union(diapers.keys).isSubset(of: days.keys))
      for (day, truth) in days {
        try expect(feedings[day] ?? [], equal: truth, day)
        try expect(diapers[day] ?? [], equal: truth, day)
        cells += 7
      }
    }
    #expect(cells > 600)
  }

  private func expect(_ feedings: [BabyBuddyFeeding], equal truth: Day, _ day: String) throws {
    #expect(feedings.count == truth.feedCount ?? 0, "\(day)")
    #expect(try sum(feedings.map(\.amountText)) == sum([truth.feedAmount]), "\(day)")
    let methods = Dictionary(feedings.map { ($0.method, 1) }, uniquingKeysWith: +)
    #expect(methods == truth.feedByMethod ?? [:], "\(day)")
  }

  private func expect(_ diapers: [BabyBuddyDiaper], equal truth: Day, _ day: String) throws {
    #expect(diapers.count == truth.diaperCount ?? 0, "\(day)")
    #expect(diapers.count { $0.wet } == truth.diaperWet ?? 0, "\(day)")
    #expect(diapers.count { $0.solid } == truth.diaperSolid ?? 0, "\(day)")
    #expect(try sum(diapers.map(\.amountText)) == sum([truth.diaperAmount]), "\(day)")
  }

  private func sum(_ texts: [String?]) throws -> Decimal {
    try texts.compactMap(\.self).map { try #require(Decimal(string: $0)) }.reduce(0, +)
  }

  @Test(arguments: CorpusFolder.generated)
  func `the last feed, the last amount and the last diaper are found`(
    folder: CorpusFolder
  ) throws {
    let export = try folder.read()
    let expected = try folder.expected("last", as: [String: [String: Row]].self)
    for child in export.children {
      let truth = try #require(expected[child.id])
      let feedings = export.feedings.filter { $0.childID == child.id }
      let last = feedings.max { $0.start < $1.start }
      let withAmount = feedings.filter { $0.amount != nil }.max { $0.start < $1.start }
      let diaper = export.diapers.filter { $0.childID == child.id }.max { $0.time < $1.time }
      #expect(last?.source.id == truth["last_feed_by_start"].map { "\($0.id)" })
      #expect(withAmount?.source.id == truth["last_feed_with_amount"].map { "\($0.id)" })
      #expect(diaper?.source.id == truth["last_diaper"].map { "\($0.id)" })
    }
  }

  @Test(arguments: CorpusFolder.generated)
  func `shuffled files give the same rows`(folder: CorpusFolder) throws {
    let other = try folder.shuffled(seed: 7)
    let (a, b) = (try folder.read(), try folder.read(from: other.url))
    #expect(a.children.map(placeless) == b.children.map(placeless))
    #expect(a.tags.map(placeless) == b.tags.map(placeless))
    #expect(a.feedings.map(placeless) == b.feedings.map(placeless))
    #expect(a.diapers.map(placeless) == b.diapers.map(placeless))
    #expect(a.reports == b.reports)
  }

  @Test func `the repeated hour in the corpus is flagged`() throws {
    let export = try CorpusFolder.oneChild.read()
    let feedings = export.feedings.filter { $0.source.warnings.contains(.ambiguousTime) }
    let diapers = export.diapers.filter { $0.source.warnings.contains(.ambiguousTime) }
    #expect(feedings.map(\.source.id) == ["387"])
    #expect(diapers.map(\.source.id) == ["750"])
  }

  private func placeless(_ row: BabyBuddyChild) -> BabyBuddyChild {
    var row = row
    row.source = placeless(row.source)
    return row
  }

  private func placeless(_ row: BabyBuddyTag) -> BabyBuddyTag {
    var row = row
    row.source = placeless(row.source)
    return row
  }

  private func placeless<Entry: BabyBuddyEntry>(_ row: Entry) -> Entry {
    var row = row
    row.source = placeless(row.source)
    return row
  }

  private func placeless(_ source: SourceRow) -> SourceRow {
    var source = source
    source.position = SourcePosition(file: source.position.file, record: 0, line: 0)
    return source
  }
}
