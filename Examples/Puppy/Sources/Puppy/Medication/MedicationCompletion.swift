import Daybook
import Foundation

/// A dose that the puppy got.
public struct MedicationCompletion: KeptValue {
  public static let kindName = "dose"

  public var medication = ""
  /// Which of the day's times.
  public var slot = ""
  /// The beginning of its day.
  public var day: Date?
  public var completedAt = Date(timeIntervalSinceReferenceDate: 0)
  public var modifiedAt: Date?

  public init() {}

  public mutating func fields(_ field: inout some FieldCoding) throws {
    try field(2, &medication)
    try field(3, &slot)
    try field(4, &day)
    try field(5, &completedAt)
    try field(6, &modifiedAt)
  }

  public static let propertyNames = [
    2: "medication", 3: "slot", 4: "day", 5: "completedAt", 6: "modifiedAt",
  ]
}
