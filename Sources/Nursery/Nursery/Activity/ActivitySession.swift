public import Daybook

/// What takes time and has no kind of its own: tummy time, crying, a bath, a walk.
public typealias ActivitySession = Entry<ActivityDetails>

/// What is told of an activity.
public struct ActivityDetails: TimedDetails, Hashable {
  public static let kindName = "activity"
  public static let entryKind = EntryKind.activity
  public static let propertyNames = [8: "activity", 9: "text"]

  /// What it is.
  public var activity: ActivityType = .other("")
  /// What came of it, such as a milestone.
  public var text: String?

  /// Details of which nothing is told.
  public init() {}

  /// Tells what is known.
  @_disfavoredOverload
  public init(activity: ActivityType = .other(""), text: String? = nil) {
    self.activity = activity
    self.text = text
  }

  public mutating func fields(_ field: inout some FieldCoding) throws {
    try field(8, &activity)
    try field(9, &text)
  }

  public static func historyEntry(_ entry: ActivitySession) -> HistoryEntry { .activity(entry) }

  public var type: String { activity.rawValue }
  public var title: String? { activity.rawValue.isEmpty ? nil : activity.rawValue }
}
