public import Daybook

/// One row of the history: a feed or a diaper change.
public enum HistoryEntry: PayloadCodable, Equatable {
  /// A feed, running ones included.
  case feed(FeedSession)
  /// A diaper change.
  case diaper(DiaperChange)

  /// The baby; nil for an entry without one.
  public var baby: UUID? {
    switch self {
    case .feed(let feed): feed.baby
    case .diaper(let diaper): diaper.baby
    }
  }

  /// Start of the feed or time of the change.
  public var date: Date {
    switch self {
    case .feed(let feed): feed.start
    case .diaper(let diaper): diaper.time
    }
  }

  public init(from reader: inout PayloadReader) throws {
    while let field = try reader.next() {
      switch field {
      case 1:
        self = .feed(try reader.message { try FeedSession(from: &$0) })
        return
      case 2:
        self = .diaper(try reader.message { try DiaperChange(from: &$0) })
        return
      default: break
      }
    }
    throw PayloadError.missing(1)
  }

  public func encode(into writer: inout PayloadWriter) {
    switch self {
    case .feed(let feed): writer.message(1) { feed.encode(into: &$0) }
    case .diaper(let diaper): writer.message(2) { diaper.encode(into: &$0) }
    }
  }
}

/// The order of the history: day, time, creation, identifier.
public struct HistoryKey: OrderedKey, Hashable {
  /// The logical day.
  public let day: CivilDay
  /// When.
  public let date: Date
  /// When the entry was first written; decides between equal times.
  public let created: HybridTime
  /// The entry.
  public let id: UUID

  init(day: CivilDay, date: Date, created: HybridTime, id: UUID) {
    self.day = day
    self.date = date
    self.created = created
    self.id = id
  }

  public init(from reader: inout KeyReader) throws {
    day = CivilDay(daysSince1970: try reader.int32())
    date = try reader.date()
    created = try reader.time()
    id = try reader.uuid()
  }

  public func encode(into writer: inout KeyWriter) {
    writer.int32(day.daysSince1970)
    writer.date(date)
    writer.time(created)
    writer.uuid(id)
  }
}
