public import Daybook

/// A timer that was started before anybody said for what.
///
/// Any number may run. Stopping one writes an entry of a kind that takes time, and the timer keeps
/// which; it is listed no more, but its history stays.
public struct RunningTimer: Entity, FieldPayload, Hashable, Codable {
  public static let kind = "nursery.timer"
  // The operations of `Draft` look whether there is one; devices write events in any order.
  public static let takesEventsBeforeCreation = true
  public static let revision = 2
  public static let propertyNames = [
    1: "isDeleted", 2: "baby", 3: "name", 4: "start", 5: "user", 6: "entryKind", 7: "entry",
  ]

  public var isDeleted = false
  /// The child; nil when nobody said.
  public var baby: UUID?
  /// What it is called; nil when nobody said.
  public var name: String?
  /// When it began.
  public var start = Date.distantPast
  /// Who started it.
  public var user: String?
  /// The stable name of the kind of the entry that it became, such as `nursery.sleep`.
  public var entryKind: String?
  /// The entry that it became; nil while it runs.
  public var entry: UUID?

  /// Whether it runs.
  public var isRunning: Bool { entry == nil && !isDeleted }

  /// Makes a timer without a start, for reading.
  public init() {}

  /// Makes a timer; only the start is required.
  public init(baby: UUID? = nil, name: String? = nil, start: Date, user: String? = nil) {
    self.baby = baby
    self.name = name
    self.start = start
    self.user = user
  }

  public init(from reader: inout PayloadReader) throws {
    try self.init(from: &reader, requiring: [4])
  }

  public mutating func fields(_ field: inout some FieldCoding) throws {
    try field(1, &isDeleted)
    try field(2, &baby)
    try field(3, &name)
    try field(4, &start)
    try field(5, &user)
    try field(6, &entryKind)
    try field(7, &entry)
  }

  public func encode(to encoder: any Encoder) throws {
    try encodeFields(to: encoder, names: Self.propertyNames)
  }

  public init(from decoder: any Decoder) throws {
    try self.init(fieldsFrom: decoder, names: Self.propertyNames, requiring: [4])
  }

  /// Applies one event; the last event in canonical order wins, of those that start it the first.
  ///
  /// Of two devices that stop one timer, each writes its entry, and both entries stay.
  public static func fold(_ state: inout RunningTimer?, _ event: TimerEvent) {
    switch event {
    case .started(let timer): if case .none = state { state = timer }
    case .restarted(let start): state?.start = start
    case .stopped(let entry):
      state?.entryKind = entry.kind
      state?.entry = entry.id
    case .deleted: state?.isDeleted = true
    case .restored: state?.isDeleted = false
    }
  }
}
