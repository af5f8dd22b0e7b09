import Foundation
import Interchange
import Nursery
import TemporaryFolders
import TestRun
import Testing

@Suite(.tags(.slow)) struct BabyBuddyCorpusTests {
  private struct Counts: Decodable {
    let csvRows: [String: Int]
    let perChild: [String: [String: Int]]
  }

  @Test(arguments: CorpusFolder.generated)
  func `every row of every table is read`(folder: CorpusFolder) throws {
    let export = try folder.read()
    let counts = try folder.expected("counts", as: Counts.self)
    #expect(export.quarantined.isEmpty)
    #expect(export.skipped.isEmpty)
    #expect(counts.csvRows.count == 14)
    let found = Dictionary(export.rows.map { ($0.row.table, 1) }, uniquingKeysWith: +)
    #expect(found == counts.csvRows)
    for (child, tables) in counts.perChild {
      let baby = try #require(export["child"].first { $0.row.key == .id(child) }?.id)
      let own = export.rows.filter { ($0.row.state as? any NurseryEntry)?.baby == baby }
      #expect(Dictionary(own.map { ($0.row.table, 1) }, uniquingKeysWith: +) == tables)
    }
  }

  @Test(arguments: CorpusFolder.generated)
  func `the zone is the one that the set was made in`(folder: CorpusFolder) throws {
    #expect(try folder.statedZone() == folder.zone)
  }

  @Test(arguments: CorpusFolder.generated)
  func `shuffled files give the same rows`(folder: CorpusFolder) throws {
    let other = try folder.shuffled(seed: 7)
    let (a, b) = (try folder.source(), try folder.source(from: other.url))
    #expect(try texts(a) == texts(b))
    let (left, right) = (
      try Import(a).plan(in: .family()).report, try Import(b).plan(in: .family()).report
    )
    #expect(left.warnings.map(\.code) == right.warnings.map(\.code))
    #expect(left.warnings.map(\.count) == right.warnings.map(\.count))
    #expect(left.files == right.files)
    #expect(left.tables == right.tables)
    #expect(left.counts == right.counts)
  }

  /// What each row says, by its identity.
  private func texts(_ source: some ImportSource) throws -> [UUID: String] {
    Dictionary(
      uniqueKeysWithValues: try SourceRows(source).rows.map { ($0.id, "\($0.row.state)") })
  }

  @Test func `the repeated hour in the corpus is flagged`() throws {
    let export = try CorpusFolder.oneChild.read()
    let ambiguous = export.rows.filter { $0.warnings.contains(.ambiguousTime) }
    #expect(ambiguous.allSatisfy { $0.isAmbiguous })
    #expect(ambiguous.filter { $0.row.table == "feeding" }.map(\.row.key) == [.id("387")])
    #expect(ambiguous.filter { $0.row.table == "diaperchange" }.map(\.row.key) == [.id("750")])
  }
}
