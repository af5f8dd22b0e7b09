import Daybook
import Foundation

/// Whose diary it is.
public struct PuppyProfile: KeptValue {
  public static let kindName = "profile"

  public var name = ""
  public var breed: String?
  public var birthDate: Date?
  public var homeDate: Date?
  /// `small`, `medium`, `large` or `extraLarge`.
  public var size = "medium"
  /// Plans for meals, exercise, walks and medication, by their names: JSON as the file has it.
  public var plans: [String] = []
  public var modifiedAt: Date?
  public var isPremium = false

  public init() {}

  public mutating func fields(_ field: inout some FieldCoding) throws {
    try field(2, &name)
    try field(3, &breed)
    try field(4, &birthDate)
    try field(5, &homeDate)
    try field(6, &size)
    try field(7, &plans)
    try field(8, &modifiedAt)
    try field(9, &isPremium)
  }

  public static let propertyNames = [
    2: "name", 3: "breed", 4: "birthDate", 5: "homeDate", 6: "size", 7: "plans", 8: "modifiedAt",
    9: "isPremium",
  ]

  /// Minutes of exercise a day: five for each month of age.
  public func mostExercise(on day: Date, calendar: Calendar) -> Int? {
    birthDate.flatMap { calendar.dateComponents([.month], from: $0, to: day).month }.map { $0 * 5 }
  }
}
