import Daybook
import Foundation
import Interchange
import TemporaryFolders
import Testing

private typealias VisitsFile = Visits.VisitsFile

/// The snippets on the way from an old store to this one.
private struct Places {
  let file: String
  let schema: Schema
  let store: EventStore
  let migration: Migration
  var shown: [String] = []

  init(file: String, store: EventStore, schema: Schema) {
    (self.file, self.store, self.schema) = (file, store, schema)
    // snippet: migration-old
    let old = OldStore(files: [file]) { try VisitsFile(SourceFile(file)) }
    let migration = Migration(of: "visits", from: old, to: store)
    // end
    self.migration = migration
  }

  func rehearse() async throws -> Rehearsal {
    let old = migration.old
    // snippet: migration-rehearse
    let rehearsal = await Migration.rehearse(of: "visits", from: old, schema: schema)
    let telemetry = try JSONEncoder().encode(rehearsal)  // numbers alone
    // end
    #expect(telemetry.count > 100)
    return rehearsal
  }

  mutating func launch() async throws {
    // snippet: migration-launch
    switch try migration.leader {
    case .old:
      try await migration.follow()
      showOldStore()
    case .new:
      showNewStore()
    }
    // end
  }

  private mutating func showOldStore() { shown.append("old") }
  private mutating func showNewStore() { shown.append("new") }

  func compare() async throws -> MigrationComparison {
    // snippet: migration-compare
    let comparison = try await migration.compare()
    for table in comparison.tables {
      print(table.name, table.equal, "equal,", table.differing, "differ,", table.missing, "missing")
    }
    for difference in comparison.differences {
      print(difference.position.line, difference.kind, difference.properties)
    }
    // end
    return comparison
  }

  func switchOver() async throws {
    // snippet: migration-switch
    try await migration.switchOver()
    // end
  }

  func backOut() async throws -> [History.Transaction] {
    // snippet: migration-back
    let back = try await migration.backOut()
    let written = try store.history.transactions(after: back.since).all()
    // end
    return written
  }

  func finish() async throws {
    // snippet: migration-finish
    try await migration.finish()
    // end
  }
}

struct MigrationSnippetRuns {
  @Test func `an app goes over and back`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("visits.csv")
    let rows = "id,place,day,rating\n1,Pier 3,2026-01-01,4\n2,Museum,2026-01-02,\n"
    try Data(rows.utf8).write(to: file)
    let schema = Schema().entity(Visits.Visit.self).importing()
    let store = try EventStore.temporary(schema: schema)
    var places = Places(file: file.path, store: store, schema: schema)
    #expect(try await places.rehearse().lacksNothing)
    try await places.launch()
    #expect(try await places.compare().tables.map(\.equal) == [2])
    try await places.switchOver()
    try await places.launch()
    try await store.append(author: "Ada") { draft in
      try draft.append(.recorded(Visits.Visit()), to: Visits.Visit.self, UUID())
    }
    #expect(try await places.backOut().first?.author == "Ada")
    try await places.launch()
    #expect(places.shown == ["old", "new", "old"])
    await #expect(throws: InterchangeError.self) { try await places.finish() }
    #expect(try Data(contentsOf: file) == Data(rows.utf8))
  }
}
