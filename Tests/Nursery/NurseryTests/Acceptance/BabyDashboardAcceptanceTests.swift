import Daybook
import DaybookTesting
import Foundation
import Nursery
import NurseryHousehold
import Synchronization
import Testing

/// What BabyDashboard asks of a library, scenario by scenario.
struct BabyDashboardAcceptanceTests {
  private let store: EventStore
  private let clock = TestClock()
  private let mina = UUID()
  private var now: Date { clock.now }

  init() throws {
    store = try EventStore.temporary(
      schema: .nursery(boundary: DayBoundary(zone: "Europe/Amsterdam")), options: clock.options)
  }

  private func add(_ id: UUID, _ name: String) throws {
    clock.advance(by: 60)
    let profile = BabyProfile(name: name, createdAt: now)
    try store.append { try $0.addBaby(id, profile) }
  }

  private func log(_ baby: UUID?, _ amount: Double, at start: Date) throws -> UUID {
    clock.advance(by: 60)
    let feed = FeedSession(
      baby: baby, start: start, end: start + 600, amount: Amount(amount, .millilitre))
    return try store.write { draft in
      let id = UUID.timeOrdered()
      try draft.record(id, feed)
      return id
    }
  }

  private func last<R>(
    _ body: (borrowing ProjectionReader<LastEntries>) throws -> R
  ) throws -> R {
    try store.read { try body(try $0.view(LastEntries.self)) }
  }

