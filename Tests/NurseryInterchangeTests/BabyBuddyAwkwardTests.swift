import Foundation
import Interchange
import TemporaryFolders
import Testing

@Suite struct BabyBuddyAwkwardTests {
  private struct Truth: Decodable {
    let diaperNotes: [String: String]
    let feedingAmounts: [String: String]
    let tags: [String: String]
  }

  private static let languages = ["en-US", "de", "fr"]

  @Test(arguments: languages)
  func `text and numbers are those that were typed`(language: String) throws {
    let folder = CorpusFolder.awkward(language)
    let export = try folder.read()
    let truth = try folder.expected("truth", as: Truth.self)
    #expect(export.quarantined.isEmpty)
    #expect(export.diapers.count == truth.diaperNotes.count)
    for diaper in export.diapers {
      let id = try #require(diaper.source.id)
      #expect(bytes(diaper.notes) == bytes(truth.diaperNotes[id]), "note \(id)")
    }
    #expect(export.tags.count == truth.tags.count)
    for tag in export.tags {
      #expect(bytes(tag.name) == bytes(truth.tags[tag.id]), "tag \(tag.id)")
    }
    #expect(export.feedings.count == truth.feedingAmounts.count)
    for feeding in export.feedings {
      let id = try #require(feeding.source.id)
      #expect(feeding.amount == truth.feedingAmounts[id].flatMap(Double.init), "amount \(id)")
    }
  }

  @Test(arguments: ["de", "fr"])
  func `another language's export holds the same rows`(language: String) throws {
    let (a, b) = (
      try CorpusFolder.awkward("en-US").read(), try CorpusFolder.awkward(language).read()
    )
    #expect(a.children == b.children)
    #expect(a.tags == b.tags)
    #expect(a.diapers == b.diapers)
    #expect(a.feedings.map(\.amount) == b.feedings.map(\.amount))
    #expect(a.feedings.map(\.source.entityID) == b.feedings.map(\.source.entityID))
    #expect(a.feedings.map(\.start) == b.feedings.map(\.start))
    #expect(a.feedings.map(\.notes) == b.feedings.map(\.notes))
  }

  @Test func `a child without a family name has no blank after its name`() throws {
    let names = try CorpusFolder.awkward("en-US").read().children.map(\.name)
    #expect(names == ["Ada O'Neil, \"the\" first", "Zoë", "李 小龍", "Bob Line\nBreak"])
  }

  @Test func `Baby Buddy's own samples without ids are read`() throws {
    let export = try CorpusFolder.ownImports.read()
    #expect(export.quarantined.isEmpty)
    #expect(export.children.map(\.id) == ["1"])
    #expect(export.children.first?.source.warnings == [.idAssumed])
    #expect(export.feedings.count == 40)
    #expect(export.diapers.count == 75)
    #expect(export.tags.count == 10)
    #expect(Set(export.diapers.map(\.source.entityID)).count == 75)
    #expect(export.passedOver.map(\.name) == ["diaperchange-invalid-child.csv"])
    #expect(export.passedOver.map(\.rows) == [1])
    let report = try #require(export.reports.first { $0.file == "tag.csv" })
    #expect(report.unknownColumns.contains("slug"))
    #expect(report.warnings[.unknownColumn] == report.unknownColumns.count)
  }

  @Test func `Baby Buddy's sample with an unknown child is quarantined`() throws {
    let source = CorpusFolder.ownImports.directory
    let folder = try TemporaryFolder()
    for (from, to) in [("diaperchange-invalid-child", "diaperchange"), ("child", "child")] {
      try FileManager.default.copyItem(
        at: source.appendingPathComponent("\(from).csv"),
        to: folder.url.appendingPathComponent("\(to).csv"))
    }
    let export = try folder.read(zone: "UTC")
    #expect(export.diapers.isEmpty)
    let row = try #require(export.quarantined.first)
    #expect(row.column == "child_id")
    #expect(row.reason == "child.csv has no child with id “99”.")
    #expect(row.rawText == "99,2020-02-17 03:54:09,0,1,,5")
    #expect(row.position == SourcePosition(file: "diaperchange.csv", record: 2, line: 2))
  }

  private func bytes(_ text: String?) -> [UInt8]? { text.map { Array($0.utf8) } }
}
