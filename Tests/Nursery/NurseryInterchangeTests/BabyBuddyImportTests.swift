import Daybook
import Interchange
import Nursery
import TemporaryFolders
import TestRun
import Testing

/// The corpus, through the importer and the store, against the truth beside it.
@Suite(.tags(.slow)) struct BabyBuddyImportTests {
  static let sets = CorpusFolder.generated

  private func open(_ corpus: CorpusFolder, _ folder: TemporaryFolder) throws -> EventStore {
    let boundary = try DayBoundary(zone: corpus.zone, hour: 0, minute: 0)
    return try EventStore.open(
      at: folder.path, schema: .nursery(boundary: boundary).importing())
  }

  @Test(arguments: sets)
  func `every day's totals are Baby Buddy's own`(corpus: CorpusFolder) async throws {
    let store = try await ImportedCorpus.of(corpus).store
    let truth = try corpus.truth("daily-local")
    let rows: [(child: String, day: String, totals: DayTotals)] = try store.read { reader in
      let names = Dictionary(
        uniqueKeysWithValues: try reader.view(CurrentProfiles.self).all().map {
          ($0.id, $0.profile.source?.id ?? "")
        })
      return try reader.view(HistoryGroups.self).totals().map {
        (child: $0.baby.flatMap { names[$0] } ?? "", day: "\($0.day)", totals: $0.totals)
      }
    }
    var seen = 0
    for row in rows {
      let day = try #require(truth[row.child]?[row.day], "\(row.child) \(row.day)")
      let totals = row.totals
      // Days with entries of other kinds only are in the truth too, under other names.
      if totals.feedCount + totals.diaperCount > 0 { seen += 1 }
      #expect(day["feed_count"] as? Int ?? 0 == Int(totals.feedCount), "\(row.day)")
      #expect(day["feeds_with_amount"] as? Int ?? 0 == Int(totals.feedsWithAmount), "\(row.day)")
      let amount = Double(day["feed_amount"] as? String ?? "0")
      #expect(amount == totals.feedAmount(in: .millilitre), "\(row.day)")
      #expect(day["diaper_count"] as? Int ?? 0 == Int(totals.diaperCount), "\(row.day)")
      #expect(day["diaper_wet"] as? Int ?? 0 == Int(totals.wetCount), "\(row.day)")
      #expect(day["diaper_solid"] as? Int ?? 0 == Int(totals.solidCount), "\(row.day)")
    }
    let expected = truth.values.flatMap(\.values).filter {
      $0["feed_count"] != nil || $0["diaper_count"] != nil
    }
    #expect(seen == expected.count)
  }

  @Test(arguments: sets)
  func `the last entries are Baby Buddy's own`(corpus: CorpusFolder) async throws {
    let store = try await ImportedCorpus.of(corpus).store
    let truth = try corpus.truth("last")
    try store.read { reader in
      let last = try reader.view(LastEntries.self)
      for known in try reader.view(CurrentProfiles.self).all() {
        let baby = known.id
        let child = try #require(truth[known.profile.source?.id ?? ""])
        let feed = try #require(try last.lastFeed(of: baby))
        let amount = try #require(try last.lastAmount(of: baby))
        let diaper = try #require(try last.lastDiaper(of: baby))
        let ids = [
          try reader.entity(FeedSession.self, feed)?.source?.id,
          try reader.entity(FeedSession.self, amount.feed)?.source?.id,
          try reader.entity(DiaperChange.self, diaper)?.source?.id,
        ]
        let expected = ["last_feed_by_start", "last_feed_with_amount", "last_diaper"].map {
          (child[$0]?["id"] as? Int).map(String.init)
        }
        #expect(ids == expected)
        #expect(amount.last.amount.value == child["last_feed_with_amount"]?["amount"] as? Double)
      }
    }
  }

  @Test(arguments: sets)
  func `a second import adds nothing, and the store verifies`(corpus: CorpusFolder) async throws {
    let folder = try TemporaryFolder()
    let imported = try await ImportedCorpus.of(corpus)
    let (store, first) = (try imported.copy(in: folder), imported.report)
    #expect(first.counts.imported == first.counts.rows)
    let before = try store.read { try $0.token() }
    let second = try await store.take(try corpus.source())
    #expect(second.counts.imported == 0)
    #expect(second.counts.changed == 0)
    #expect(second.isAllUnchanged)
    #expect(try store.read { try $0.token() } == before)
    for check in try await store.verify().checks {
      #expect(check.ok, "\(check.name): \(check.detail)")
    }
  }

  @Test(arguments: sets)
  func `shuffled rows give the same identities and the same projections`(
    corpus: CorpusFolder
  ) async throws {
    let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
    let inOrder = try await ImportedCorpus.of(corpus).copy(in: folder)
    let shuffled = try open(corpus, other)
    let files = try corpus.shuffled(seed: 11)
    let report = try await shuffled.take(try corpus.source(from: files.url))
    #expect(report.counts.imported == report.counts.rows)
    #expect(try shuffled.digests() == inOrder.digests())
    let again = try await inOrder.take(try corpus.source(from: files.url))
    #expect(again.isAllUnchanged)
  }

  @Test func `an import after a purge adds nothing`() async throws {
    let folder = try TemporaryFolder()
    let corpus = try #require(Self.sets.first)
    let store = try await ImportedCorpus.of(corpus).copy(in: folder)
    try await store.purge(before: try store.read { try $0.token() })
    let again = try await store.take(try corpus.source())
    #expect(again.isAllUnchanged)
    #expect(try await store.verify().ok)
  }

  @Test func `equal rows without an id are told apart by their number, in any order`() async throws
  {
    let header = "child_id,start,end,type,method,amount,notes,tags"
    let row = "1,2025-11-06 08:00:00,2025-11-06 08:10:00,formula,bottle,90,,"
    let later = row.replacing("08:", with: "09:")
    var digests: [[String: Digest]] = []
    for rows in [[row, row, later], [later, row, row]] {
      let files = try TemporaryFolder([
        "child.csv": "id,first_name,last_name,birth_date\n1,Noor,,2025-10-01",
        "feeding.csv": ([header] + rows).joined(separator: "\n"),
      ])
      let folder = try TemporaryFolder()
      let store = try open(.oneChild, folder)
      let report = try await store.take(try files.babyBuddy())
      #expect(report.counts.imported == 4)
      let again = try await store.take(try files.babyBuddy())
      #expect(again.counts.unchanged == 4)
      digests.append(try store.digests())
    }
    #expect(digests[0] == digests[1])
  }

  @Test func `an edit and a deletion survive a second import`() async throws {
    let corpus = CorpusFolder.threeChildren
    let folder = try TemporaryFolder()
    let store = try await ImportedCorpus.of(corpus).copy(in: folder)
    let feeds = try store.feeds()
    let (edited, deleted) = (feeds[0].id, feeds[1].id)
    try await store.append { draft in
      try draft.edit(FeedSession.self, edited) { $0.amount = Amount(90, unitText: "mL") }
      try draft.delete(FeedSession.self, deleted)
    }
    let again = try await store.take(try corpus.source())
    #expect(again.counts.imported + again.counts.changed == 0)
    let (kept, gone) = try store.read { reader in
      (try reader.entity(FeedSession.self, edited), try reader.entity(FeedSession.self, deleted))
    }
    #expect(kept?.amount?.value == 90)
    #expect(gone == nil)
  }
}
