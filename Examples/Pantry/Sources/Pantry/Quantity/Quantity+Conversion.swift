extension Quantity {
  /// The same in another unit; nil when that measures something else.
  public func converted(to other: Unit) -> Quantity? {
    if unit == other { return self }
    guard let dimension = unit.dimension, dimension == other.dimension,
      let own = unit.factor, let factor = other.factor
    else { return nil }
    var result = scaled(by: own / factor)
    result.unit = other
    return result
  }

  /// In the unit that people would say: 1.5 kg for 1,500 g, a tablespoon for three teaspoons, 2.5 g
  /// for less than an eighth of a kilogram.
  public var tidied: Quantity {
    if let next = Self.next[unit], let larger = converted(to: next), larger.amount >= 1 {
      return larger.tidied
    }
    if amount > 0, amount < 1 / 8, let next = Self.previous[unit], let less = converted(to: next) {
      return less.tidied
    }
    return self
  }

  private static let previous: [Unit: Unit] = [
    .gram: .milligram, .kilogram: .gram, .liter: .milliliter, .cup: .tablespoon,
    .tablespoon: .teaspoon, .pound: .ounce,
  ]

  private static let next: [Unit: Unit] = [
    .milligram: .gram, .gram: .kilogram, .milliliter: .liter, .teaspoon: .tablespoon,
    .ounce: .pound,
  ]
}
