import Daybook
import DaybookTesting
import Foundation
import StoreFixtures
import TemporaryFolders
import TestRun
import Testing

@testable import Interchange

/// What a store that is damaged makes of its backups: none that counts, unless it can be restored.
@Suite(.tags(.crash)) struct BackupDamageTests {
  private let fixture: BackupFixture

  init() throws { fixture = try BackupFixture() }

  /// The store, opened anew after `body` has changed its file.
  private func reopened(_ body: (_ path: String) throws -> Void) throws -> EventStore {
    try fixture.store.close()
    try body(fixture.folder.path("store"))
    return try fixture.open("store")
  }

  @discardableResult
  private func run(
    _ store: EventStore, full: Bool = false, days: Double = 1, keep: String = "1d"
  ) throws -> Backup.Report {
    fixture.clock.advance(by: days * 86_400)
    return try fixture.backup.run(
      store, full: full, keep: RetentionPolicy(keep), zone: .gmt, now: fixture.clock.now)
  }

  @Test(arguments: ["events", "transactions", "entities", "dots", "summaries"])
  func `a store with a damaged row makes no full backup, and the last good one stays`(
    table: String
  ) throws {
    try fixture.run()
    let names = try fixture.backup.list().map(\.name)
    let place = table == "transactions" ? 1 : 0
    let store = try reopened { try #require(StoreFixtures.damage(table, place, at: $0) != nil) }
    for _ in 0..<3 {
      let error = #expect(throws: StoreError.self) { try run(store, full: true) }
      #expect(error?.code == .damaged)
      #expect(error?.message.contains("no backup was made") == true, "\(error?.message ?? "")")
      #expect(error?.message.contains("doctor --rebuild-into NEWDIR") == true)
    }
    #expect(try fixture.backup.list().map(\.name) == names)
    #expect(try fixture.restore().transaction == 20)
  }

  @Test func `a log that was changed with its checksums makes no full backup`() throws {
    try fixture.store.close()
    let path = fixture.folder.path("store")
    let place = try (1...20).first {
      try StoreFixtures.change("events", $0, at: path, "n", to: "m")
    }
    try #require(place != nil)
    // A schema would find that entities are not what their events fold to.
    let store = try EventStore.open(
      at: path, schema: Schema(), options: fixture.clock.plainOptions())
    let error = #expect(throws: StoreError.self) { try run(store) }
    #expect(error?.message.contains("was changed after it was written") == true)
    #expect(try fixture.backup.list().isEmpty)
  }

  @Test func `a changed name makes no full backup, and an increment tells it`() throws {
    try fixture.run()
    try fixture.household.live(3)
    let store = try reopened { path in
      let place = try (1...9).first {
        try StoreFixtures.change("names", $0, at: path, "edit", to: "idle")
      }
      try #require(place != nil)
    }
    #expect(try run(store).finding?.contains("names was changed") == true)
    let error = #expect(throws: StoreError.self) { try run(store, full: true) }
    #expect(error?.message.contains("names was changed") == true, "\(error?.message ?? "")")
  }

  @Test(arguments: ["events", "transactions"])
  func `an increment has nothing that is damaged, and tells what is before it`(table: String) throws
  {
    try fixture.run()
    let store = try reopened { try #require(StoreFixtures.damage(table, 2, at: $0) != nil) }
    try store.append { try $0.append(ThingEvent.recorded(Thing("more")), to: UUID()) }
    let report = try run(store)
    #expect(report.made.map(\.isFull) == [false] && report.finding != nil)
    #expect(try fixture.restore().transaction == 21)
    try store.append { try $0.append(ThingEvent.recorded(Thing("worse")), to: UUID()) }
    try store.close()
    #expect(try StoreFixtures.damage(table, 0, at: fixture.folder.path("store")) != nil)
    let again = try fixture.open("store")
    let error = #expect(throws: StoreError.self) { try run(again) }
    #expect(error?.message.contains("no backup was made") == true, "\(error?.message ?? "")")
    #expect(try fixture.backup.list().count == 2)
  }

  @Test func `what a damaged store wrote is in an increment also when the full backup is refused`()
    throws
  {
    try fixture.run()
    let store = try reopened { try #require(StoreFixtures.damage("events", 5, at: $0) != nil) }
    try store.append { try $0.append(ThingEvent.recorded(Thing("more")), to: UUID()) }
    let error = #expect(throws: StoreError.self) { try run(store, full: true) }
    #expect(error?.message.contains("no full backup was made") == true)
    let log = try #require(try fixture.backup.list().last)
    #expect(!log.isFull && error?.message.contains(log.name) == true)
    #expect(try fixture.restore().transaction == 21)
  }

  @Test func `damaged rows of a view are told, and a restore builds it anew`() throws {
    let digest = try fixture.store.digest()
    let store = try reopened {
      try #require(StoreFixtures.damage("\(ThingsByName.name)/", at: $0) != nil)
    }
    let report = try run(store)
    #expect(report.damagedViews == [ThingsByName.name])
    let files = try fixture.files()
    let point = try #require(try fixture.backup.list(checksAll: true).first)
    #expect(try fixture.files() == files)
    #expect(point.problem == nil && point.damagedViews == [ThingsByName.name])
    let restored = try fixture.restore()
    #expect(restored.damagedViews == [ThingsByName.name] && restored.transaction == 20)
    let opened = try fixture.open()
    #expect(try opened.digest() == digest && opened.verify().ok)
    // An app that does not know the view leaves it to the one that does.
    try fixture.backup.restore(
      into: fixture.folder.path("strange"), schema: Schema(), options: fixture.clock.plainOptions())
    #expect(try fixture.open("strange").digest() == digest)
  }

  @Test func `increments go on from a full backup whose view is damaged`() throws {
    let store = try reopened {
      try #require(StoreFixtures.damage("\(ThingsByName.name)/", at: $0) != nil)
    }
    try run(store)
    try store.rebuild()
    for number in 0..<5 {
      try store.append { try $0.append(ThingEvent.recorded(Thing("n\(number)")), to: UUID()) }
    }
    #expect(try run(store).made.map(\.isFull) == [false])
    #expect(try fixture.restore().transaction == 25)
    #expect(try fixture.open().digest() == store.digest())
  }

  /// Makes a full backup without looking at what it copies.
  private func addUnchecked(_ store: EventStore) throws -> String {
    fixture.clock.advance(by: 86_400)
    let place = fixture.folder.path("unchecked")
    let copy = try store.copy(to: place)
    let data = try SourceFile("\(place)/data.mdb", name: "data.mdb")
    let manifest = BackupManifest(
      copy, at: fixture.clock.now, size: UInt64(data.size), digest: data.digest)
    try Data(manifest.bytes).write(
      to: URL(fileURLWithPath: "\(place)/\(BackupManifest.fileName)"))
    let name = BackupName(copy.store, copy.transaction, manifest.time).text
    try FileManager.default.moveItem(atPath: place, toPath: "\(fixture.backup.folder)/\(name)")
    return name
  }

  @Test func `a backup of a damaged store takes no whole one's place, and says what to do`() throws
  {
    let good = try #require(try fixture.run().made.first?.name)
    let store = try reopened { try #require(StoreFixtures.damage("events", 5, at: $0) != nil) }
    try store.append { try $0.append(ThingEvent.recorded(Thing("more")), to: UUID()) }
    let bad = try addUnchecked(store)
    try store.append { try $0.append(ThingEvent.recorded(Thing("more")), to: UUID()) }
    let report = try run(store)
    #expect(report.removed == [] && report.spared?.hasPrefix("\(good) is kept") == true)
    #expect(report.spared?.contains("\(bad)/data.mdb is of a store that was damaged") == true)
    let points = try fixture.backup.list(checksAll: true)
    #expect(points.filter { $0.problem != nil }.map(\.name) == [bad])
    let error = #expect(throws: InterchangeError.self) { try fixture.restore() }
    #expect(error?.file == "\(bad)/data.mdb")
    for words in [
      "Transaction 20 and those before it can be restored",
      "doctor --store \(fixture.backup.folder)/\(bad) --rebuild-into NEWDIR",
    ] { #expect(error?.message.contains(words) == true, "\(error?.message ?? "")") }
    #expect(try fixture.restore(.transaction(20)).transaction == 20)
  }

  @Test func `where no backup is whole none is removed`() throws {
    try fixture.run()
    let store = try reopened { try #require(StoreFixtures.damage("events", 5, at: $0) != nil) }
    let bad = try addUnchecked(store)
    let files = try fixture.files().filter { $0.hasSuffix("data.mdb") && !$0.hasPrefix(bad) }
    let url = URL(fileURLWithPath: "\(fixture.backup.folder)/\(try #require(files.first))")
    var bytes = try Data(contentsOf: url)
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: url)
    let report = try run(store)
    #expect(report.removed == [] && report.spared?.hasPrefix("Nothing was removed") == true)
  }
}
