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
