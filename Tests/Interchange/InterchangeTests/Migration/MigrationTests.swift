import Daybook
import DaybookTesting
import Foundation
import TemporaryFolders
import Testing

@testable import Interchange

struct MigrationTests {
  private let old = OldThings()
  private let clock = TestClock()
  private let store: EventStore
  private let migration: Migration

  init() throws {
    store = try .temporary(schema: things, options: clock.options)
    migration = Migration(of: "things", from: old.store, to: store, author: "migration")
    old.change { rows in
      rows = (1...40).map { Self.row($0) }
    }
  }

  private static func row(_ number: Int) -> ThingSource.Row {
    .init(id: "\(number)", thing: Thing("thing \(number)", amount: number))
  }

  private static func identity(_ id: String) -> UUID {
    SourceIdentity.uuid(provider: "things", instance: "", table: "numbered", id: id)
  }

  private func entity(_ id: String) throws -> Thing? {
    try store.read { try $0.entity(Thing.self, Self.identity(id)) }
  }

  /// Returns once there is such an entity.
  private func appearance<State: Entity>(of type: State.Type, _ id: UUID) async throws {
    for try await state in store.values(of: type, id) where state != nil { return }
  }

  private func edit(_ id: String, _ body: (inout Thing) -> Void) async throws {
    let own = try #require(try entity(id))
    var new = own
    body(&new)
    let event = try #require(Thing.amended(from: own, to: new))
    try await store.append(author: "Ada") { try $0.append(event, to: Self.identity(id)) }
  }

  private func code(_ body: () async throws -> Void) async -> String? {
    do { try await body() } catch { return (error as? InterchangeError)?.code.rawValue }
    return nil
  }

  // MARK: While the old store leads

  @Test func `following reads only what was written`() async throws {
    #expect(try migration.leader == .old)
    #expect(try migration.state == nil)
    let first = try #require(try await migration.follow())
    #expect(first.counts.imported == 40)
    #expect(try await migration.follow() == nil)
    #expect(old.reads == 1)
    old.change { rows in
      rows[0].thing.note = "new"
      rows.removeLast()
      rows.append(.init(id: "99", thing: Thing("late")))
    }
    let second = try #require(try await migration.follow())
    #expect(second.counts.imported == 1)
    #expect(second.counts.changed == 1)
    #expect(second.removed == 1)
    #expect(try entity("1")?.note == "new")
    #expect(try entity("40") == nil)
    #expect(try entity("99")?.name == "late")
    // A deleted row that comes back is there again.
    old.change { $0.append(.init(id: "40", thing: Thing("again"))) }
    try await migration.follow()
    #expect(try entity("40")?.name == "again")
    #expect(try await migration.compare().lacksNothing)
  }

  @Test func `the last row of a table goes too`() async throws {
    old.change { $0 = [.init(id: "1", thing: Thing("only"))] }
    try await migration.follow()
    old.change { $0 = [] }
    #expect(try await migration.follow()?.removed == 1)
    #expect(try entity("1") == nil)
  }

  @Test func `an old store that has lost most of its rows is not followed`() async throws {
    try await migration.follow()
    old.change { $0.removeLast(21) }
    #expect(await code { try await migration.follow() } == "rowsMissing")
    #expect(try entity("40") != nil)
  }

  @Test func `what persons wrote here stays when the row goes`() async throws {
    try await migration.follow()
    try await edit("3") { $0.note = "mine" }
    old.change { $0.remove(at: 2) }
    let report = try #require(try await migration.follow())
    #expect(report.vanished == 1)
    #expect(report.removed == 0)
    #expect(report.vanishedRows.map(\.key) == ["3"])
    #expect(try entity("3")?.note == "mine")
    #expect(try await migration.compare().onlyHere == ["test.thing": 1])
  }

  @Test func `shadowed rows are there at once and are not written twice`() async throws {
    try await migration.follow()
    let row = ThingSource.Row(id: "41", thing: Thing("shadow"))
    old.change { $0.append(row) }
    var rows: [ImportRow] = []
    try ThingSource(rows: [row]).read(subjects: SubjectMap()) { item in
      if case .row(let row) = item { rows.append(row) }
    }
    #expect(try await migration.shadow(rows).counts.imported == 1)
    #expect(try entity("41")?.name == "shadow")
    let report = try #require(try await migration.follow())
    #expect(report.counts.unchanged == 41)
    #expect(report.counts.imported + report.counts.changed == 0)
    rows[0].key = .natural("shadow")
    #expect(await code { _ = try await migration.shadow(rows) } == "withoutIdentifier")
  }

  @Test func `following goes on until it is cancelled or this store leads`() async throws {
    let task = Task { [migration] in
      var counts: [Int] = []
      try await migration.follow(every: .milliseconds(5)) { counts.append($0.counts.rows) }
      return counts
    }
    try await appearance(of: MigrationState.self, migration.id)
    old.change { $0.append(.init(id: "50", thing: Thing("fifty"))) }
    try await appearance(of: Thing.self, Self.identity("50"))
    try await migration.switchOver()
    let counts = try await task.value
    #expect(counts.first == 40)
    #expect(counts.last == 41)
  }

