public import Daybook

/// Milk that was pumped, or is being.
public typealias PumpingSession = Entry<PumpingDetails>

/// What is told of pumped milk.
public struct PumpingDetails: TimedDetails, Equatable {
  public static let kindName = "pumping"
  public static let entryKind = EntryKind.pumping
  public static let propertyNames = [8: "amount", 9: "left", 10: "right"]

  /// The whole amount, as typed; nil when nobody said.
  public var amount: Amount?
  /// The part of the left breast.
  public var left: Amount?
  /// The part of the right breast.
  public var right: Amount?

  /// Details of which nothing is told.
  public init() {}

  /// Tells what is known.
  @_disfavoredOverload
  public init(amount: Amount? = nil, left: Amount? = nil, right: Amount? = nil) {
    self.amount = amount
    self.left = left
    self.right = right
  }

  public mutating func fields(_ field: inout some FieldCoding) throws {
    try field(8, &amount)
    try field(9, &left)
    try field(10, &right)
  }

  public static func historyEntry(_ entry: PumpingSession) -> HistoryEntry { .pumping(entry) }

  /// The whole amount; where nobody said, the sum of both parts in the unit of the left one.
  ///
  /// Nil when nothing is told, and when the units of both cannot be added.
  public var volume: Amount? {
    if let amount { return amount }
    guard let left, let right else { return left ?? right }
    return left.adding(right)
  }

  public var volumes: [Amount] { amount.map { [$0] } ?? [left, right].compactMap(\.self) }
}
