import Daybook
import Foundation
import Interchange
import Nursery
import NurseryInterchange
import TemporaryFolders
import TestRun
import Testing

// What an importer of Baby Buddy's files has to show, and the test that shows it:
//
//  1 counts of each table and child      BabyBuddyCorpusTests, `every row of every table is read`
//  2 every cell of every local day       BabyBuddyTruthTests, `every cell of every local day …`
//  3 the same of days in UTC             BabyBuddyTruthTests, `every cell of every day of UTC …`
//  4 the last entries of each child      BabyBuddyTruthTests, `every last entry …`
//  5 sleep split at midnight             BabyBuddyTruthTests, `the seconds slept on each day …`
//  6 the database made again of the API  here
//  7 again, and CSV and API in turn      BabyBuddyImportTests, `a second import …`, and here
//  8 files in UTC and in a zone          here
//  9 other languages                     BabyBuddyAwkwardTests, `another language's export …`
// 10 the old pumping.csv                 here
// 11 overlaps and the future             here
// 12 files in any order, some missing    here
// 13 kills at every chunk                CrashTests, `import…`
// 14 another zone the second time        here, and ImportGuardTests, `another zone is noticed`
// 15 shuffled rows                       BabyBuddyImportTests, `shuffled rows …`
// 16 an export for Baby Buddy's importer here, and BabyBuddyExportTests
// 17 Baby Buddy's verdicts               VerdictTests of NurseryTests

