import Daybook
import Foundation

/// A skill that the puppy has learnt.
public struct MasteredSkill: KeptValue {
  public static let kindName = "skill"

  public var skill = ""
  /// Nil for one of an old list, which has no dates.
  public var masteredAt: Date?
  public var modifiedAt: Date?

  public init() {}

  public mutating func fields(_ field: inout some FieldCoding) throws {
    try field(2, &skill)
    try field(3, &masteredAt)
    try field(4, &modifiedAt)
  }

  public static let propertyNames = [2: "skill", 3: "masteredAt", 4: "modifiedAt"]
}
