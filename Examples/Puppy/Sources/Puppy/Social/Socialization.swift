import Daybook
import Foundation

/// When the family began to show the puppy the world.
public struct Socialization: KeptValue {
  public static let kindName = "socialization"

  public var startedAt: Date?

  public init() {}

  public mutating func fields(_ field: inout some FieldCoding) throws {
    try field(2, &startedAt)
  }

  public static let propertyNames = [2: "startedAt"]
}