/// The checks of an importer of Baby Buddy's files that have no suite of their own.
@Suite(.tags(.slow)) struct BabyBuddyAcceptanceTests {
  private let one = CorpusFolder.oneChild

  private func store() throws -> EventStore { try .family(zone: one.zone) }

  @Test func `BB-6: the rows of the database are made again of the API`() async throws {
    let lines = try DatabaseLines(try await ImportedCorpus.ofPages(one).store)
    let digests = try #require(
      try JSONSerialization.jsonObject(
        with: Data(contentsOf: one.file("expected/entries-digest.json")))
        as? [String: [String: Any]])
    #expect(digests.count == 12)
    for (table, expected) in digests {
      #expect(lines.tables[table]?.count == expected["rows"] as? Int, "\(table)")
      let file = SourceFile(bytes: Array(lines.text(table).utf8), name: table)
      #expect(file.digest == expected["sha256_of_entries_lines"] as? String, "\(table)")
    }
  }

  @Test func `BB-7: the API after the files is more exact, and the files after it change nothing`()
    async throws
  {
    let folder = try TemporaryFolder()
    let imported = try await ImportedCorpus.of(one)
    let (store, first) = (try imported.copy(in: folder), imported.report)
    let second = try await store.take(one.pages())
    #expect(second.counts.imported == 0)
    #expect(second.counts.conflicts == 0)
    #expect(second.counts.changed > 3_000)
    #expect(first.counts.rows == second.counts.rows)
    let end = try store.end()
    #expect(try await store.take(one.source()).isAllUnchanged)
    #expect(try await store.take(one.pages()).isAllUnchanged)
    #expect(try store.end() == end)
    let direct = try await ImportedCorpus.ofPages(one).store
    #expect(try DatabaseLines(direct).text("feeding") == DatabaseLines(store).text("feeding"))
  }

  @Test func `BB-8: files in UTC are those of the zone but for the repeated hour`() async throws {
    let (local, utc) = (try await ImportedCorpus.of(one).store, try store())
    let options = BabyBuddyOptions.told(zone: "UTC", now: CorpusFolder.now)
    try await utc.take(BabyBuddyFolder(one.file("csv-utc").path, options: options))
    let (a, b) = (try DatabaseLines(local), try DatabaseLines(utc))
    #expect(a.tables.keys.sorted() == b.tables.keys.sorted())
    var differing: [String] = []
    for table in a.tables.keys.sorted() {
      for (left, right) in zip(a.tables[table] ?? [], b.tables[table] ?? [])
      where left.line != right.line {
        differing.append("\(table) \(left.id)")
      }
    }
    // Every row whose local time is of the second pass.
    let losses = try #require(
      try JSONSerialization.jsonObject(
        with: Data(contentsOf: one.file("expected/csv-losses.json"))) as? [String: Any])
    let second = (losses["ambiguous_local_times"] as? [[String: Any]] ?? [])
      .filter { $0["fold"] as? Int == 1 }
      .map { "\($0["table"] as? String ?? "") \($0["id"] as? Int ?? 0)" }
    #expect(!second.isEmpty)
    #expect(Set(differing).isSubset(of: second))
    #expect(Set(second).count <= 3)
    // What the API says then changes nothing more than fractions of seconds.
    let report = try await utc.take(one.pages())
    #expect(report.counts.imported == 0)
    let exact = try await ImportedCorpus.ofPages(one).store
    #expect(try DatabaseLines(utc).text("feeding") == DatabaseLines(exact).text("feeding"))
  }

  @Test func `BB-10: the old file of pumped milk is refused, not stamped with now`() throws {
    let folder = try TemporaryFolder([
      "child.csv": "id,first_name,last_name,birth_date\n1,Ada,,2020-01-10\n",
      "pumping.csv": "child_id,amount,time\n1,100.2,2020-02-17 09:31:49\n",
    ])
    let error = expectError(.missingColumn) { try folder.babyBuddy() }
    #expect(error?.file == "pumping.csv")
  }

  @Test func `BB-11: pumping that overlaps and temperatures to come are kept and said`()
    async throws
  {
    let report = try await ImportedCorpus.of(one).report
    let refused = try reimport(one)
    let overlaps = try #require(report.warnings.first { $0.code == .overlap })
    // Each of the pairs, of which Baby Buddy refuses the second.
    #expect(overlaps.count >= refused["pumping"]?.rejected ?? .max)
    #expect(report.warnings.first { $0.code == .future }?.count == 1)
    #expect(refused["temperature"]?.rejected == 1)
    #expect(report.tables.first { $0.name == "pumping" }?.counts.imported == 801)
  }

  @Test func `BB-12: without the file of tags the entries are the same but for their names`()
    async throws
  {
    let folder = try one.copy { _, text in text }
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent("tag.csv"))
    let (without, with) = (try store(), try await ImportedCorpus.of(one).store)
    let report = try await without.take(one.source(from: folder.url))
    #expect(report.warnings.contains { $0.code == .tagIdUnknown })
    #expect(
      try without.feeds().map(\.feed.start) == with.feeds().map(\.feed.start))
    #expect(try without.feeds().map(\.id) == with.feeds().map(\.id))
    #expect(try await without.take(one.source()).counts.imported == 10)
  }

  @Test func `BB-14: another zone the second time is noticed before anything is written`()
    async throws
  {
    let folder = try TemporaryFolder()
    let store = try await ImportedCorpus.of(one).copy(in: folder)
    let end = try store.end()
    let error = await #expect(throws: InterchangeError.self) {
      try await store.take(one.source(zone: "Europe/London"))
    }
    #expect(error?.code == .zoneDiffers)
    #expect(try store.end() == end)
    let utc = BabyBuddyOptions.told(zone: one.zone, now: CorpusFolder.now)
    let other = await #expect(throws: InterchangeError.self) {
      try await store.take(BabyBuddyFolder(one.file("csv-utc").path, options: utc))
    }
    #expect(other?.code == .zoneDiffers)
    #expect(try store.end() == end)
  }

  @Test(arguments: CorpusFolder.generated)
  func `BB-16: Baby Buddy's importer accepts of an export what it accepts of its own`(
    corpus: CorpusFolder
  ) async throws {
    let store = try await ImportedCorpus.of(corpus).store
    let export = try BabyBuddyExporter.export(store, zone: corpus.zone)
    let now = PlainTime.seconds(
      CorpusFolder.now.addingTimeInterval(
        Double(TimeZone(identifier: corpus.zone)?.secondsFromGMT(for: CorpusFolder.now) ?? 0))
    ).replacing("T", with: " ").replacing("Z", with: "")
    for (table, own) in try reimport(corpus) {
      var rules = ImporterRules(now: now)
      try rules.read(export.files["\(table).csv"] ?? "", table)
      #expect(rules.accepted == own.accepted, "\(table)")
      let rejected = rules.rejected.values.flatMap(\.self)
      #expect(rejected.count == own.rejected, "\(table)")
      #expect(Array(rejected.prefix(10)) == own.ids, "\(table)")
    }
  }

  /// What Baby Buddy's importer said to its own export.
  private func reimport(
    _ corpus: CorpusFolder
  ) throws -> [String: (accepted: Int, rejected: Int, ids: [String])] {
    let data = try Data(contentsOf: corpus.file("expected/babybuddy-own-reimport.json"))
    let tables = try #require(
      try JSONSerialization.jsonObject(with: data) as? [String: [String: Any]])
    #expect(tables.count == 14)
    return tables.mapValues { table in
      let rejected = table["rejected"] as? [String: Int] ?? [:]
      let ids = table["rejected_ids"] as? [String: [String]] ?? [:]
      return (
        table["accepted"] as? Int ?? -1, rejected.values.reduce(0, +),
        ids.values.flatMap(\.self)
      )
    }
  }
}
