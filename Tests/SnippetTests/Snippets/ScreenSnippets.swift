import Daybook
import Foundation
import Nursery
import NurseryHousehold
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

// snippet: screens-profiles
func addProfile(
  _ name: String, born day: CivilDay?, at now: Date, in store: EventStore
) async throws -> UUID {
  try await store.write(author: "Ada", context: "profiles") { draft in
    let profile = BabyProfile(name: name, createdAt: now, birthDate: day?.description)
    return try draft.addBaby(UUID(), profile)
  }
}

func rename(_ baby: UUID, to name: String, in store: EventStore) async throws {
  try await store.append(author: "Ada", context: "profiles") { draft in
    try draft.editBaby(baby) { $0.name = name }
  }
}

func deleteProfile(_ baby: UUID, in store: EventStore) async throws {
  try await store.append(author: "Ada", context: "profiles") { draft in
    try draft.deleteBaby(baby)
  }
}

func give(_ feed: UUID, to baby: UUID?, in store: EventStore) async throws {
  try await store.append(author: "Ada", context: "editor") { draft in
    try draft.reassign(FeedSession.self, feed, to: baby)
  }
}
// end

// snippet: screens-diaper
func logDiaper(
  _ baby: UUID, isSolid: Bool, at now: Date, in store: EventStore
) async throws -> UUID {
  try await store.write(author: "Ada", context: "diaper tile") { draft in
    try draft.add(DiaperChange(baby: baby, time: now, wet: !isSolid, solid: isSolid))
  }
}

func moveLastDiaper(of baby: UUID, to time: Date, in store: EventStore) async throws {
  try await store.append(author: "Ada", context: "diaper tile") { draft in
    try draft.setDiaperTime(of: baby, to: time)
  }
}
// end

// snippet: screens-checklist
func addType(
  _ name: String, _ emoji: String, toListOf baby: UUID, at now: Date, in store: EventStore
) async throws -> UUID {
  try await store.write(author: "Ada", context: "types") { draft in
    let type = try draft.addCustomEventType(name: name, emoji: emoji, at: now)
    return try draft.addChecklistItem(type, of: baby, at: now)
  }
}

func checklist(of baby: UUID, at now: Date, _ store: EventStore) throws -> [ChecklistLine] {
  try store.read { try $0.checklist(of: baby, at: now) }
}

func toggle(_ item: UUID, at now: Date, in store: EventStore) async throws -> Bool {
  try await store.write(author: "Ada", context: "checklist") { draft in
    try draft.toggleChecklistItem(item, at: now)
  }
}

func log(_ type: UUID, of baby: UUID, at now: Date, in store: EventStore) async throws -> UUID {
  try await store.write(author: "Ada", context: "event button") { draft in
    try draft.logCustomEvent(type, of: baby, at: now)
  }
}
// end

// snippet: screens-tags
func recentTags(_ store: EventStore) throws -> [String] {
  try store.read { try $0.view(TagIndex.self).recent(limit: 12) }
}
// end

// snippet: screens-intent
enum FinishAnswer: Equatable, Sendable {
  case finished(UUID)
  case nobodyIsFed
  case whichOf([UUID])
}

func finishIntent(
  _ baby: UUID?, at now: Date, in store: EventStore
) async throws -> FinishAnswer {
  try await store.write(author: "Ada", context: "Siri") { draft in
    let babies = try baby.map { [$0] } ?? draft.view(CurrentProfiles.self).all().map(\.id)
    var fed: [UUID] = []
    for baby in babies where try !draft.view(LastEntries.self).runningFeeds(of: baby).isEmpty {
      fed.append(baby)
    }
    guard let only = fed.first else { return .nobodyIsFed }
    if fed.count > 1 { return .whichOf(fed) }
    try draft.finishFeed(of: only, at: now)
    return .finished(only)
  }
}
// end

