import Daybook
import Foundation
import Nursery
import Testing

// snippet: screens-open
func openNursery(at path: String, zone: String) throws -> EventStore {
  let boundary = try DayBoundary(zone: zone, hour: 7)
  return try EventStore.open(at: path, schema: try .nursery(boundary: boundary))
}
// end

// snippet: screens-dashboard
struct BabyCard: Equatable, Sendable, Identifiable {
  let id: UUID
  let name: String
  let feed: FeedTile
  let diaper: DiaperTile
}

extension StoreReading where Self: ~Copyable & ~Escapable {
  func cards(now: Date, zone: TimeZone, unit: VolumeUnit) throws -> [BabyCard] {
    try view(CurrentProfiles.self).all().compactMap { baby in
      guard let feed = try feedTile(of: baby.id, in: unit) else { return nil }
      return BabyCard(
        id: baby.id, name: baby.profile.name, feed: FeedTile(feed, now: now),
        diaper: DiaperTile(try diaperTile(of: baby.id, in: zone), now: now))
    }
  }
}
// end

// snippet: screens-finish
func finishFeeding(
  _ baby: UUID, amount: Amount?, type: FeedType, memo: String, at now: Date, in store: EventStore
) async throws {
  try await store.append(author: "Ada", context: "finish sheet") { draft in
    try draft.finishFeed(of: baby, at: now, type: type, amount: amount, memo: memo)
  }
}
// end

// snippet: screens-prefill
func prefilledAmount(_ baby: UUID, in unit: VolumeUnit, _ store: EventStore) throws -> Amount? {
  try store.read { reader in
    try reader.view(LastEntries.self).lastAmount(of: baby)?.last.amount.converted(to: unit)
  }
}
// end

// snippet: screens-edit
func save(_ edited: FeedSession, _ id: UUID, at now: Date, in store: EventStore) async throws {
  try await store.append(author: "Ada", context: "editor") { draft in
    try draft.edit(FeedSession.self, id, rules: EntryRules(now: now)) { $0 = edited }
  }
}
// end

// snippet: screens-history
func page(
  before day: CivilDay?, tokens: [HistoryToken], text: String, _ store: EventStore
) throws -> [HistoryDay] {
  try store.read { reader in
    try reader.view(HistoryGroups.self).days(
      before: day, limit: 14, filter: HistoryFilter(tokens, text: text), keepsEmptyDays: false)
  }
}
// end

// snippet: screens-delete
func deleteWithUndo(_ id: UUID, in store: EventStore) async throws -> History.Token {
  try await store.append(author: "Ada", context: "history") { draft in
    try draft.delete(FeedSession.self, id)
  }
}

func takeBack(in store: EventStore) async throws {
  _ = try await store.undo(by: "Ada")
}
// end

// snippet: screens-boundary
func dayStartsAt(_ hour: Int, zone: String, _ store: EventStore) async throws -> EventStore {
  let boundary = try DayBoundary(zone: zone, hour: hour)
  let next = try await store.reopened(with: try .nursery(boundary: boundary))
  try await store.close()
  return next
}
// end

/// What the page on BabyDashboard's screens says, run.
@Suite struct ScreenRuns {
  private let now = Date(timeIntervalSince1970: 1_761_000_000)
  private let baby = UUID()

  @Test func `an evening on every screen`() async throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: path) }
    var store = try openNursery(at: path.path, zone: "UTC")
    try await store.append { [baby, now] draft in
      try draft.addBaby(baby, BabyProfile(name: "Mina", createdAt: now))
      try draft.startFeed(UUID(), of: baby, at: now - 600)
    }
    try await finishFeeding(
      baby, amount: Amount(4, .fluidOunce), type: .babyFormula, memo: "#warm", at: now, in: store)
    let amount = try #require(try prefilledAmount(baby, in: .millilitre, store))
    #expect(AmountText.text(amount, in: .millilitre) == "118.3 mL")
    let zone = try #require(TimeZone(identifier: "UTC"))
    let cards = try store.read { try $0.cards(now: now, zone: zone, unit: .millilitre) }
    #expect(cards.map(\.name) == ["Mina"])
    #expect(cards[0].diaper.mainText == "--")
    let found = try page(before: nil, tokens: [.feed], text: "warm", store)
    let entry = try #require(found.first?.entries.first)
    guard case .feed(var feed) = entry.entry else { return #expect(Bool(false)) }
    feed.memo = "cold"
    try await save(feed, entry.id, at: now, in: store)
    #expect(try page(before: nil, tokens: [], text: "warm", store).isEmpty)
    _ = try await deleteWithUndo(entry.id, in: store)
    #expect(try page(before: nil, tokens: [], text: "", store).isEmpty)
    try await takeBack(in: store)
    #expect(try page(before: nil, tokens: [], text: "cold", store).count == 1)
    store = try await dayStartsAt(0, zone: "UTC", store)
    #expect(try page(before: nil, tokens: [], text: "cold", store).count == 1)
    try await store.close()
  }
}
