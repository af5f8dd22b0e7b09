import Daybook
import Foundation
import Nursery
import NurseryWidget
import Testing

/// BD-5: filters, suggestions and hashtags; BD-7: tiles and warnings of what is stored.
struct SearchAcceptanceTests {
  private let store: EventStore
  private let baby = UUID()
  private let now = Date(timeIntervalSince1970: 1_761_000_000)

  init() throws {
    store = try EventStore.temporary(schema: try .nursery(boundary: try DayBoundary(zone: "UTC")))
    try store.append { [baby, now] draft in
      try draft.addBaby(baby, BabyProfile(name: "Mina", createdAt: now - 86_400))
    }
  }

  @Test func `BD-5: a history is filtered by what its search field offers`() throws {
    try store.append { [baby, now] draft in
      try draft.record(UUID(), FeedSession(baby: baby, start: now, memo: "#tired at noon"))
      try draft.record(UUID(), DiaperChange(baby: baby, time: now + 60, wet: true))
    }
    try store.append { [now] draft in
      try draft.record(UUID(), DiaperChange(time: now + 120, solid: true, memo: "#Tired"))
    }
    let (babies, tags) = try store.read { reader in
      (try reader.view(CurrentProfiles.self).all(), try reader.view(TagIndex.self).recent())
    }
    let offered = HistoryToken.suggestions(for: "", babies: babies, tags: tags)
    #expect(offered.map(\.displayText) == ["Mina", "🍼 Feed", "💧 Pee", "💩 Poo", "#Tired"])
    func found(_ tokens: [HistoryToken], _ text: String = "") throws -> [EntryKind] {
      let filter = HistoryFilter(tokens, text: text, mode: .parity)
      return try store.read { reader in
        try reader.view(HistoryGroups.self).days(before: nil, limit: 9, filter: filter)
          .flatMap(\.entries).map(\.entry.kind)
      }
    }
    #expect(try found([]) == [.diaper, .diaper, .feed])
    #expect(try found([offered[0]]) == [.diaper, .feed])
    #expect(try found([offered[4]]) == [.diaper, .feed])
    #expect(try found([offered[0], offered[4]]) == [.feed])
    #expect(try found([offered[1], offered[2]]) == [.diaper, .feed])
    #expect(try found([], "NOON") == [.feed])
    let left = HistoryToken.suggestions(for: "e", chosen: [offered[1]], babies: babies, tags: tags)
    #expect(left.map(\.displayText) == ["💧 Pee", "#Tired"])
  }

  @Test func `BD-7: the tile of a finished feed, of a running one and of a diaper`() throws {
    let start = now - 5400
    try store.append { [baby] draft in
      try draft.record(
        UUID(),
        FeedSession(
          baby: baby, start: start, end: start + 900, amount: Amount(120, .millilitre),
          content: .breastMilk))
      try draft.record(UUID(), DiaperChange(baby: baby, time: start, wet: true))
    }
    let feed = try #require(try store.read { try $0.feedTile(of: baby) })
    let tile = FeedTile(feed, now: now)
    #expect(tile.mainText == "1h 30m ago")
    #expect(tile.progress == 0.5)
    #expect(tile.isOverdue == false)
    #expect(FeedTile(feed, now: start + 10_800).isOverdue)
    #expect(tile.icon == "🤱")
    let status = feed.widgetStatus(id: baby, name: "Mina", now: now)
    #expect(abs(status.totalProgress - 0.5) < 0.001)
    #expect(status.isFeeding == false)
    let zone = try #require(TimeZone(identifier: "UTC"))
    let diaper = DiaperTile(try store.read { try $0.diaperTile(of: baby, in: zone) }, now: now)
    #expect(diaper.mainText == "1h 30m ago")
    #expect(diaper.isOverdue)
    try store.append { [baby, now] in _ = try $0.startFeed(UUID(), of: baby, at: now - 59) }
    let running = try #require(try store.read { try $0.feedTile(of: baby) })
    #expect(FeedTile(running, now: now).mainText == "59s")
    #expect(try store.read { try $0.feedTile(of: UUID()) } == nil)
  }
}