// snippet: screens-charts
func dailyAmounts(
  since start: Date, now: Date, in unit: VolumeUnit, _ boundary: DayBoundary, _ store: EventStore
) throws -> [DailyFeedPoint] {
  let calendar = try DayCalendar(boundary)
  return try store.read { reader in
    let babies = try reader.view(CurrentProfiles.self).all()
    let names = Dictionary(uniqueKeysWithValues: babies.map { ($0.id, $0.profile.name) })
    let rows = try reader.view(HistoryGroups.self).entries(from: start, to: now)
    let feeds = rows.compactMap { row -> ChartFeed? in
      guard case .feed(let feed) = row.entry, let name = feed.baby.flatMap({ names[$0] }) else {
        return nil
      }
      return ChartFeed(baby: feed.baby, babyName: name, start: feed.start, amount: feed.amount)
    }
    return FeedChart.dailyTotals(of: feeds, in: unit, calendar: calendar, now: now)
  }
}
// end

// snippet: screens-preview
func previewStore(now: Date) throws -> EventStore {
  let store = try EventStore.nurseryPreview(now: now, days: 30)
  let fixtures = NurseryFixtures(now: now)
  let mina = fixtures.makeBabyProfile(1)
  try store.append { draft in
    try draft.seedLastFeedAmount(Amount(120, .millilitre), of: mina.id, 9, fixtures: fixtures)
  }
  return store
}
// end

/// What the page on BabyDashboard's screens says, run.
struct ScreenRuns {
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

  @Test func `profiles, diapers, a checklist, tags and an intent`() async throws {
    let store = try EventStore.temporary(schema: .nursery(boundary: DayBoundary(zone: "UTC")))
    let mina = try await addProfile(
      "Mina", born: CivilDay("2025-10-01"), at: now - 86_400, in: store)
    let noor = try await addProfile("Noor", born: nil, at: now - 86_400, in: store)
    try await rename(noor, to: "Juno", in: store)
    let diaper = try await logDiaper(mina, isSolid: true, at: now, in: store)
    try await moveLastDiaper(of: mina, to: now - 60, in: store)
    #expect(try store.read { try $0.entity(DiaperChange.self, diaper) }?.time == now - 60)

    let item = try await addType("Bath", "🛁", toListOf: mina, at: now, in: store)
    #expect(try await toggle(item, at: now, in: store))
    #expect(try checklist(of: mina, at: now, store).map(\.isDone) == [true])
    let type = try store.read { try $0.view(CustomCatalogue.self).customEventTypes() }[0].id
    _ = try await log(type, of: noor, at: now, in: store)

    #expect(try await finishIntent(nil, at: now, in: store) == .nobodyIsFed)
    let now = now
    for baby in [mina, noor] {
      try await store.append { try $0.startFeed(UUID(), of: baby, at: now - 600) }
    }
    let both = try store.read { try $0.view(CurrentProfiles.self).all() }.map(\.id)
    #expect(try await finishIntent(nil, at: now, in: store) == .whichOf(both))
    #expect(try await finishIntent(noor, at: now, in: store) == .finished(noor))
    let feed = try #require(try store.read { try $0.view(LastEntries.self).lastFeed(of: noor) })
    try await store.append { draft in
      try draft.edit(FeedSession.self, feed) { $0.memo = "#warm #night" }
    }
    #expect(try recentTags(store) == ["night", "warm"])
    try await give(feed, to: mina, in: store)
    try await deleteProfile(noor, in: store)
    #expect(try store.read { try $0.view(CurrentProfiles.self).all() }.map(\.id) == [mina])
  }

  @Test func `a chart, and a store for previews`() throws {
    let store = try previewStore(now: now)
    let boundary = try DayBoundary(zone: "UTC")
    let points = try dailyAmounts(
      since: now - 7 * 86_400, now: now, in: .millilitre, boundary, store)
    #expect(Set(points.map(\.babyName)) == ["Mina", "Noor"])
    #expect(Set(points.map(\.id)).count == points.count)
  }
}
