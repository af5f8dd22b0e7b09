import Daybook
import Foundation
import Interchange
import Nursery
import NurseryCoreData
import Testing

/// The way over from a store that its app goes on writing, and back.
struct OldStoreTests {
  private let fixture: FixtureStore
  private let family: Family
  private let move: Migration

  init() throws {
    fixture = try FixtureStore("SwiftDataEra")
    family = try Family()
    move = try migration(from: fixture.url.path, into: family.log, started: Family.started)
  }

  @Test func `BD-14: the old store stays byte for byte, over and back`() async throws {
    let before = try fixture.files()
    let rehearsal = await Migration.rehearse(
      of: move.provider, instance: move.instance, from: move.old,
      schema: try .nursery(boundary: DayBoundary(zone: "UTC")).importing())
    #expect(rehearsal.failure == nil)
    #expect(rehearsal.lacksNothing && rehearsal.isRepeatable)
    try await move.follow()
    let comparison = try await move.switchOver()
    #expect(comparison.lacksNothing)
    #expect(comparison.tables.map(\.rows).reduce(0, +) == 15)
    try await move.backOut()
    #expect(try move.leader == .old)
    #expect(try fixture.files() == before)
  }

  @Test func `what the app writes, changes and deletes is followed`() async throws {
    try await move.follow()
    #expect(try await move.follow() == nil)
    try fixture.run(
      """
      UPDATE ZFEEDSESSION SET ZMEMOTEXT = 'changed' WHERE Z_PK = 1;
      DELETE FROM ZDIAPERCHANGE WHERE Z_PK = 1;
      INSERT INTO ZFEEDSESSION (Z_PK, Z_ENT, Z_OPT, ZPROFILE, ZSTARTTIME)
        VALUES (900, 3, 1, 1, 784250000.0);
      """)
    let report = try #require(try await move.follow())
    #expect(report.counts.imported == 1)
    #expect(report.counts.changed == 1)
    #expect(report.removed == 1)
    #expect(try family.all(DiaperChange.self).count == 3)
    #expect(try family.feed(784_250_000) != nil)
    #expect(try await move.compare().lacksNothing)
  }

  @Test func `an app that still writes keeps the lead`() async throws {
    try await move.follow()
    let (url, fixture) = (fixture.url, fixture)
    let writing = Migration(
      of: move.provider, instance: move.instance,
      from: OldStore(position: move.old.position) {
        let source = try BabyDashboardStore(url.path, started: Family.started)
        try fixture.run("UPDATE ZFEEDSESSION SET ZMEMOTEXT = 'late' WHERE Z_PK = 2")
        return source
      }, to: family.log)
    let error = await #expect(throws: InterchangeError.self) { try await writing.switchOver() }
    #expect(error?.code == .sourceChanged)
    #expect(try move.leader == .old)
    try await move.switchOver()
    #expect(try move.leader == .new)
  }
}
