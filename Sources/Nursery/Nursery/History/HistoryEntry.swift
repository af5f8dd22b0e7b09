public import Daybook

/// One row of the history.
///
/// More cases come with more kinds of entries: give a `switch` a `default`, or use `entry`, which
/// has what all kinds have.
public enum HistoryEntry: PayloadCodable, Equatable, Codable {
  /// A feed, running ones included.
  case feed(FeedSession)
  /// A diaper change.
  case diaper(DiaperChange)
  /// A sleep, running ones included.
  case sleep(SleepSession)
  /// Pumped milk.
  case pumping(PumpingSession)
  /// An activity, such as tummy time.
  case activity(ActivitySession)
  /// A measurement.
  case measurement(BodyMeasurement)
  /// A dose of a medication.
  case medication(MedicationDose)
  /// A note.
  case note(Note)
  /// An event of a type that the family made up.
  case customEvent(CustomEvent)

  /// The entry, for what all kinds have.
  public var entry: any NurseryEntry {
    switch self {
    case .feed(let entry): entry
    case .diaper(let entry): entry
    case .sleep(let entry): entry
    case .pumping(let entry): entry
    case .activity(let entry): entry
    case .measurement(let entry): entry
    case .medication(let entry): entry
    case .note(let entry): entry
    case .customEvent(let entry): entry
    }
  }

  /// Which kind it is.
  public var kind: EntryKind { type(of: entry).entryKind }
  /// The baby; nil for an entry without one.
  public var baby: UUID? {
    // Most entries by far, without a box.
    switch self {
    case .feed(let feed): feed.baby
    case .diaper(let diaper): diaper.baby
    default: entry.baby
    }
  }
  /// When it began or was.
  public var date: Date {
    // Most entries by far, without a box.
    switch self {
    case .feed(let feed): feed.start
    case .diaper(let diaper): diaper.time
    default: entry.date
    }
  }
  /// When it ended; nil for a moment, and while it runs.
  public var end: Date? { entry.end }
  /// Whether it has begun and not ended.
  public var isInProgress: Bool { entry.isInProgress }
  /// Free text.
  public var memo: String? {
    switch self {
    case .feed(let feed): feed.memo
    case .diaper(let diaper): diaper.memo
    default: entry.memo
    }
  }
  /// Every tag: the hashtags of the memo, then the names of the source's tags, each once.
  public var tags: [String] { entry.allTags }
  /// What it is called, such as the name of a medication; nil for kinds without names.
  public var title: String? { entry.title }

  public init(from reader: inout PayloadReader) throws {
    guard let field = try reader.next() else { throw PayloadError.missing(1) }
    switch EntryKind(rawValue: UInt8(clamping: field)) {
    case .feed: self = .feed(try reader.value())
    case .diaper: self = .diaper(try reader.value())
    case .sleep: self = .sleep(try reader.value())
    case .pumping: self = .pumping(try reader.value())
    case .activity: self = .activity(try reader.value())
    case .measurement: self = .measurement(try reader.value())
    case .medication: self = .medication(try reader.value())
    case .note: self = .note(try reader.value())
    case .customEvent: self = .customEvent(try reader.value())
    case nil: throw PayloadError.outOfRange(field)
    }
  }

  public func encode(into writer: inout PayloadWriter) {
    switch self {
    case .feed(let feed): writer.message(1) { feed.encode(into: &$0) }
    case .diaper(let diaper): writer.message(2) { diaper.encode(into: &$0) }
    default: writer.value(Int(kind.rawValue), entry)
    }
  }
}

extension PayloadWriter {
  fileprivate mutating func value(_ field: Int, _ entry: some NurseryEntry) {
    message(field) { entry.encode(into: &$0) }
  }
}
