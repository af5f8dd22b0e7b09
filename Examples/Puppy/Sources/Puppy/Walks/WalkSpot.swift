import Daybook
import Foundation

/// A place to walk.
public struct WalkSpot: KeptValue {
  public static let kindName = "spot"

  public var name = ""
  public var latitude = 0.0
  public var longitude = 0.0
  public var createdAt: Date?
  public var modifiedAt: Date?
  public var isFavourite = false
  public var notes: String?
  public var visits = 1

  public init() {}

  public mutating func fields(_ field: inout some FieldCoding) throws {
    try field(2, &name)
    try field(3, &latitude)
    try field(4, &longitude)
    try field(5, &createdAt)
    try field(6, &modifiedAt)
    try field(7, &isFavourite)
    try field(8, &notes)
    try field(9, &visits)
  }

  public static let propertyNames = [
    2: "name", 3: "latitude", 4: "longitude", 5: "createdAt", 6: "modifiedAt", 7: "isFavourite",
    8: "notes", 9: "visits",
  ]
}
