public import Daybook

/// A type of events that the family made up: a name and a sign.
///
/// Its events have copies of both, so they stay as they were when the type changes or goes.
public struct CustomEventType: RecordValue, Hashable {
  public static let recordName = "customEventType"
  /// The sign that a form begins with.
  public static let standardEmoji = "📝"
  public static let propertyNames = [2: "name", 3: "emoji", 4: "createdAt"]

  /// The name.
  public var name = ""
  /// The sign; at most one type should have it.
  public var emoji = standardEmoji
  /// When the type was made; types are listed in this order.
  public var createdAt = Date(timeIntervalSinceReferenceDate: 0)

  /// Makes a type without a name, for reading.
  public init() {}

  /// Makes a type.
  public init(name: String, emoji: String = standardEmoji, createdAt: Date) {
    self.name = name
    self.emoji = emoji
    self.createdAt = createdAt
  }

  public mutating func fields(_ field: inout some FieldCoding) throws {
    try field(2, &name)
    try field(3, &emoji)
    try field(4, &createdAt)
  }
}
