#if Tools
  import ArgumentParser
  import Daybook
  import Foundation
  import Nursery

  struct LastCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "last", abstract: "Each baby's last feed, last amount and last diaper.")

    @OptionGroup var arguments: StoreArguments

    struct Entry: Encodable, Sendable {
      let id: UUID
      let start: String
      let end: Nullable<String>
      let amount: Nullable<Double>
      let unit: Nullable<String>
      let sourceID: Nullable<String>
    }

    struct Row: Encodable, Sendable {
      let baby: UUID
      let name: String
      let lastFeed: Nullable<Entry>
      let lastFeedWithAmount: Nullable<Entry>
      let lastDiaper: Nullable<Entry>
    }

    func run() throws {
      let rows = try Self.rows(try arguments.open())
      if arguments.json { return try JSON.print(rows) }
      Self.print(rows)
    }

    static func rows(_ store: EventStore) throws -> [Row] { try store.read { try rows($0) } }

    static func rows(_ reader: borrowing some StoreReading & ~Copyable & ~Escapable) throws -> [Row]
    {
      let last = try reader.view(LastEntries.self)
      return try reader.view(CurrentProfiles.self).all().map { known in
        let baby = known.id
        let diaper = try last.lastDiaper(of: baby)
        return Row(
          baby: baby, name: known.profile.name,
          lastFeed: Nullable(try entry(reader, feed: try last.lastFeed(of: baby))),
          lastFeedWithAmount: Nullable(
            try entry(reader, feed: try last.lastAmount(of: baby)?.feed)),
          lastDiaper: Nullable(try entry(reader, diaper: diaper)))
      }
    }

    static func print(_ rows: [Row]) {
      var table = TextTable(["baby", "last feed", "last amount", "last diaper"])
      for row in rows {
        let amount = row.lastFeedWithAmount.value.map {
          "\($0.amount.value ?? 0) \($0.unit.value ?? "?") at \($0.start.prefix(16))"
        }
        table.add([
          row.name, row.lastFeed.value.map { String($0.start.prefix(16)) } ?? "–", amount ?? "–",
          row.lastDiaper.value.map { String($0.start.prefix(16)) } ?? "–",
        ])
      }
      table.print()
    }

    private static func entry(
      _ reader: borrowing some StoreReading & ~Copyable & ~Escapable, feed id: UUID?
    )
      throws -> Entry?
    {
      guard let id, let feed = try reader.entity(FeedSession.self, id) else { return nil }
      return Entry(
        id: id, start: Instant.iso(feed.start), end: Nullable(feed.end.map(Instant.iso)),
        amount: Nullable(feed.amount?.value), unit: Nullable(feed.amount?.unitText),
        sourceID: Nullable(feed.source?.id))
    }

    private static func entry(
      _ reader: borrowing some StoreReading & ~Copyable & ~Escapable, diaper id: UUID?
    )
      throws -> Entry?
    {
      guard let id, let diaper = try reader.entity(DiaperChange.self, id) else { return nil }
      return Entry(
        id: id, start: Instant.iso(diaper.time), end: Nullable(nil),
        amount: Nullable(diaper.amount),
        unit: Nullable(nil), sourceID: Nullable(diaper.source?.id))
    }
  }
#endif
