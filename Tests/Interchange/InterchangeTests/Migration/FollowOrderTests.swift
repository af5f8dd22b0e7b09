import Daybook
import Foundation
import Testing

@testable import Interchange

/// Several follow at once, and rows come that are older than others.
struct FollowOrderTests {
  private let old = OldThings()
  private let store: EventStore
  private let migration: Migration

  init() throws {
    store = try .temporary(schema: things)
    migration = Migration(of: "things", from: old.store, to: store)
    old.change { rows in
      rows = (1...40).map { Self.row($0) }
    }
  }

  private static func row(_ number: Int) -> ThingSource.Row {
    .init(id: "\(number)", thing: Thing("thing \(number)", amount: number))
  }

  private func entity(_ id: String) throws -> Thing? {
    let id = SourceIdentity.uuid(provider: "things", instance: "", table: "numbered", id: id)
    return try store.read { try $0.entity(Thing.self, id) }
  }

  @Test func `what was read earlier never comes after what was read later`() async throws {
    try await migration.follow()
    // The other one waits, or has passed; the first one has written.
    let (isThere, isWritten) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    // One reads the old store when a row is changed and another one deleted,
    old.change { rows in
      rows[0].thing.note = "for a moment"
      rows.removeLast()
    }
    let (isRead, read) = AsyncStream<Void>.makeStream()
    old.whenRead {
      read.yield()
      _ = isThere.wait(timeout: .now() + 300)
    }
    let early = Task { [migration] in
      try await migration.follow()
      isWritten.signal()
    }
    _ = await isRead.first { _ in true }
    // and another one when both are as they were. Unless it waits for the first one, it has gone
    // through all rows, and found nothing to write, when that writes.
    old.change { rows in
      rows[0].thing.note = nil
      rows.append(Self.row(40))
    }
    var other = migration
    other.pausing = { isThere.signal() }
    try await other.follow { _, _ in
      isThere.signal()
      _ = isWritten.wait(timeout: .now() + 300)
      isWritten.signal()
    }
    try await early.value
    try await migration.follow()
    #expect(try entity("1")?.note == nil)
    #expect(try entity("40") != nil)
    try await migration.switchOver()
  }

  @Test func `who waits for another can be cancelled`() async throws {
    let isOver = DispatchSemaphore(value: 0)
    let (isRead, read) = AsyncStream<Void>.makeStream()
    old.whenRead {
      read.yield()
      _ = isOver.wait(timeout: .now() + 300)
    }
    let first = Task { [migration] in try await migration.follow() }
    _ = await isRead.first { _ in true }
    let (isWaiting, waiting) = AsyncStream<Void>.makeStream()
    var other = migration
    other.pausing = { waiting.yield() }
    let second = Task { [other] in try await other.follow() }
    _ = await isWaiting.first { _ in true }
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    isOver.signal()
    #expect(try await first.value?.counts.imported == 40)
  }

  @Test func `a shadowed row that is older than what was read is mended`() async throws {
    let late = Self.row(1)
    old.change { $0[0].thing.amount = 100 }
    try await migration.follow()
    var rows: [ImportRow] = []
    try ThingSource(rows: [late]).read(subjects: SubjectMap()) { item in
      if case .row(let row) = item { rows.append(row) }
    }
    try await migration.shadow(rows)
    #expect(try entity("1")?.amount == 1)
    try await migration.follow()
    #expect(try entity("1")?.amount == 100)
  }

  // MARK: Persons

  @Test func `no undo of persons takes the flag back`() async throws {
    try await migration.switchOver()
    #expect(throws: StoreError.self) { try store.undo(by: nil) }
    #expect(try migration.leader == .new)
    #expect(try entity("1") != nil)
    #expect(try store.history.transactions().all().allSatisfy { $0.author == "migration" })
  }

  @Test func `most rows may go when somebody has looked`() async throws {
    try await migration.follow()
    old.change { $0.removeLast(30) }
    await #expect(throws: InterchangeError.self) { try await migration.follow() }
    await #expect(throws: InterchangeError.self) { try await migration.switchOver(accepting: true) }
    var sure = migration
    sure.corrects = true
    #expect(try await sure.follow()?.removed == 30)
    try await migration.switchOver()
  }

  @Test func `a safe period without end is one`() async throws {
    try await migration.switchOver()
    for days in [1e300, .infinity] {
      await #expect(throws: InterchangeError.self) {
        try await migration.finish(safePeriod: days)
      }
    }
    #expect(try migration.state?.phase == .switched)
  }

  // MARK: Rows that are not taken

  @Test func `a second row of one identifier counts when it says something else`() async throws {
    old.change { $0.append(Self.row(1)) }
    try await migration.follow()
    #expect(try await migration.compare().lacksNothing)
    old.change { $0.append(.init(id: "2", thing: Thing("another"))) }
    let comparison = try await migration.compare()
    #expect(comparison.tables.map(\.rows) == [41])
    #expect(comparison.tables.map(\.differing) == [1])
    #expect(comparison.differences.map(\.position.line) == [42])
    await #expect(throws: InterchangeError.self) { try await migration.switchOver() }
    #expect(try migration.leader == .old)
  }

  @Test func `an entry stays whose row cannot be read`() async throws {
    try await migration.follow()
    old.change { rows in
      rows[0].isUnreadable = true
      rows.remove(at: 1)
    }
    let report = try #require(try await migration.follow())
    #expect(report.counts.quarantined == 1)
    #expect(report.vanished == 1)
    #expect(try entity("1") != nil)
    #expect(try entity("2") == nil)
    old.change { $0[0].isUnreadable = false }
    #expect(try await migration.follow()?.counts.unchanged == 39)
  }
}