  @Test func `BD-1: a profile is added, renamed and given another term in three transactions`()
    throws
  {
    let (mina, made) = (mina, now)
    try store.append {
      try $0.addBaby(mina, BabyProfile(name: "Mina", feedTerm: 10_800, createdAt: made))
    }
    clock.advance(by: 3600)
    try store.append { try $0.editBaby(mina) { $0.name = "Mino" } }
    try store.append { try $0.editBaby(mina) { $0.feedTerm = 7_200 } }
    #expect(
      try store.read { try $0.view(CurrentProfiles.self).all() } == [
        CurrentProfile(
          id: mina, profile: BabyProfile(name: "Mino", feedTerm: 7_200, createdAt: made))
      ])
    #expect(try store.read { try $0.transactions() }.count == 3)
  }

  @Test func `BD-2: a feed is started twice, finished once, and there is nothing to cancel`() throws
  {
    try add(mina, "Mina")
    let (mina, ten) = (mina, now)
    let (first, second) = (UUID(), UUID())
    try store.append(author: "Ada") { try $0.startFeed(first, of: mina, at: ten) }
    clock.advance(by: 300)
    try store.append(author: "Ada") { try $0.startFeed(second, of: mina, at: ten + 300) }
    #expect(try last { try $0.runningFeeds(of: mina) } == [second])
    #expect(try store.read { try $0.entity(FeedSession.self, first) } == nil)
    try store.append { try $0.restore(FeedSession.self, first) }
    #expect(try store.read { try $0.entity(FeedSession.self, first) }?.start == ten)
    try store.append { try $0.delete(FeedSession.self, first) }

    let end = ten + 1_200
    try store.append {
      try $0.finishFeed(of: mina, at: end, amount: Amount(120, .millilitre), memo: "")
    }
    let feed = try #require(try store.read { try $0.entity(FeedSession.self, second) })
    #expect(feed.end == end && feed.memo == nil && feed.amount == Amount(120, .millilitre))
    #expect(throws: NurseryError.nothingInProgress(.feed, baby: mina)) {
      try store.append { try $0.finishFeed(of: mina, at: end) }
    }
    #expect(try !store.write { try $0.cancelFeed(of: mina) })
  }

  @Test func `BD-6: the last amount follows edits and deletions, and the names share a key`() throws
  {
    let values = AcceptanceValues()
    let cache = LastAmountCache(values)
    let amount = { (name: String) in
      try cache.update(from: store)
      return try cache.amount(of: name)?.amountValue
    }
    let (mina, other) = (mina, UUID())
    try add(mina, "Mina")
    let noon = now
    let old = try log(mina, 90, at: noon - 7_200)
    let new = try log(mina, 120, at: noon)
    clock.advance(by: 60)
    try store.append { try $0.edit(FeedSession.self, old) { $0.amount = Amount(30, .millilitre) } }
    #expect(try last { try $0.lastAmount(of: mina) }?.feed == new)
    #expect(try amount("Mina") == 120)
    clock.advance(by: 60)
    try store.append { try $0.delete(FeedSession.self, new) }
    #expect(try last { try $0.lastAmount(of: mina) }?.last.amount.value == 30)
    #expect(try amount("Mina") == 30)

    try add(other, "Mina")
    _ = try log(other, 60, at: noon - 86_400)
    #expect(try amount("Mina") == 60)
    clock.advance(by: 60)
    try store.append { try $0.editBaby(other) { $0.name = "Noor" } }
    #expect(try amount("Noor") == 60)
    #expect(try amount("Mina") == 30)
    try store.append { try $0.editBaby(mina) { $0.name = "Juno" } }
    #expect(try amount("Juno") == 30)
    #expect(try amount("Mina") == nil)
  }

  @Test func `BD-11: types, copies in events, and a checklist of three that is ticked by events`()
    throws
  {
    try add(mina, "Mina")
    let (mina, now) = (mina, now)
    let bath = try store.write { try $0.addCustomEventType(name: " Bath ", emoji: "🛁", at: now) }
    #expect(throws: NurseryError.duplicateEmoji("🛁")) {
      try store.append { _ = try $0.addCustomEventType(name: "Swim", emoji: "🛁", at: now) }
    }
    #expect(throws: NurseryError.invalidName) {
      try store.append { _ = try $0.addCustomEventType(name: " ", emoji: "🏊", at: now) }
    }
    #expect(throws: NurseryError.invalidEmoji) {
      try store.append { _ = try $0.addCustomEventType(name: "Swim", emoji: "", at: now) }
    }
    let item = try store.write { try $0.addChecklistItem(bath, of: mina, at: now) }
    #expect(throws: NurseryError.duplicateEmoji("🛁")) {
      try store.append { try $0.addChecklistItem(bath, of: mina, at: now) }
    }
    for emoji in ["💊", "🚶"] {
      try store.append {
        try $0.addChecklistItem(name: "Do", emoji: emoji, of: mina, at: now)
      }
    }
    #expect(throws: NurseryError.maximumItemsReached(3)) {
      try store.append { try $0.addChecklistItem(name: "Do", emoji: "🎵", of: mina, at: now) }
    }
    #expect(throws: NurseryError.eventNotFound) {
      try store.append { try $0.untickChecklistItem(item, at: now) }
    }
    let event = try store.write { try $0.tickChecklistItem(item, at: now) }
    try store.append { try $0.deleteCustomEventType(bath) }
    #expect(try store.read { try $0.entity(CustomEvent.self, event) }?.name == "Bath")
    #expect(
      try store.read { try $0.checklist(of: mina, at: now) }.map(\.isDone) == [true, false, false])
    #expect(try store.write { try $0.untickChecklistItem(item, at: now) } == event)
    #expect(try store.read { try $0.checklist(of: mina, at: now) }.allSatisfy { !$0.isDone })
  }

  @Test func `BD-13: a deleted baby leaves its entries without a name, and comes back with all`()
    throws
  {
    try add(mina, "Mina")
    let (mina, noor, fixtures) = (mina, UUID(), NurseryFixtures(now: now))
    try add(noor, "Noor")
    let bath = fixtures.makeCustomEvent(of: mina)
    try store.append { draft in
      try draft.seedLastFeedAmount(Amount(120, .millilitre), of: mina, fixtures: fixtures)
      try draft.record(UUID(), fixtures.makeDiaperChange(of: mina).value)
      try draft.record(UUID(), fixtures.makeDiaperChange(of: noor).value)
      try draft.record(bath.id, bath.value)
    }
    let before = try store.digests()
    let header = { (grouping: DaySummary.Grouping) in
      try store.read { reader in
        let day = try #require(try reader.view(HistoryGroups.self).days(limit: 1).first)
        #expect(day.entries.count == 4)
        return day.summary(of: try reader.view(CurrentProfiles.self).all(), grouping)
          .header(in: .millilitre)
      }
    }
    #expect(try header(.byName) == ["Mina 120 mL, 1 diaper", "Noor 1 diaper"])

    try store.append { try $0.deleteBaby(mina) }
    #expect(try header(.byName) == ["Noor 1 diaper", "Unknown 1 diaper"])
    #expect(try header(.byBaby) == ["Noor 1 diaper", "Unknown 1 diaper"])
    #expect(try store.read { try $0.entity(CustomEvent.self, bath.id) } == bath.value)

    try store.append { try $0.restoreBaby(mina) }
    #expect(try header(.byName) == ["Mina 120 mL, 1 diaper", "Noor 1 diaper"])
    #expect(try store.digests() == before)
  }

  @Test func `BD-15: the same seed gives the same log and views, and nothing stays on disk`() throws
  {
    let preview = { (seed: UInt64) in
      try EventStore.nurseryPreview(now: clock.now, seed: seed, days: 20)
    }
    let (one, same, other) = (try preview(7), try preview(7), try preview(8))
    #expect(try one.logBytes() == same.logBytes())
    #expect(try one.digests() == same.digests())
    #expect(try one.logBytes() != other.logBytes())
    #expect(try one.digests() != other.digests())
    #expect(!FileManager.default.fileExists(atPath: one.path))
  }
}

/// Values by key, in memory.
private final class AcceptanceValues: KeyValueStore {
  private let content = Mutex<[String: Data]>([:])

  func data(forKey key: String) -> Data? { content.withLock { $0[key] } }
  func set(_ data: Data?, forKey key: String) { content.withLock { $0[key] = data } }
}

extension EventStore {
  /// Everything that was written, in order: who, when, and each event's bytes.
  fileprivate func logBytes() throws -> [String] {
    try read { reader in
      try reader.transactions().flatMap { transaction in
        let time = transaction.wallTime.timeIntervalSinceReferenceDate.bitPattern
        return try ["\(transaction.author ?? "") \(time) \(transaction.stampTime.rawValue)"]
          + transaction.positions.map { position in
            let event = try reader.event(position)
            return "\(event.type) \(event.entity) \(hex(event.payload))"
          }
      }
    }
  }
}
