public import Daybook

/// A change of some properties of a profile; what it does not name stays.
public struct BabyAmendment: Amendment {
  /// The new name; nil keeps the old one.
  public var name: String?
  /// The new seconds between feeds; nil keeps the old ones.
  public var feedTerm: Double?
  /// The date of birth.
  public var birthDate: Edit<String> = .keep
  /// The time of birth.
  public var birthTime: Edit<String> = .keep

  /// An amendment that changes nothing.
  public init() {}

  /// Names what changes.
  public init(
    name: String? = nil, feedTerm: Double? = nil, birthDate: Edit<String> = .keep,
    birthTime: Edit<String> = .keep
  ) {
    self.name = name
    self.feedTerm = feedTerm
    self.birthDate = birthDate
    self.birthTime = birthTime
  }

  /// The amendment that turns `old` into `new`, naming only what differs.
  ///
  /// The date of creation, the source and the deletion are not compared: they are not for
  /// amendments.
  public init(from old: BabyProfile, to new: BabyProfile) {
    name = new.name == old.name ? nil : new.name
    feedTerm = new.feedTerm == old.feedTerm ? nil : new.feedTerm
    birthDate = Edit(from: old.birthDate, to: new.birthDate)
    birthTime = Edit(from: old.birthTime, to: new.birthTime)
  }

  public mutating func properties(_ property: inout some AmendmentCoding) throws {
    try property(1, &name)
    try property(2, &feedTerm)
    try property(4, &birthDate)
    try property(5, &birthTime)
  }
}
