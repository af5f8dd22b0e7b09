import Daybook
import DaybookTesting
import Foundation
import TemporaryFolders
import Testing

@testable import Interchange

/// What is restored, to which point, and what is told of backups that are missing or damaged.
extension BackupTests {
  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `every transaction can be restored to`(seed: UInt64) throws {
    let fixture = try BackupFixture(6, seed: seed)
    try fixture.run()
    for step in 0..<4 {
      try fixture.household.live(3)
      // A full backup without an increment before it leaves a gap, which its own log fills.
      if step == 2 { _ = try fixture.backup.addForTests(fixture.store, fixture.clock.now) }
      try fixture.run(full: step == 1)
    }
    let lines = try fixture.store.logLines()
    #expect(lines.count == 18)
    for number in 0...18 as ClosedRange<UInt64> {
      let name = "restored \(number)"
      let restored = try fixture.restore(.transaction(number), into: name)
      let store = try fixture.open(name)
      #expect(restored.transaction == number)
      #expect(try store.logLines() == Array(lines.prefix(Int(number))))
      let place = History.Token("\(fixture.store.id.uuidString):\(number)")
      let then = try fixture.store.read(asOf: #require(place)) {
        try $0.digest(of: ThingsByName.self)
      }
      #expect(try store.digest() == "\(then)", "\(number)")
      #expect(try restored.views == [ThingsByName.name: store.digest()])
    }
    let error = #expect(throws: InterchangeError.self) {
      try fixture.restore(.transaction(19), into: "later")
    }
    #expect(error?.code == .noBackup)
  }

  @Test func `a restored store writes on as another replica and under another identity`() throws {
    let fixture = try BackupFixture(space: UUID())
    try fixture.run()
    try fixture.household.live(5)
    try fixture.run()
    let token = try fixture.store.read { try $0.token() }
    let restored = try fixture.restore()
    let store = try fixture.open()
    #expect(store.id == restored.store && store.id != fixture.store.id)
    #expect(store.space == fixture.store.space)
    let error = #expect(throws: StoreError.self) {
      try store.read { try $0.transactions(after: token) }
    }
    #expect(error?.code == .foreignToken)
    try store.append { try $0.append(ThingEvent.recorded(Thing("new")), to: UUID()) }
    try fixture.household.live(3)
    // Both wrote on, and neither takes the other's transactions for its own.
    let place = fixture.folder.url.appendingPathComponent("log.ndjson")
    try LogFile.write(store, to: place.path).absorb(into: fixture.store)
    try LogFile.write(fixture.store, to: place.path).absorb(into: store)
    #expect(try store.digest() == fixture.store.digest() && store.head == 29)
    #expect(try store.verify().ok)
  }

  @Test func `a bound store stays bound, also when it is filled from the beginning`() throws {
    for (space, name) in [(UUID(), "bound"), (nil, "unbound")] as [(UUID?, String)] {
      let fixture = try BackupFixture(4, space: space)
      try fixture.run()
      for point in [RestorePoint.newest, .transaction(2)] {
        let path = "\(name) \(point)"
        _ = try fixture.restore(point, into: path)
        #expect(try StoreCopy(at: fixture.folder.path(path)).boundSpace == space)
        #expect(try fixture.open(path).space == fixture.store.space)
      }
    }
  }

  /// Restores to times so many minutes after one, and expects the transaction that the store itself
  /// finds there; before the first there is no backup.
  private func expectRestores(
    _ minutes: [Double], after start: Date, _ fixture: BackupFixture
  ) throws {
    for (index, minutes) in minutes.enumerated() {
      let time = start + minutes * 60
      let expected = try fixture.store.read { try $0.token(at: time).number }
      if expected == 0 {
        let error = #expect(throws: InterchangeError.self) { try fixture.restore(.time(time)) }
        #expect(error?.code == .noBackup)
        continue
      }
      let restored = try fixture.restore(.time(time), into: "at \(index)")
      #expect(restored.transaction == expected, "after \(minutes) minutes")
      #expect(!restored.isOutOfOrder)
    }
  }

  @Test func `a time is restored to as the store itself finds it`() throws {
    let fixture = try BackupFixture(5)
    let start = fixture.clock.now
    try fixture.run()
    try fixture.household.live(5)
    try fixture.run()
    try fixture.household.live(5)
    try fixture.run(full: true)
    try fixture.household.live(5)
    try fixture.run()
    try expectRestores([-6, -4, -1, 0, 2.5, 5, 7.5, 10, 12.5, 60], after: start, fixture)
  }

  @Test(arguments: [-365.0, 365.0])
  func `a backup that was made by a wrong clock leads to the same transactions`(
    days: Double
  ) throws {
    let fixture = try BackupFixture(5)
    let start = fixture.clock.now
    for isFull in [true, false] {
      _ = try fixture.backup.run(
        fixture.store, full: isFull, now: fixture.clock.now + days * 86_400)
      try fixture.household.live(5)
      _ = try fixture.backup.run(fixture.store, now: fixture.clock.now)
      try fixture.household.live(5)
    }
    _ = try fixture.backup.run(fixture.store, now: fixture.clock.now)
    try expectRestores([-6, -1, 0, 2.5, 5, 7.5, 12.5, 60], after: start, fixture)
  }

  @Test func `a restore to a time says that a clock was wrong around it`() throws {
    let fixture = try BackupFixture(5)
    try fixture.run()
    let year: TimeInterval = 365 * 86_400
    fixture.clock.advance(by: year)
    try fixture.household.live(1)
    fixture.clock.advance(by: -year)
    try fixture.household.live(5)
    let now = fixture.clock.now
    try fixture.run()
    try fixture.household.live(1)
    let token = try fixture.store.read { try $0.token(at: now) }
    let restored = try fixture.restore(.time(now))
    #expect(restored.transaction == token.number && restored.isOutOfOrder)
    #expect(try !fixture.restore(into: "all").isOutOfOrder)
  }

  @Test func `backups of a restored store lie beside those of the old one`() throws {
    let fixture = try BackupFixture()
    try fixture.run()
    let old = BackupName.short(fixture.store.id)
    _ = try fixture.restore()
    let store = try fixture.open()
    try store.append { try $0.append(ThingEvent.recorded(Thing("new")), to: UUID()) }
    fixture.clock.advance(by: 60)
    let report = try fixture.backup.run(store, now: fixture.clock.now)
    #expect(report.made.map(\.isFull) == [true] && report.transaction == 21)
    let again = try fixture.restore(into: "again")
    #expect(again.transaction == 21)
    #expect(again.origin == BackupName.short(store.id) && again.others == [old])
    #expect(try again.written == store.read { try $0.transaction(21)?.wallTime })
    // A policy is one for each store.
    fixture.clock.advance(by: 1)
    let policy = try RetentionPolicy("1d")
    let kept = try fixture.backup.run(store, keep: policy, zone: .gmt, now: fixture.clock.now)
    #expect(kept.removed == [])
    #expect(try fixture.restore(into: "old", store: old).transaction == 20)
    #expect(try fixture.restore(into: "short", store: String(old.prefix(6))).transaction == 20)
    let error = #expect(throws: InterchangeError.self) {
      try fixture.restore(into: "none", store: "FFFFFFFF")
    }
    #expect(error?.code == .noBackup)
  }

  @Test func `of two stores whose identities begin alike, the rest tells which is meant`() throws {
    let fixture = try BackupFixture(1)
    var ids: [UUID] = []
    for count in 1...2 {
      var options = fixture.clock.plainOptions()
      options.makeID = {
        UUID(uuidString: "AAAAAAAA-\(count)000\(UUID().uuidString.dropFirst(13))") ?? UUID()
      }
      let store = try EventStore.open(
        at: fixture.folder.path("like\(count)"), schema: ThingsByName.schema, options: options)
      for _ in 0..<count {
        try store.append { try $0.append(ThingEvent.recorded(Thing("new")), to: UUID()) }
        fixture.clock.advance(by: 60)
        try fixture.backup.run(store, now: fixture.clock.now)
      }
      ids.append(store.id)
    }
    for (count, id) in zip(1..., ids) {
      for (form, digits) in [
        id.uuidString, id.uuidString.filter { $0 != "-" }.lowercased(),
        String(id.uuidString.prefix(10)),
      ].enumerated() {
        let restored = try fixture.restore(into: "restored\(count)-\(form)", store: digits)
        #expect(restored.transaction == UInt64(count))
      }
      #expect(
        try fixture.backup.parameters(ofProjection: ThingsByName.name, store: id.uuidString) != nil)
    }
    for digits in ["AAAAAAAA", "AAAA", nil] {
      let error = #expect(throws: InterchangeError.self) {
        try fixture.restore(into: "none", store: digits)
      }
      #expect(error?.message.contains(ids[0].uuidString) == true, "\(error?.message ?? "")")
      #expect(error?.message.hasSuffix("give more digits.") == true)
    }
    #expect(throws: InterchangeError.self) {
      try fixture.restore(into: "none", store: "AAAAAAAA-9")
    }
  }

  @Test func `an increment that is missing is told, with what can be restored, and comes again`()
    throws
  {
    let fixture = try BackupFixture(4)
    try fixture.run()
    var names: [String] = []
    for _ in 0..<3 {
      try fixture.household.live(1)
      names += try fixture.run().made.map(\.name)
    }
    try FileManager.default.removeItem(atPath: "\(fixture.backup.folder)/\(names[1])")
    let problems = try fixture.backup.list().compactMap(\.problem)
    #expect(problems.count == 1)
    #expect(problems[0].contains("the transactions from 6 to 6 before it are in no backup"))
    let error = #expect(throws: InterchangeError.self) { try fixture.restore() }
    #expect(
      error?.message.hasSuffix(
        "leads to transaction 7: those from 6 to 6 are missing; the last one that can be restored is 5."
      ) == true, "\(error?.message ?? "")")
    #expect(try fixture.restore(.transaction(5), into: "five").transaction == 5)
    try fixture.household.live(1)
    try fixture.run()
    #expect(try fixture.backup.list(checksAll: true).allSatisfy { $0.problem == nil })
    #expect(try fixture.restore().transaction == 8)
  }

  @Test func `a damaged backup names what can be restored nevertheless`() throws {
    let fixture = try BackupFixture(20)
    let full = try fixture.run().made[0].name
    try fixture.household.live(1)
    let log = try fixture.run().made[0].name
    for (file, way) in [
      (log, "Transaction 20 and those before it can be restored. Make a full backup"),
      ("\(full)/data.mdb", "the manifest says. Make a full backup of the store anew"),
    ] {
      let url = URL(fileURLWithPath: "\(fixture.backup.folder)/\(file)")
      var bytes = try Data(contentsOf: url)
      bytes[bytes.count / 2] ^= 1
      try bytes.write(to: url)
      let error = #expect(throws: InterchangeError.self) { try fixture.restore() }
      #expect(error?.message.contains(way) == true, "\(error?.message ?? "")")
    }
  }

  @Test func `a schema that changed since is built while restoring`() throws {
    let fixture = try BackupFixture()
    try fixture.run()
    let schema = Schema().entity(Thing.self).projection(ThingsByName(parameters: "other"))
    let restored = try fixture.backup.restore(
      into: fixture.folder.path("restored"), schema: schema, options: fixture.clock.plainOptions())
    #expect(restored.transaction == 20)
    let bare = try fixture.backup.restore(
      into: fixture.folder.path("bare"), schema: Schema(), options: fixture.clock.plainOptions())
    #expect(bare.transaction == 20)
  }

  @Test func `the asynchronous calls do the same`() async throws {
    let folder = try TemporaryFolder(inMemory: true)
    let store = try await Task.detached {
      var household = try Household(at: folder.path("store"))
      try household.live(20)
      return household.store
    }.value
    let backup = Backup(folder.path("backups"))
    let report = try await backup.run(store, keep: RetentionPolicy("1d"))
    #expect(report.made.count == 1)
    let restored = try await backup.restore(
      into: folder.path("restored"), schema: ThingsByName.schema)
    #expect(restored.transaction == 20)
  }
}

extension Backup {
  /// Writes a full backup and no increment.
  fileprivate func addForTests(_ store: EventStore, _ now: Date) throws -> BackupName {
    var added = Added()
    try addFull(store, now, to: &added)
    return try #require(added.made.first)
  }
}
