import Daybook
import Foundation
import Nursery
import NurseryCoreData
import NurseryInterchange
import Synchronization
import Testing

@testable import Interchange

/// BabyDashboard's store of the SwiftData era.
struct SwiftDataEraTests {
  let fixture: FixtureStore
  let family: Family

  init() throws {
    fixture = try FixtureStore("SwiftDataEra")
    family = try Family()
  }

  // MARK: BD-8

  @Test func `BD-8: every row of the store has its entry, orphans too`() throws {
    let source = try Family.source(fixture)
    #expect(source.era == .swiftData)
    let report = try family.take(source)
    #expect(report.counts.imported == 15)
    #expect(report.counts.rows == 15)
    #expect(report.tables.map(\.name) == ["BabyProfile", "FeedSession", "DiaperChange"])
    #expect(report.tables.map(\.counts.imported) == [2, 9, 4])
    #expect(try family.all(FeedSession.self).count == 9)
    #expect(try family.all(DiaperChange.self).count == 4)
    let orphan = try #require(try family.feed(784_154_000.5))
    #expect(orphan.baby == nil)
    #expect(try family.all(DiaperChange.self).filter { $0.baby == nil }.count == 1)
    let validation = try source.validation(in: family.log)
    #expect(validation.isComplete)
    #expect(validation.entities.map(\.rows) == [2, 9, 4])
    #expect(validation.entities.map(\.entries) == [2, 9, 4])
    #expect(validation.entities.map(\.relations) == [0, 8, 3])
    #expect(validation.entities.map(\.linked) == [0, 8, 3])
  }

  @Test func `BD-8: a baby was made when its first entry was, else when the move began`() throws {
    try family.take(try Family.source(fixture))
    let mina = try #require(try family.baby("Mina"))
    #expect(mina.id.rawValue == Family.mina)
    // Its first diaper is earlier than its first feed.
    #expect(mina.createdAt.timeIntervalSinceReferenceDate == 784_152_000)
    let noor = try #require(try family.baby("Noor"))
    #expect(noor.id.rawValue == Family.noor)
    #expect(noor.createdAt == Family.started)
    #expect(noor.feedTerm == 7_200)
  }

  @Test func `BD-8: times, amounts and memos come bit for bit`() throws {
    let report = try family.take(try Family.source(fixture))
    let first = try #require(try family.feed(784_152_300.123456)).state
    #expect(first.end?.timeIntervalSinceReferenceDate == 784_153_200.5)
    #expect(first.amount == Amount(120, unitText: "mL"))
    #expect(first.memo == "first #morning")
    #expect(first.allTags == ["morning"])
    let whole = try #require(try family.feed(784_155_600)).state
    #expect(whole.amount == Amount(4.5, unitText: "fl oz"))
    #expect(whole.memo == nil)
    let ounces = try #require(try family.feed(784_158_000.125)).state
    #expect(ounces.amount == Amount(3, unitText: "oz"))
    #expect(ounces.amount?.unit == nil)
    #expect(report.count(of: .unknownUnit) == 1)
    // Zero is an amount where the app has a unit, and none where it has not.
    #expect(try family.feed(784_168_000.5)?.amount == Amount(0, unitText: "mL"))
    let absent = try #require(try family.feed(784_169_000.5))
    #expect(absent.amount == nil)
  }

  @Test func `BD-8: two feeds at one instant are two, and a running one runs`() throws {
    try family.take(try Family.source(fixture))
    let both = try family.all(FeedSession.self).filter {
      $0.start.timeIntervalSinceReferenceDate == 784_160_000.25
    }
    #expect(Set(both.compactMap(\.amount?.value)) == [60, 70])
    let running = try #require(try family.feed(784_170_000.0625))
    #expect(running.isInProgress)
    let found = try family.log.read { reader in
      try reader.view(LastEntries.self).runningFeeds(of: Family.mina)
    }
    #expect(found == [running.id.rawValue])
  }

  @Test func `BD-8: a diaper type that nobody knows stays as it was written`() throws {
    let report = try family.take(try Family.source(fixture))
    let types = try family.all(DiaperChange.self).sorted { $0.time < $1.time }
    #expect(types.map(\.typeText) == ["pee", "poo", "poo", "mixed"])
    #expect(types.map(\.wet) == [true, false, false, false])
    #expect(types.map(\.solid) == [false, true, true, false])
    #expect(report.count(of: .unknownEnum) == 1)
  }

  @Test func `BD-8: a second run adds nothing`() throws {
    try family.take(try Family.source(fixture))
    let token = try family.token
    let again = try family.take(try Family.source(fixture))
    #expect(again.counts.unchanged == 15)
    #expect(try family.token == token)
    // Nor do the same rows in other files.
    try fixture.checkpoint()
    #expect(try family.take(try Family.source(fixture)).counts.unchanged == 15)
    #expect(try family.token == token)
  }

