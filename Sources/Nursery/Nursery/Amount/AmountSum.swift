/// A sum of amounts in any units: one volume, and the sums in unknown units beside it.
///
/// No amount is left out: one that has no volume, because its unit is not known or its value is not
/// finite, stands in the sum of its own text, as in the totals of days. Sums are exact, so their
/// order does not matter.
public struct AmountSum: Hashable, Sendable, Codable {
  /// The volume of all amounts that have one. Wraps around beyond 9 200 000 000 litres.
  public private(set) var nanolitres: Int64
  /// How many amounts that is of, which tells none from a sum of zero.
  public private(set) var count: Int64
  /// The sums of those without, by unit.
  public private(set) var unknown: UnitSums

  /// The sum of nothing, or of what was summed elsewhere, such as in the totals of a day.
  public init(nanolitres: Int64 = 0, count: Int64 = 0, unknown: UnitSums = UnitSums()) {
    self.nanolitres = nanolitres
    self.count = count
    self.unknown = unknown
  }

  /// The sum of `amounts`.
  ///
  /// - Parameter unit: what unknown units mean; nil keeps them apart.
  public init(_ amounts: some Sequence<Amount>, takingUnknownAs unit: VolumeUnit? = nil) {
    self.init()
    for amount in amounts { add(amount, takingUnknownAs: unit) }
  }

  /// Whether it is the sum of no amount at all.
  public var isEmpty: Bool { count == 0 && unknown.isEmpty }

  /// The volume in `unit`, as the nearest `Double`.
  public func value(in unit: VolumeUnit) -> Double { unit.value(ofNanolitres: nanolitres) }

  /// Adds one amount; O(number of unknown units).
  ///
  /// - Parameter unit: what an unknown unit means; nil keeps it apart.
  public mutating func add(_ amount: Amount, takingUnknownAs unit: VolumeUnit? = nil) {
    if let volume = amount.nanolitres(takingUnknownAs: unit) {
      nanolitres &+= volume
      count += 1
    } else {
      unknown.add(UnitSums(amount))
    }
  }

  /// The sum of both.
  public static func + (a: AmountSum, b: AmountSum) -> AmountSum {
    var sum = a
    sum.nanolitres &+= b.nanolitres
    sum.count &+= b.count
    sum.unknown.add(b.unknown)
    return sum
  }
}
