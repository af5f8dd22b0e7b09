internal import Daybook

/// What kinds of entries the history has.
///
/// The raw values are stored in views; the next kind takes the next number.
public enum EntryKind: UInt8, CaseIterable, Comparable, Sendable {
  /// A `FeedSession`.
  case feed = 1
  /// A `DiaperChange`.
  case diaper = 2
  /// A `SleepSession`.
  case sleep = 3
  /// A `PumpingSession`.
  case pumping = 4
  /// An `ActivitySession`: tummy time, crying and whatever else takes time.
  case activity = 5
  /// A `BodyMeasurement`.
  case measurement = 6
  /// A `MedicationDose`.
  case medication = 7
  /// A `Note`.
  case note = 8
  /// A `CustomEvent`.
  case customEvent = 9

  /// The entity of the entries of this kind.
  public var entity: any NurseryEntry.Type {
    switch self {
    case .feed: FeedSession.self
    case .diaper: DiaperChange.self
    case .sleep: SleepSession.self
    case .pumping: PumpingSession.self
    case .activity: ActivitySession.self
    case .measurement: BodyMeasurement.self
    case .medication: MedicationDose.self
    case .note: Note.self
    case .customEvent: CustomEvent.self
    }
  }

  /// The kind of the entity that has that stable name; nil for other entities.
  public init?(entityKind name: String) {
    guard let kind = Self.allCases.first(where: { $0.entity.kind == name }) else { return nil }
    self = kind
  }

  public static func < (a: EntryKind, b: EntryKind) -> Bool { a.rawValue < b.rawValue }
}
