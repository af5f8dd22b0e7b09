import Daybook
import DaybookTesting
import Synchronization
import TemporaryFolders
import Testing

@testable import Interchange

/// Backups and what is restored from them.
struct BackupTests {
  // MARK: Backups

  @Test func `a full backup, then increments, then nothing when nothing was written`() throws {
    let fixture = try BackupFixture()
    let first = try fixture.run()
    #expect(first.made.map(\.isFull) == [true] && first.transaction == 20)
    try fixture.household.live(5)
    let second = try fixture.run()
    #expect(second.made.map(\.isFull) == [false] && second.transaction == 25)
    #expect(second.made.first?.after == 20)
    let third = try fixture.run()
    #expect(third.made.isEmpty && third.transaction == 25)
    let list = try fixture.backup.list(checksAll: true)
    #expect(list.map(\.name) == (first.made + second.made).map(\.name))
    #expect(list.allSatisfy { $0.problem == nil && $0.size > 0 })
    #expect(try fixture.run(full: true).made.map(\.isFull) == [true])
  }

  @Test func `increments that have grown too large end their chain`() throws {
    let fixture = try BackupFixture(1)
    try fixture.run()
    var made: [Backup.Point] = []
    for _ in 0..<40 where made.count < 2 {
      try fixture.household.live(40)
      made = try fixture.run().made
    }
    #expect(made.map(\.isFull) == [false, true])
    #expect(made.first?.transaction == made.last?.transaction)
    try fixture.household.live(2)
    #expect(try fixture.run().made.map(\.isFull) == [false])
  }

  @Test func `a purge beyond the newest backup makes a full one`() throws {
    let fixture = try BackupFixture()
    try fixture.run()
    try fixture.household.live(5)
    try fixture.store.purge(before: fixture.store.read { try $0.token() }, forced: true)
    try fixture.household.live(1)
    let report = try fixture.run()
    #expect(report.made.map(\.isFull) == [true] && report.transaction == 26)
    let restored = try fixture.restore()
    #expect(restored.transaction == 26)
    #expect(try fixture.open().digest() == fixture.store.digest())
    let error = #expect(throws: InterchangeError.self) {
      try fixture.restore(.transaction(23), into: "earlier")
    }
    #expect(error?.code == .historyPurged)
  }

  @Test func `appends that are not flushed yet are in the backup`() throws {
    let fixture = try BackupFixture()
    for number in 0..<10 {
      try fixture.store.append(durability: .bulk) {
        try $0.append(ThingEvent.recorded(Thing("bulk \(number)")), to: UUID())
      }
    }
    #expect(try fixture.run().transaction == 30)
  }

  @Test func `a file that was put back by hand is not backed up beside what it was`() throws {
    let fixture = try BackupFixture(5)
    let old = fixture.folder.path("old")
    _ = try fixture.store.copy(to: old)
    try fixture.household.live(5)
    try fixture.run()
    for increments in 0..<2 {
      let back = try EventStore.open(
        at: old, schema: ThingsByName.schema, options: fixture.clock.plainOptions())
      // With fewer transactions, as many, and more.
      while try back.head < fixture.store.head + 2 {
        let error = #expect(throws: InterchangeError.self) { try fixture.backup.run(back) }
        #expect(error?.code == .otherInstance, "\(increments) increments")
        try back.append { try $0.append(ThingEvent.recorded(Thing("other")), to: UUID()) }
      }
      #expect(throws: InterchangeError.self) { try fixture.backup.run(back) }
      try back.close()
      try fixture.household.live(5)
      #expect(try fixture.run().made.map(\.isFull) == [false])
    }
  }

  @Test func `a consumer goes on in a restored store where it was`() async throws {
    let folder = try TemporaryFolder(inMemory: true)
    let store = try await Task.detached {
      var household = try Household(at: folder.path("store"))
      try household.live(5)
      return household.store
    }.value
    try await store.history.consumer("reader").process { _, _ in }
    let backup = Backup(folder.path("backups"))
    _ = try await backup.run(store)
    try await store.append { try $0.append(ThingEvent.recorded(Thing("since")), to: UUID()) }
    _ = try await backup.run(store)
    let path = folder.path("restored")
    _ = try await backup.restore(into: path, schema: ThingsByName.schema)
    let restored = try EventStore.open(at: path, schema: ThingsByName.schema)
    let seen = Mutex<[UInt64]>([])
    try await restored.history.consumer("reader").process { transaction, _ in
      seen.withLock { $0.append(transaction.number) }
    }
    #expect(seen.withLock { $0 } == [6])
  }

  // MARK: Keeping

  @Test func `a chain goes as a whole, the newest never`() throws {
    let fixture = try BackupFixture(4)
    var names: [[String]] = []
    for _ in 0..<4 {
      var chain = try fixture.run(full: true).made.filter(\.isFull).map(\.name)
      for _ in 0..<2 {
        fixture.clock.advance(by: 3600)
        try fixture.household.live(1)
        chain += try fixture.run().made.map(\.name)
      }
      names.append(chain)
      fixture.clock.advance(by: 86_400)
    }
    let report = try fixture.run(keep: "2d")
    #expect(Set(report.removed) == Set(names[..<2].joined()))
    let left = try fixture.backup.list(checksAll: true)
    #expect(
      left.map(\.name) == names[2...].flatMap(\.self) && left.allSatisfy { $0.problem == nil })
    #expect(try fixture.restore().transaction == fixture.store.head)
    fixture.clock.advance(by: 1e8)
    #expect(try fixture.run(keep: "1d").removed.count == names[2].count)
  }
}
