public import Daybook

/// A change of some properties of a diaper change; what it does not name stays.
public struct DiaperAmendment: Amendment {
  /// The child.
  public var baby: Edit<UUID> = .keep
  /// The new time; nil keeps the old one.
  public var time: Date?
  /// Whether it was wet; nil keeps the old answer.
  public var wet: Bool?
  /// Whether it was solid; nil keeps the old answer.
  public var solid: Bool?
  /// BabyDashboard's type.
  public var typeText: Edit<String> = .keep
  /// The colour.
  public var color: Edit<String> = .keep
  /// The amount.
  public var amount: Edit<Double> = .keep
  /// The memo.
  public var memo: Edit<String> = .keep
  /// All tags; nil keeps the old ones.
  public var tags: [String]?

  /// An amendment that changes nothing.
  public init() {}

  /// The amendment that turns `old` into `new`, naming only what differs.
  ///
  /// The source and the deletion are not compared: they are not for amendments.
  public init(from old: DiaperChange, to new: DiaperChange) {
    baby = Edit(from: old.baby, to: new.baby)
    time = new.time == old.time ? nil : new.time
    wet = new.wet == old.wet ? nil : new.wet
    solid = new.solid == old.solid ? nil : new.solid
    typeText = Edit(from: old.typeText, to: new.typeText)
    color = Edit(from: old.color, to: new.color)
    amount = Edit(from: old.amount, to: new.amount)
    memo = Edit(from: old.memo, to: new.memo)
    tags = new.tags == old.tags ? nil : new.tags
  }

  public mutating func properties(_ property: inout some AmendmentCoding) throws {
    try property(1, &baby)
    try property(2, &time)
    try property(3, &wet)
    try property(4, &solid)
    try property(5, &typeText)
    try property(6, &color)
    try property(7, &amount)
    try property(8, &memo)
    try property(9, &tags)
  }
}
