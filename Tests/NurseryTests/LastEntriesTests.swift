import Daybook
import DaybookTesting
import Nursery
import Testing

@Suite struct LastEntriesTests {
  /// Identifiers whose successor carries over bytes, and their neighbours.
  static let babies: [UUID] = [
    UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255, 254)),
    UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255, 255)),
    UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 0, 0)),
    UUID(uuid: (255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 254)),
    UUID(uuid: (255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255)),
  ]

  @Test func `each baby has its own last feed, whatever bytes its identifier ends in`() throws {
    let store = try EventStore.temporary(
      schema: .nursery(boundary: DayBoundary(zone: "Europe/Amsterdam")))
    var last: [UUID: UUID] = [:]
    for (number, baby) in (Self.babies + Self.babies).enumerated() {
      let feed = UUID.timeOrdered()
      let start = Date(timeIntervalSinceReferenceDate: 700_000_000 + Double(number) * 3_600)
      try store.append { draft in
        try draft.append(FeedEvent.recorded(FeedSession(baby: baby, start: start)), to: feed)
      }
      last[baby] = feed
    }
    try store.read { reader in
      let entries = try reader.view(LastEntries.self)
      for baby in Self.babies { #expect(try entries.lastFeed(of: baby) == last[baby]) }
      #expect(try entries.lastFeed(of: nil) == nil)
    }
  }
}
