public import Daybook

/// A child and how often it is expected to be fed.
public struct BabyProfile: Entity, FieldPayload, Codable {
  public static let kind = "nursery.baby"
  // The operations of `Draft` look whether there is one; devices write events in any order.
  public static let takesEventsBeforeCreation = true
  public static let revision = 2

  /// Seconds between feeds unless something else is set: three hours.
  public static let standardFeedTerm: Double = 10_800

  /// The name.
  public var name = ""
  /// Seconds after which the next feed is due.
  public var feedTerm = standardFeedTerm
  /// When the profile was made; profiles are listed in this order.
  public var createdAt = Date(timeIntervalSinceReferenceDate: 0)
  /// The date of birth as told, in ISO form such as `2025-10-21`.
  public var birthDate: String?
  /// The time of birth as told, such as `04:30`.
  public var birthTime: String?
  /// The sex in the words of the app that told it, such as `f`.
  public var sex: String?
  /// The zone in which the baby lives, such as `Europe/Amsterdam`, as told; nil for that of the
  /// store.
  public var zone: String?
  /// How it is fed mostly, in the words of the app that told it, such as `bottle`.
  public var feedingStyle: String?
  /// The instant of birth bit for bit as told, where `birthDate` and `birthTime` in the baby's zone
  /// do not give it.
  public var born: Date?
  /// The row it was imported from.
  public var source: SourceReference?
  /// Whether it is deleted; the rest is kept so that it can be restored.
  public var isDeleted = false
  /// When another app changed the profile last, bit for bit as told; nil for one made here.
  public var updatedAt: Date?

  /// Makes a profile without a name, for reading.
  public init() {}

  /// Makes a profile.
  public init(
    name: String, feedTerm: Double = standardFeedTerm, createdAt: Date, birthDate: String? = nil,
    birthTime: String? = nil, source: SourceReference? = nil, isDeleted: Bool = false
  ) {
    self.name = name
    self.feedTerm = feedTerm
    self.createdAt = createdAt
    self.birthDate = birthDate
    self.birthTime = birthTime
    self.source = source
    self.isDeleted = isDeleted
  }

  public init(from reader: inout PayloadReader) throws {
    try self.init(from: &reader, requiring: [1, 3])
  }

  public mutating func fields(_ field: inout some FieldCoding) throws {
    try field(1, &name)
    try field(2, &feedTerm)
    try field(3, &createdAt)
    try field(4, &birthDate)
    try field(5, &birthTime)
    try field(6, &sex)
    try field(7, &zone)
    try field(8, &feedingStyle)
    try field(9, &born)
    try field(10, &source)
    try field(11, &isDeleted, unless: false)
    try field(12, &updatedAt)
  }

  public static let propertyNames = [
    1: "name", 2: "feedTerm", 3: "createdAt", 4: "birthDate", 5: "birthTime", 6: "sex", 7: "zone",
    8: "feedingStyle", 9: "born", 10: "source", 11: "isDeleted", 12: "updatedAt",
  ]
}

extension BabyProfile {
  public func encode(to encoder: any Encoder) throws {
    try encodeFields(to: encoder, names: Self.propertyNames)
  }

  /// Reads what `encode` wrote; what is absent is as a new one has it.
  public init(from decoder: any Decoder) throws {
    try self.init(fieldsFrom: decoder, names: Self.propertyNames, requiring: [1, 3])
  }
}
