import Daybook
import DaybookSnapshot
import DaybookTesting
import Foundation
import TemporaryFolders
import Testing

/// A status of quite another app, published in the same way.
struct PuppyStatusTests {
  private let store: EventStore
  private let directory: TemporaryFolder
  private let publisher: SnapshotPublisher
  /// 2026-03-02, 00:00 UTC.
  private let midnight = Date(timeIntervalSince1970: 1_772_409_600)
  private let clock: TestClock

  init() throws {
    clock = TestClock(midnight + 8 * 3600)
    let schema = Schema().entity(PuppyEntry.self).projection(PuppyDay())
    store = try EventStore.temporary(schema: schema, options: clock.options)
    directory = try TemporaryFolder()
    publisher = SnapshotPublisher(
      store: store, builder: PuppySnapshots(), folder: directory.path)
  }

  @discardableResult
  private func log(_ type: String, at hour: Double, _ location: String? = nil) throws -> UUID {
    let (id, time) = (UUID(), midnight + hour * 3600)
    try store.append { draft in
      try draft.append(
        PuppyEvent.logged(PuppyEntry(type: type, time: time, location: location)), to: id)
    }
    return id
  }

  private func text() throws -> String {
    let found = try SnapshotFolder(path: directory.path).verified("widgetData.json")
    return String(decoding: found.bytes, as: UTF8.self)
  }

  private func status() throws -> PuppyStatus {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode(PuppyStatus.self, from: Data(text().utf8))
  }

  @Test func `the file tells when the puppy was out last`() throws {
    try log("plassen", at: -2, "binnen")
    try log("plassen", at: 6, "buiten")
    try log("eten", at: 7)
    try log("plassen", at: 7.5, "buiten")
    try log("slapen", at: 7.75)
    try publisher.update()
    #expect(
      try text() == #"{"bestStreak":2,"currentStreak":2,"isCurrentlySleeping":true,"#
        + #""lastMealTime":"2026-03-02T07:00:00Z","lastPlasLocation":"buiten","#
        + #""lastPlasTime":"2026-03-02T07:30:00Z","mealsExpectedToday":3,"mealsLoggedToday":1,"#
        + #""nextScheduledMealTime":"2026-03-02T13:00:00Z","puppyName":"--","#
        + #""todayOutdoorCount":2,"todayPottyCount":2}"#)
  }

  @Test func `an entry that is deleted or moved to another day is seen`() throws {
    try log("plassen", at: 6, "buiten")
    let late = try log("plassen", at: 7, "buiten")
    try publisher.update()
    let yesterday = midnight - 3600
    try store.append { try $0.append(PuppyEvent.moved(yesterday), to: late) }
    try publisher.update()
    #expect(try status().todayPottyCount == 1)
    #expect(try status().lastPlasTime == midnight + 6 * 3600)
    try store.append { try $0.append(PuppyEvent.deleted, to: late) }
    try publisher.update()
    #expect(try status().currentStreak == 1)
  }

  @Test func `meals and midnight change the file although nothing is written`() throws {
    try log("plassen", at: 6, "buiten")
    #expect(try publisher.update().expires == midnight + 13 * 3600)
    #expect(try publisher.update().considered == 0)
    clock.advance(by: 5 * 3600)
    #expect(try publisher.update().written == ["widgetData.json"])
    #expect(try status().nextScheduledMealTime == midnight + 19 * 3600)
    clock.advance(by: 11 * 3600)
    try publisher.update()
    #expect(try status().todayPottyCount == 0)
    #expect(try status().currentStreak == 1)
  }

  @Test func `entries that the file does not show leave it alone`() throws {
    try log("plassen", at: 6, "buiten")
    try publisher.update()
    try log("gedrag", at: 7)
    let report = try publisher.update()
    #expect(report.considered == 1)
    #expect(report.isEmpty)
  }
}
