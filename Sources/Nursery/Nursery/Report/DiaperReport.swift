/// The diaper changes of one baby on one day.
public struct DiaperReport: Hashable, Codable, Sendable {
  /// All of them.
  public private(set) var count: Int64 = 0
  /// Those that were wet, whether solid or not.
  public private(set) var wet: Int64 = 0
  /// Those that were solid, whether wet or not.
  public private(set) var solid: Int64 = 0
  /// Those that were wet and solid.
  public private(set) var both: Int64 = 0
  /// Those that were neither.
  public private(set) var dry: Int64 = 0
  /// Those with an amount.
  public private(set) var withAmount: Int64 = 0
  /// The sum of their amounts in millionths of the source's measure.
  public private(set) var millionths: Int64 = 0
  /// How many there are of each colour that was told.
  public private(set) var colors: [String: Int64] = [:]

  /// The sum of the amounts, in the source's measure.
  public var amount: Double { Double(millionths) / 1e6 }

  /// No change.
  public init() {}

  /// Counts one more; an amount that is not finite, or 9 000 000 000 and more, has no part in the
  /// sum.
  public mutating func add(_ change: DiaperChange) {
    count += 1
    wet += change.wet ? 1 : 0
    solid += change.solid ? 1 : 0
    both += change.wet && change.solid ? 1 : 0
    dry += change.wet || change.solid ? 0 : 1
    if let color = change.color { colors[color, default: 0] += 1 }
    guard let amount = change.amount else { return }
    withAmount += 1
    let part = (amount * 1e6).rounded()
    if abs(part) < 9e15 { millionths &+= Int64(part) }
  }
}
