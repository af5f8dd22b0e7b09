public import Daybook

/// The last feed, the last feed with an amount, the feed that ended last and the last diaper change
/// of each baby.
///
/// Last is: greatest start, then greatest end (a running feed is least), then creation. Derived
/// from the log, so it follows edits, deletions and imports. An amount of 0 is an amount.
public struct LastEntries: Projection {
  public static let name = "nursery.lastEntries"
  /// Every feed of each baby; the last row is the last feed.
  public static let feeds = ViewTable<LastKey, Empty>("feeds", at: 0)
  /// Feeds that have an amount.
  public static let amounts = ViewTable<LastKey, LastFeedAmount>("amounts", at: 1)
  /// Every diaper change of each baby.
  public static let diapers = ViewTable<LastKey, Empty>("diapers", at: 2)
  /// Feeds that have not ended.
  public static let running = ViewTable<LastKey, Empty>("running", at: 3)
  public static let finished = ViewTable<FinishedKey, Empty>("finished", at: 4)
  public static let tables: [any AnyViewTable] = [feeds, amounts, diapers, running, finished]

  /// Makes the projection; it has no parameters.
  public init() {}

  public func register(_ handlers: inout ChangeHandlers) {
    handlers.on(FeedSession.self) { change, rows in
      let id = change.id
      try rows.replace(Self.feeds, change) { (LastKey($0, id), Empty()) }
      try rows.replace(Self.amounts, change) { feed in
        feed.state.amount.map {
          (LastKey(feed, id), LastFeedAmount(amount: $0, modified: feed.modified))
        }
      }
      try rows.replace(Self.running, change) {
        $0.state.isInProgress ? (LastKey($0, id), Empty()) : nil
      }
      try rows.replace(Self.finished, change) {
        FinishedKey(LastKey($0, id)).map { ($0, Empty()) }
      }
    }
    handlers.on(DiaperChange.self) { change, rows in
      try rows.replace(Self.diapers, change) { (LastKey($0, change.id), Empty()) }
    }
  }
}

/// The amount of a feed and when it was last written.
public struct LastFeedAmount: PayloadCodable, Equatable {
  /// As typed.
  public let amount: Amount
  /// The time of the feed's last event; of two babies with one name, the later one counts.
  public let modified: HybridTime

  init(amount: Amount, modified: HybridTime) {
    self.amount = amount
    self.modified = modified
  }

  public init(from reader: inout PayloadReader) throws {
    var value: Double?
    var unit: String?
    var time = HybridTime.distantPast
    while let field = try reader.next() {
      switch field {
      case 1: value = try reader.double()
      case 2: unit = try reader.string()
      case 3: time = HybridTime(rawValue: try reader.fixed())
      default: break
      }
    }
    guard let value else { throw PayloadError.missing(1) }
    self.init(amount: Amount(value, unitText: unit), modified: time)
  }

  public func encode(into writer: inout PayloadWriter) {
    writer.double(1, amount.value)
    writer.string(2, amount.unitText)
    writer.fixed(3, modified.rawValue)
  }
}

/// A feed that has an amount.
public struct FeedWithAmount: Equatable, Sendable {
  /// The feed.
  public let feed: UUID
  /// When it began.
  public let start: Date
  /// Its amount.
  public let last: LastFeedAmount
}

/// The order of one baby's entries: start, end, creation, identifier.
public struct LastKey: OrderedKey, Hashable {
  /// The baby; nil for entries without one.
  public let baby: UUID?
  /// Start of the feed or time of the change.
  public let start: Date
  /// End of the feed.
  public let end: Date?
  /// When the entry was first written.
  public let created: HybridTime
  /// The entry.
  public let id: UUID

  init(_ feed: Stamped<FeedSession>, _ id: UUID) {
    baby = feed.state.baby
    start = feed.state.start
    end = feed.state.end
    created = feed.created
    self.id = id
  }

  init(_ diaper: Stamped<DiaperChange>, _ id: UUID) {
    baby = diaper.state.baby
    start = diaper.state.time
    end = nil
    created = diaper.created
    self.id = id
  }

  public init(from reader: inout KeyReader) throws {
    baby = try reader.isPresent() ? try reader.uuid() : nil
    start = try reader.date()
    end = try reader.isPresent() ? try reader.date() : nil
    created = try reader.time()
    id = try reader.uuid()
  }

  public func encode(into writer: inout KeyWriter) {
    writer.optional(baby) { $0.uuid($1) }
    writer.date(start)
    writer.optional(end) { $0.date($1) }
    writer.time(created)
    writer.uuid(id)
  }
}

extension ProjectionReader where P == LastEntries {
  /// The baby's last feed.
  public func lastFeed(of baby: UUID?) throws -> UUID? {
    try last(LastEntries.feeds) { $0.optional(baby) { $0.uuid($1) } }?.key.id
  }

  /// The baby's feed that ended last.
  public func lastFinishedFeed(of baby: UUID?) throws -> UUID? {
    try last(LastEntries.finished) { $0.optional(baby) { $0.uuid($1) } }?.key.id
  }

  /// The baby's last feed with an amount.
  public func lastAmount(of baby: UUID?) throws -> FeedWithAmount? {
    try last(LastEntries.amounts) { $0.optional(baby) { $0.uuid($1) } }.map {
      FeedWithAmount(feed: $0.key.id, start: $0.key.start, last: $0.row)
    }
  }

  /// The baby's last diaper change.
  public func lastDiaper(of baby: UUID?) throws -> UUID? {
    try last(LastEntries.diapers) { $0.optional(baby) { $0.uuid($1) } }?.key.id
  }

  /// The baby's feeds without an end, the running one last; the others are conflicts.
  public func runningFeeds(of baby: UUID?) throws -> [UUID] {
    try rows(LastEntries.running) { $0.optional(baby) { $0.uuid($1) } }.map(\.key.id)
  }

  /// The last amount under a name, as a cache keyed by names would hold it: of several babies with
  /// the name, the one whose last amount was written last.
  public func lastAmount(
    named name: String, among profiles: [CurrentProfile]
  ) throws -> LastFeedAmount? {
    try profiles.filter { $0.profile.name == name }
      .compactMap { try lastAmount(of: $0.id)?.last }
      .max { $0.modified < $1.modified }
  }
}