  @Test(arguments: 0..<15)
  func `BD-8: broken off at any row, the next run comes to the same`(_ row: Int) throws {
    let source = try Family.source(fixture)
    let whole = try Family()
    try whole.take(source, rows: 1)
    var work = Import(BreakingSource(source: source, after: row), author: "Ada")
    (work.rowsPerTransaction, work.readsAgain) = (1, true)
    var planning = Import(source, author: "Ada")
    planning.rowsPerTransaction = 1
    let plan = try planning.plan(in: family.log)
    #expect(throws: BreakingSource.Broken.self) { try work.commit(plan, to: family.log) }
    try family.log.flush()
    let left = try family.all(ImportedRow.self).count
    #expect(left <= row)
    let report = try family.take(source, rows: 1)
    #expect(report.counts.imported == 15 - left)
    #expect(try family.state() == (try whole.state()))
    #expect(try source.validation(in: family.log).isComplete)
    try family.log.undo(by: "Ada")
    #expect(try family.all(FeedSession.self).filter { !$0.isDeleted }.isEmpty)
  }

  @Test func `BD-8: a task that is cancelled is gone on with`() async throws {
    let source = try Family.source(fixture)
    var work = Import(source, author: "Ada")
    work.rowsPerTransaction = 1
    let plan = try work.plan(in: family.log)
    let log = family.log
    let isCancelled = Mutex(false)
    let begun = AsyncStream<Void>.makeStream()
    let task = Task { [work] in
      try await work.commit(plan, to: log) { rows, _ in
        // Goes on when the task is cancelled, so that it is so in the middle.
        if rows == 5 {
          begun.continuation.yield()
          while !isCancelled.withLock({ $0 }) { sched_yield() }
        }
      }
    }
    for await _ in begun.stream { break }
    task.cancel()
    isCancelled.withLock { $0 = true }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try family.all(ImportedRow.self).count < 15)
    try family.take(source)
    let whole = try Family()
    try whole.take(source)
    #expect(try family.state() == (try whole.state()))
  }

  @Test func `BD-8: the store and its folder stay as they are, byte for byte`() throws {
    let before = try fixture.files()
    let source = try Family.source(fixture)
    try family.take(source)
    _ = try source.validation(in: family.log)
    try family.take(try Family.source(fixture))
    try family.log.undo(by: "Ada")
    #expect(try fixture.files() == before)
    #expect(before.count == 3)
  }

  // MARK: The laws

  @Test func `law 1: what a person did here stays when the same store comes again`() throws {
    try family.take(try Family.source(fixture))
    let mina = try #require(Family.mina)
    let first = try #require(try family.feed(784_152_300.123456)).id.rawValue
    let ounces = try #require(try family.feed(784_158_000.125)).id
    try family.log.append(author: "Bea") { draft in
      try draft.editBaby(mina) { $0.name = "Mino" }
      try draft.edit(FeedSession.self, first, rules: .imports) {
        $0.start = Date(timeIntervalSinceReferenceDate: 1)
        $0.amount = Amount(1, .cup)
      }
      try draft.append(.deleted, to: ounces)
    }
    let token = try family.token
    let report = try family.take(try Family.source(fixture))
    #expect(report.counts.unchanged == 15)
    #expect(try family.token == token)
    #expect(try family.baby("Mino")?.id.rawValue == mina)
  }

  @Test func `law 2: what changed in the app changes here, field by field`() throws {
    try family.take(try Family.source(fixture))
    let first = try #require(try family.feed(784_152_300.123456)).id.rawValue
    try family.log.append(author: "Bea") { draft in
      try draft.edit(FeedSession.self, first, rules: .imports) { $0.memo = "hers" }
    }
    try fixture.run(
      """
      UPDATE ZFEEDSESSION SET ZAMOUNTVALUE = 125, ZMEMOTEXT = 'theirs', ZSTARTTIME = 784152310.5
      WHERE Z_PK = 1;
      UPDATE ZFEEDSESSION SET ZENDTIME = 784171000.5, ZAMOUNTVALUE = 80, ZAMOUNTUNITSYMBOL = 'mL'
      WHERE Z_PK = 7;
      UPDATE ZBABYPROFILE SET ZNAME = 'Mino' WHERE Z_PK = 1;
      UPDATE ZDIAPERCHANGE SET ZPROFILE = 2 WHERE Z_PK = 2;
      DELETE FROM ZFEEDSESSION WHERE Z_PK = 4;
      INSERT INTO ZFEEDSESSION VALUES(10, 3, 1, 1, 10, 784180000, 784180000, 'mL', NULL);
      """)
    let report = try family.take(try Family.source(fixture))
    #expect(report.counts.imported == 1)
    #expect(report.counts.changed == 3)
    #expect(report.counts.conflicts == 1)
    #expect(report.conflicts.map(\.kept) == [["memo"]])
    #expect(report.vanished == 1)
    // Moved in the app: the same entry, not another one.
    let moved = try #require(try family.feed(784_152_310.5))
    #expect(moved.id.rawValue == first)
    #expect(moved.memo == "hers")
    #expect(moved.amount?.value == 125)
    #expect(try family.feed(784_170_000.0625)?.isInProgress == false)
    #expect(try family.baby("Mino")?.id.rawValue == Family.mina)
    #expect(try family.all(FeedSession.self).count == 10)
    let orphan = try family.all(DiaperChange.self).first {
      $0.time.timeIntervalSinceReferenceDate == 784_153_000.75
    }
    #expect(orphan?.baby == Family.noor)
  }

  @Test func `a migration notices what the app wrote since the copy`() throws {
    let source = try Family.source(fixture)
    try source.checkUnwritten()
    try fixture.run("UPDATE ZBABYPROFILE SET ZNAME = 'Mino' WHERE Z_PK = 1")
    let error = #expect(throws: InterchangeError.self) { try source.checkUnwritten() }
    #expect(error?.code == .sourceChanged)
    // The import itself reads the copy, which is as it was.
    #expect(try family.take(source).counts.imported == 15)
  }

  @Test func `law 2: a table that was emptied in the app is followed, when that is asked`() throws {
    try family.take(try Family.source(fixture))
    try fixture.run("DELETE FROM ZDIAPERCHANGE")
    #expect(try family.take(try Family.source(fixture)).vanished == 4)
    var work = Import(try Family.source(fixture), author: "Ada")
    work.removesVanished = true
    _ = try work.commit(work.plan(in: family.log), to: family.log)
    #expect(try family.all(DiaperChange.self).filter { !$0.isDeleted }.isEmpty)
    #expect(try family.all(FeedSession.self).filter { !$0.isDeleted }.count == 9)
  }

  @Test func `one undo takes all of it back, and the next import brings it again`() throws {
    try family.take(try Family.source(fixture), rows: 4)
    let state = try family.state()
    try family.log.undo(by: "Ada")
    #expect(try family.baby("Mina")?.isDeleted != false)
    try family.log.redo(by: "Ada")
    #expect(try family.state() == state)
    try family.log.undo(by: "Ada")
    #expect(try family.take(try Family.source(fixture)).counts.imported == 15)
  }

  // MARK: Others that tell the same

  @Test func `the app's CSV files of the same entries add nothing`() throws {
    try family.take(try Family.source(fixture))
    let texts = try BabyDashboardExporter.texts(of: family.log)
    let before = try family.state()
    let report = try family.take(
      try BabyDashboardFiles(
        feeds: SourceFile(bytes: Array(texts.feeds.utf8), name: "feeds.csv"),
        diapers: SourceFile(bytes: Array(texts.diapers.utf8), name: "diapers.csv")))
    #expect(report.counts.rows == 13)
    #expect(report.counts.unchanged == 13)
    #expect(try family.state() == before)
    #expect(try family.take(try Family.source(fixture)).counts.unchanged == 15)
  }

  @Test func `after the CSV files the store finds its babies by asking, and adds no entry`() throws
  {
    let other = try Family()
    try other.take(try Family.source(fixture))
    let texts = try BabyDashboardExporter.texts(of: other.log)
    try family.take(
      try BabyDashboardFiles(
        feeds: SourceFile(bytes: Array(texts.feeds.utf8), name: "feeds.csv"),
        diapers: SourceFile(bytes: Array(texts.diapers.utf8), name: "diapers.csv")))
    let source = try Family.source(fixture)
    let plan = try Import(source).plan(in: family.log)
    #expect(plan.questions.count == 1)
    let question = try #require(plan.questions.first)
    #expect(throws: InterchangeError.self) { try family.take(source) }
    let here = try #require(try family.baby("Mina")).id
    let report = try family.take(source, answers: [question.id: "\(here)"])
    #expect(try family.all(FeedSession.self).count == 9)
    #expect(try family.all(DiaperChange.self).count == 4)
    #expect(try family.all(BabyProfile.self).count == 2)
    // Noor has no entries, so the files did not know her.
    #expect(report.counts.imported == 1)
    #expect(try source.validation(in: family.log).isComplete)
    // The memo is new here; of the end the files had told something else.
    #expect(try family.all(FeedSession.self).contains { $0.memo == "first #morning" })
    let token = try family.token
    #expect(try family.take(source).counts.unchanged == 15)
    #expect(try family.token == token)
  }

  @Test func `a second store of the same family adds nothing but what is new in it`() throws {
    try family.take(try Family.source(fixture))
    // As when another device has fetched the family anew: other numbers, another identifier.
    let second = try FixtureStore(
      "SwiftDataEra",
      more: """
        UPDATE Z_METADATA SET Z_UUID = 'FFFFFFFF-0000-4000-8000-000000000001';
        UPDATE ZFEEDSESSION SET Z_PK = Z_PK + 100; UPDATE ZDIAPERCHANGE SET Z_PK = 100 - Z_PK;
        UPDATE ZFEEDSESSION SET ZPROFILE = 77 WHERE ZPROFILE = 1;
        UPDATE ZDIAPERCHANGE SET ZPROFILE = 77 WHERE ZPROFILE = 1;
        UPDATE ZBABYPROFILE SET Z_PK = 77 WHERE Z_PK = 1;
        INSERT INTO ZDIAPERCHANGE VALUES(9, 2, 1, 77, 784190000.5, 'poo');
        """)
    let report = try family.take(try Family.source(second))
    #expect(report.counts.imported == 1)
    #expect(report.counts.unchanged == 15)
    #expect(try family.all(FeedSession.self).count == 9)
    #expect(try family.all(BabyProfile.self).count == 2)
  }

  // MARK: Reports

  @Test func `the last amounts follow from the feeds, and what only the app kept is counted`()
    throws
  {
    let source = try Family.source(fixture)
    try family.take(source)
    let coverage = try source.validation(in: family.log).coverage
    #expect(coverage.babies == 2)
    #expect(coverage.filled == 1)
    #expect(coverage.keptOnly == 1)
    #expect(coverage.share == 0.5)
    let amount = try family.log.read { reader in
      try reader.view(LastEntries.self).lastAmount(of: Family.mina)
    }
    // Of the feed that began last of those with an amount.
    #expect(amount?.last.amount == Amount(0, unitText: "mL"))
  }

  @Test func `the validation names what differs`() throws {
    let source = try Family.source(fixture)
    try family.take(source)
    let ounces = try #require(try family.feed(784_158_000.125)).id
    let first = try #require(try family.feed(784_152_300.123456)).id.rawValue
    try family.log.append(author: "Bea") { draft in
      try draft.append(.deleted, to: ounces)
      try draft.edit(FeedSession.self, first, rules: .imports) { $0.baby = UUID() }
    }
    let validation = try source.validation(in: family.log)
    #expect(!validation.isComplete)
    #expect(validation.differing == ["FeedSession 1", "FeedSession 4"])
    #expect(validation.entities[1].entries == 8)
    #expect(validation.entities[1].linked == 6)
    #expect(try source.validation(in: Family().log).entities.map(\.entries) == [0, 0, 0])
  }

  @Test func `the record of an import is for people and for programs`() throws {
    try fixture.run("UPDATE ZFEEDSESSION SET ZSTARTTIME = 'soon' WHERE Z_PK = 2")
    let source = try Family.source(fixture)
    let report = try family.take(source)
    let log = StoreImportLog(
      source, start: Family.started, end: Family.started.addingTimeInterval(2.5), report: report,
      validation: try source.validation(in: family.log))
    #expect(log.duration == 2.5)
    #expect(
      log.errors == [
        "FeedSession 2: ZSTARTTIME holds “soon”, which is no time in seconds since 2001."
      ])
    let data = try JSONEncoder().encode(log)
    #expect(try JSONDecoder().decode(StoreImportLog.self, from: data) == log)
    let url = fixture.folder.appendingPathComponent("import.txt")
    try log.write(to: url.path)
    let text = try String(contentsOf: url, encoding: .utf8)
    for line in [
      "BabyDashboard, SwiftData era", "end 2026-01-13T12:26:42.500Z, 2.5 s",
      "FeedSession: 9 rows, 8 imported, 0 changed, 0 unchanged, 0 in conflict, 0 left out, "
        + "1 quarantined",
      "left out 0, quarantined 1", "warning unknownUnit: 1",
      "complete FeedSession: 9 rows, 0 repeated, 1 quarantined, 8 entries; 8 relations, 8 linked",
      "last amounts: 1 of 2 babies; 1 kept by the app alone",
    ] {
      #expect(text.contains(line + "\n"), "\(line)\n\(text)")
    }
    #expect(!log.validation!.isComplete)
  }
}
