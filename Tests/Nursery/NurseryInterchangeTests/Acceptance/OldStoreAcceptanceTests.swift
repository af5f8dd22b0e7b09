import Daybook
import Foundation
import Interchange
import Nursery
import NurseryInterchange
import TemporaryFolders
import Testing

/// The way over from an old store and back.
struct OldStoreAcceptanceTests {
  private let folder: TemporaryFolder
  private let store: EventStore

  init() throws {
    folder = try TemporaryFolder()
    store = try .family()
    try write(feeds: 0..<30, note: "")
  }

  private func write(feeds: Range<Int>, note: String) throws {
    let feeds = feeds.map { "Mina,2025-11-06T10:\(10 + $0):00.000Z,\(60 + $0).0,mL,\(note)" }
    _ = try folder.file(
      "feeds.csv",
      (["babyName,timestamp,amountValue,amountUnit,feedType"] + feeds).joined(separator: "\n"))
    _ = try folder.file(
      "diapers.csv",
      "babyName,timestamp,diaperType\nMina,2025-11-06T09:00:00.000Z,pee\n"
        + "Noor,2025-11-06T09:30:00.000Z,poo")
  }

  private var migration: Migration {
    let files = ["feeds.csv", "diapers.csv"].map { folder.url.appendingPathComponent($0) }
    return Migration(
      of: BabyDashboardFiles.provider,
      from: OldStore(files: files.map(\.path)) {
        try BabyDashboardFiles(feeds: SourceFile(files[0].path), diapers: SourceFile(files[1].path))
      }, to: store)
  }

  /// Every file of the old store with its bytes.
  private func bytes() throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try Dictionary(
      uniqueKeysWithValues: names.map {
        ($0, try Data(contentsOf: folder.url.appendingPathComponent($0)))
      })
  }

  private func feeds() throws -> Int {
    try store.read { try $0.entities(of: FeedSession.self).count }
  }

  @Test func `BD-14: turning the library off leaves the old store byte for byte`() async throws {
    let before = try bytes()
    let rehearsal = await Migration.rehearse(
      of: BabyDashboardFiles.provider, from: migration.old,
      schema: try .nursery(boundary: DayBoundary(zone: "UTC")).importing())
    #expect(rehearsal.failure == nil && rehearsal.lacksNothing && rehearsal.isRepeatable)
    try await migration.follow()
    #expect(try await migration.compare().lacksNothing)
    try await migration.switchOver()
    let feed = try #require(try store.read { try $0.entities(of: FeedSession.self).first })
    try await store.append(author: "Ben") { try $0.append(.deleted, to: feed.id) }
    #expect(try await migration.backOut().transactions == 1)
    #expect(try bytes() == before)
    #expect(try migration.leader == .old)
  }

  @Test func `the old store is followed until it is left`() async throws {
    try await migration.follow()
    #expect(try feeds() == 30)
    try write(feeds: 2..<33, note: "solid")
    let report = try #require(try await migration.follow())
    #expect(report.counts.imported == 3)
    #expect(report.counts.changed == 28)
    #expect(report.removed == 2)
    #expect(try feeds() == 31)
    // A baby of whom the files say nothing any more is still a baby.
    _ = try folder.file(
      "diapers.csv", "babyName,timestamp,diaperType\nMina,2025-11-06T09:00:00.000Z,pee")
    let last = try #require(try await migration.follow())
    #expect(last.removed == 1, "\(last)")
    #expect(try Set(store.babies().keys) == ["Mina", "Noor"])
    let comparison = try await migration.switchOver()
    #expect(comparison.lacksNothing)
    let rows = comparison.tables.map(\.rows)
    #expect(rows.reduce(0, +) == 33, "feeds, a diaper and the baby of both")
  }
}
