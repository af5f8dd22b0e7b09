import Daybook
import Foundation

/// The puppy met something new.
public struct Exposure: KeptValue {
  public static let kindName = "exposure"

  public var item = ""
  public var time = Date(timeIntervalSinceReferenceDate: 0)
  /// `ver`, `dichtbij` or `direct`.
  public var distance: String?
  /// `positief`, `neutraal`, `onzeker` or `angstig`.
  public var reaction: String?
  public var note: String?
  public var createdAt: Date?
  public var modifiedAt: Date?

  public init() {}

  public mutating func fields(_ field: inout some FieldCoding) throws {
    try field(2, &item)
    try field(3, &time)
    try field(4, &distance)
    try field(5, &reaction)
    try field(6, &note)
    try field(7, &createdAt)
    try field(8, &modifiedAt)
  }

  public static let propertyNames = [
    2: "item", 3: "time", 4: "distance", 5: "reaction", 6: "note", 7: "createdAt",
    8: "modifiedAt",
  ]
}
