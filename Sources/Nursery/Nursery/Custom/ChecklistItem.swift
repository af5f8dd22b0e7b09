public import Daybook

/// What is to be done for a baby every day, such as giving vitamin D.
///
/// It is done on a day when the baby has a custom event with its sign on that day. Like an event it
/// has copies of its type's name and sign.
public struct ChecklistItem: RecordValue, Hashable {
  public static let recordName = "checklistItem"
  /// How many a baby can have.
  public static let limit = 3
  public static let propertyNames = [
    2: "baby", 3: "order", 4: "name", 5: "emoji", 6: "createdAt",
  ]

  /// The baby.
  public var baby: UUID?
  /// The place in the baby's list, ascending from 0; there may be gaps.
  public var order = 0
  /// The name of its type when it was placed.
  public var name = ""
  /// The sign of its type.
  public var emoji = ""
  /// When it was placed.
  public var createdAt = Date(timeIntervalSinceReferenceDate: 0)

  /// Makes an item without anything, for reading.
  public init() {}

  /// Makes an item.
  public init(baby: UUID?, order: Int, name: String, emoji: String, createdAt: Date) {
    self.baby = baby
    self.order = order
    self.name = name
    self.emoji = emoji
    self.createdAt = createdAt
  }

  public mutating func fields(_ field: inout some FieldCoding) throws {
    try field(2, &baby)
    try field(3, &order)
    try field(4, &name)
    try field(5, &emoji)
    try field(6, &createdAt)
  }
}