  // MARK: Switching

  @Test func `the flag is in the commit of the last entries`() async throws {
    try await migration.follow()
    // Nothing that is on the way between the comparison and the flag is lost: the import that
    // writes the flag brings it.
    old.change { $0.append(Self.row(41)) }
    try await migration.switchOver()
    #expect(try entity("41") != nil)
    #expect(try migration.leader == .new)
    #expect(try migration.state?.phase == .switched)
    #expect(await code { try await migration.follow() } == "switched")
    #expect(await code { try await migration.switchOver() } == "switched")
    #expect(await code { _ = try await migration.shadow([]) } == "switched")
  }

  @Test func `an old store that is written meanwhile keeps the lead`() async throws {
    try await migration.follow()
    // The comparison reads first, then the last import.
    old.whenRead { [old] in old.change { $0[0].thing.note = "late" } }
    let failure = await code { try await migration.switchOver() }
    #expect(failure == "sourceChanged")
    #expect(try migration.leader == .old)
    try await migration.switchOver()
    #expect(try entity("1")?.note == "late")
    #expect(try migration.leader == .new)
  }

  @Test func `a store that lacks something does not lead unless that is accepted`() async throws {
    try await migration.follow()
    try await edit("7") { $0.amount = 700 }
    let comparison = try await migration.compare()
    #expect(!comparison.lacksNothing)
    #expect(comparison.tables.map(\.differing) == [1])
    #expect(comparison.tables.map(\.equal) == [39])
    #expect(comparison.differences.map(\.properties) == [["amount"]])
    #expect(await code { try await migration.switchOver() } == "differs")
    #expect(try migration.leader == .old)
    try await migration.switchOver(accepting: true)
    #expect(try migration.leader == .new)
  }

  @Test func `backing out gives the lead back and says what was written since`() async throws {
    #expect(await code { try await migration.backOut() } == "notSwitched")
    try await migration.switchOver()
    try await edit("2") { $0.note = "after" }
    try await edit("3") { $0.note = "after" }
    let back = try await migration.backOut()
    #expect(back.transactions == 2)
    let since = store.history.transactions(after: back.since)
    #expect(back.since != nil)
    #expect(try since.all().prefix(2).map(\.author) == ["Ada", "Ada"])
    #expect(try migration.leader == .old)
    // It follows again, from the beginning, and a person's edit stays.
    old.change { $0[3].thing.note = "old" }
    let report = try #require(try await migration.follow())
    #expect(report.counts.changed == 1)
    #expect(try entity("2")?.note == "after")
    #expect(try migration.state?.phase == .backedOut)
    try await migration.switchOver(accepting: true)
    #expect(try migration.leader == .new)
  }

  @Test func `a purged log can be backed out of`() async throws {
    try await migration.switchOver()
    try await edit("2") { $0.note = "after" }
    try await store.purge(before: store.read { try $0.token() })
    let back = try await migration.backOut()
    #expect(back.since == nil)
    #expect(try migration.leader == .old)
  }

  @Test func `the way back ends after the safe period`() async throws {
    #expect(await code { try await migration.finish() } == "notSwitched")
    try await migration.switchOver()
    #expect(await code { try await migration.finish() } == "tooEarly")
    clock.advance(by: 30 * 86_400)
    try await migration.finish()
    #expect(try migration.leader == .new)
    #expect(await code { try await migration.backOut() } == "finished")
    #expect(await code { try await migration.finish() } == "finished")
  }

  // MARK: Rehearsing

  @Test func `a rehearsal writes nothing and tells numbers alone`() async throws {
    old.change { $0.append(.init(id: "1", thing: Thing("double", note: "secret"))) }
    let rehearsal = await Migration.rehearse(
      of: "things", from: old.store, schema: things)
    #expect(rehearsal.failure == nil)
    // What the second row of one identifier says would be nowhere.
    #expect(!rehearsal.lacksNothing)
    #expect(rehearsal.isRepeatable)
    #expect(rehearsal.tables.map(\.counts.imported) == [40])
    #expect(rehearsal.comparison.map(\.equal) == [40])
    let text = String(decoding: try JSONEncoder().encode(rehearsal), as: UTF8.self)
    #expect(!text.contains("thing 1"))
    #expect(!text.contains("secret"))
    #expect(try migration.state == nil)
    let failed = await Migration.rehearse(
      of: "others", from: old.store, schema: things)
    #expect(failed.failure == "otherInstance")
  }

  // MARK: Positions

  @Test func `files tell that they were written`() throws {
    let folder = try TemporaryFolder()
    let files = ["a.sqlite", "a.sqlite-wal"].map { URL(fileURLWithPath: "\(folder.path)/\($0)") }
    let old = OldStore(files: files.map(\.path)) { WholeThings(rows: ThingSource(rows: [])) }
    let none = try old.position()
    try Data("one".utf8).write(to: files[0])
    let one = try old.position()
    try Data("log".utf8).write(to: files[1])
    let two = try old.position()
    #expect(Set([none, one, two]).count == 3)
    #expect(try old.position() == two)
  }
}
