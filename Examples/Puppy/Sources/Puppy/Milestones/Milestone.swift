import Daybook
import Foundation

/// Something that is to happen once, or again and again, such as a vaccination. The app's files
/// have none of them.
public struct Milestone: KeptValue {
  public static let kindName = "milestone"

  /// `health`, `developmental`, `administrative` or `custom`.
  public var category = "health"
  /// What it is called: a key of the app's texts, or the text itself of one that a person made.
  public var label = ""
  public var detail: String?
  /// How old the puppy is then. Of several the first that is told counts: months, weeks, days.
  public var targetMonths: Int?
  public var targetWeeks: Int?
  public var targetDays: Int?
  /// When it is to be, whatever the age.
  public var fixedDate: Date?
  public var isRecurring = false
  public var recurrenceMonths: Int?
  public var isCompleted = false
  public var completedAt: Date?
  public var completionNotes: String?
  public var completionPhoto: String?
  public var clinic: String?
  public var calendarEvent: String?
  public var reminderDaysBefore = 3
  public var icon = "heart.fill"
  public var isActionable = true
  public var isDismissable = true
  public var sortOrder = 0
  public var isCustom = false
  public var createdAt: Date?
  public var modifiedAt: Date?

  public init() {}

  public mutating func fields(_ field: inout some FieldCoding) throws {
    try field(2, &category)
    try field(3, &label)
    try field(4, &detail)
    try field(5, &targetMonths)
    try field(6, &targetWeeks)
    try field(7, &targetDays)
    try field(8, &fixedDate)
    try field(9, &isRecurring)
    try field(10, &recurrenceMonths)
    try field(11, &isCompleted)
    try field(12, &completedAt)
    try field(13, &completionNotes)
    try field(14, &completionPhoto)
    try field(16, &clinic)
    try field(17, &calendarEvent)
    try field(18, &reminderDaysBefore)
    try field(19, &icon)
    try field(20, &isActionable)
    try field(21, &isDismissable)
    try field(22, &sortOrder)
    try field(23, &isCustom)
    try field(24, &createdAt)
    try field(25, &modifiedAt)
  }

  public static let propertyNames = [
    2: "category", 3: "label", 4: "detail", 5: "targetMonths", 6: "targetWeeks",
    7: "targetDays", 8: "fixedDate", 9: "isRecurring", 10: "recurrenceMonths",
    11: "isCompleted", 12: "completedAt", 13: "completionNotes", 14: "completionPhoto",
    16: "clinic", 17: "calendarEvent", 18: "reminderDaysBefore", 19: "icon",
    20: "isActionable", 21: "isDismissable", 22: "sortOrder", 23: "isCustom", 24: "createdAt",
    25: "modifiedAt",
  ]
}
