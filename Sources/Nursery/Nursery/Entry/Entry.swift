public import Daybook

/// One entry of the history with what is told of its kind: a sleep, a dose, a note.
///
/// ```swift
/// var sleep = SleepSession(baby: noor, start: evening, SleepDetails(nap: false))
/// sleep.nap = true          // what the kind has can be reached without `details`
/// ```
/// All kinds but feeds and diaper changes have this shape. A new one is a type of details, a case
/// in `EntryKind` and one in `HistoryEntry`; events, changes, views and filters follow.
@dynamicMemberLookup
public struct Entry<Details: EntryDetails>: NurseryEntry, FieldPayload {
  public typealias Event = EntryEvent<Details>

  public static var kind: String { "nursery.\(Details.kindName)" }
  public static var revision: Int { 2 }
  public static var entryKind: EntryKind { Details.entryKind }

  public var baby: UUID?
  /// When it began or was, bit for bit as told.
  public var start = Date.distantPast
  /// When it ended; nil for a moment, and while it runs.
  public var end: Date?
  public var memo: String?
  public var tags: [String] = []
  public var source: SourceReference?
  public var isDeleted = false
  public var provenance: Provenance?
  /// What only this kind has.
  public var details = Details()

  /// Makes an entry without a start, for reading.
  public init() {}

  /// Makes an entry; only the start is required.
  public init(
    baby: UUID? = nil, start: Date, end: Date? = nil, _ details: Details = Details(),
    memo: String? = nil, tags: [String] = [], source: SourceReference? = nil
  ) {
    self.baby = baby
    self.start = start
    self.end = end
    self.details = details
    self.memo = memo
    self.tags = tags
    self.source = source
  }

  /// A property of the details.
  public subscript<Value>(dynamicMember path: WritableKeyPath<Details, Value>) -> Value {
    get { details[keyPath: path] }
    set { details[keyPath: path] = newValue }
  }

  public init(from reader: inout PayloadReader) throws {
    try self.init(from: &reader, requiring: [2])
  }

  public mutating func fields(_ field: inout some FieldCoding) throws {
    try field(1, &baby)
    try field(2, &start)
    try field(3, &end)
    try field(4, &memo)
    try field(5, &tags)
    try field(6, &source)
    try field(7, &isDeleted)
    try details.fields(&field)
    try field(31, &provenance)
  }

  public static var propertyNames: [Int: String] {
    [
      1: "baby", 2: "start", 3: "end", 4: "memo", 5: "tags", 6: "source", 7: "isDeleted",
      31: "provenance",
    ].merging(Details.propertyNames) { own, _ in own }
  }

  public var date: Date { start }
  public var isInProgress: Bool { Details.takesTime && end == nil }
  public var type: String { details.type }
  public var title: String? { details.title }
  public var toldDay: CivilDay? { details.toldDay }
  public var volume: Amount? { details.volume }
  public var volumes: [Amount] { details.volumes }
  public var historyEntry: HistoryEntry { Details.historyEntry(self) }
}

extension Entry: TimedEntry where Details: TimedDetails {}

/// What only one kind of entries has.
public protocol EntryDetails: Equatable, Sendable {
  /// The name of the kind, such as `sleep`. Reaches the disk.
  static var kindName: String { get }
  /// Which kind it is.
  static var entryKind: EntryKind { get }
  /// Whether such an entry has an end.
  static var takesTime: Bool { get }
  /// The names of the fields, for the history.
  static var propertyNames: [Int: String] { get }
  /// The row that the history shows.
  static func historyEntry(_ entry: Entry<Self>) -> HistoryEntry

  /// As `NurseryEntry.type`.
  var type: String { get }
  /// As `NurseryEntry.title`.
  var title: String? { get }
  /// As `NurseryEntry.toldDay`.
  var toldDay: CivilDay? { get }
  /// As `NurseryEntry.volume`.
  var volume: Amount? { get }
  /// As `NurseryEntry.volumes`.
  var volumes: [Amount] { get }

  /// Details of which nothing is told.
  init()

  /// Names each field with its number, from 8 to 30 but not 15; see `FieldPayload`.
  mutating func fields(_ field: inout some FieldCoding) throws
}

extension EntryDetails {
  public static var takesTime: Bool { false }
  public var type: String { "" }
  public var title: String? { nil }
  public var toldDay: CivilDay? { nil }
  public var volume: Amount? { nil }
  public var volumes: [Amount] { volume.map { [$0] } ?? [] }
}

/// Details of a kind that takes time: it may be started now and finished later.
public protocol TimedDetails: EntryDetails {}

extension TimedDetails {
  public static var takesTime: Bool { true }
}
