public import Daybook

/// An event of a type that the family made up.
///
/// It has copies of its type's name and sign, so that it stays as it was when the type changes or
/// goes.
public typealias CustomEvent = Entry<CustomEventDetails>

/// What is told of a custom event.
public struct CustomEventDetails: EntryDetails, Hashable {
  public static let kindName = "customEvent"
  public static let entryKind = EntryKind.customEvent
  public static let propertyNames = [8: "name", 9: "emoji"]

  /// The name of its type when it was written.
  public var name: String = ""
  /// The sign of its type; a checklist knows the type by it.
  public var emoji: String = ""

  /// Details of which nothing is told.
  public init() {}

  /// Tells what is known.
  @_disfavoredOverload
  public init(name: String = "", emoji: String = "") {
    self.name = name
    self.emoji = emoji
  }

  public mutating func fields(_ field: inout some FieldCoding) throws {
    try field(8, &name)
    try field(9, &emoji)
  }

  public static func historyEntry(_ entry: CustomEvent) -> HistoryEntry { .customEvent(entry) }

  public var type: String { emoji }
  public var title: String? { name }
}
