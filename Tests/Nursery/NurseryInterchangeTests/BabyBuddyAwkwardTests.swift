import Foundation
import Interchange
import Nursery
import NurseryInterchange
import TemporaryFolders
import Testing

struct BabyBuddyAwkwardTests {
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
      let id = try #require(diaper.source?.id)
      #expect(bytes(diaper.memo ?? "") == bytes(truth.diaperNotes[id]), "note \(id)")
    }
    #expect(export["tag"].count == truth.tags.count)
    for (row, tag) in zip(export["tag"], export.tags) {
      let id = String(row.row.rawText.prefix { $0 != "," })
      #expect(bytes(tag.name) == bytes(truth.tags[id]), "tag \(id)")
    }
    #expect(export.feedings.count == truth.feedingAmounts.count)
    for feeding in export.feedings {
      let id = try #require(feeding.source?.id)
      #expect(
        feeding.amount?.value == truth.feedingAmounts[id].flatMap(Double.init), "amount \(id)")
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
    #expect(a.feedings == b.feedings)
    #expect(a.rows.map(\.id) == b.rows.map(\.id))
  }

  @Test func `a child without a family name has no blank after its name`() throws {
    let names = try CorpusFolder.awkward("en-US").read().children.map(\.name)
    #expect(names == ["Ada O'Neil, \"the\" first", "Zoë", "李 小龍", "Bob Line\nBreak"])
  }

  @Test func `Baby Buddy's own samples without ids are read`() throws {
    let source = try CorpusFolder.ownImports.source()
    let export = try SourceRows(source)
    #expect(export.quarantined.isEmpty)
    #expect(export.children.map(\.source?.id) == ["1"])
    #expect(export["child"].first?.warnings == [.idAssumed])
    #expect(export.feedings.count == 40)
    #expect(export.diapers.count == 75)
    #expect(export.tags.count == 10)
    #expect(Set(export["diaperchange"].map(\.id)).count == 75)
    #expect(source.passedOver.map(\.name) == ["diaperchange-invalid-child.csv"])
    #expect(source.passedOver.map(\.rows) == [1])
  }

  @Test func `columns that nobody knows are named and counted`() throws {
    let folder = try TemporaryFolder([
      "child.csv": "id,first_name,last_name,birth_date,hair\n1,Ada,,2026-01-10,red\n",
      "tag.csv": "id,name,weight,height\n1,Leak,2,3\n",
    ])
    let plan = try Import(folder.babyBuddy()).plan(in: .family())
    #expect(plan.report.files.map(\.unknownColumns) == [["hair"], ["weight", "height"]])
    #expect(plan.report.count(of: .unknownColumn) == 3)
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
    #expect(row.reason == "There is no child with id “99”.")
    #expect(row.rawText == "99,2020-02-17 03:54:09,0,1,,5")
    #expect(row.position == SourcePosition(file: "diaperchange.csv", record: 2, line: 2))
  }

  private func bytes(_ text: String?) -> [UInt8]? { text.map { Array($0.utf8) } }
}
