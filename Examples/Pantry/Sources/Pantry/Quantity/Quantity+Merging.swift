extension Quantity {
  /// The sum in the unit of this one; nil when the two cannot be added, such as grams and cups.
  public func adding(_ other: Quantity) -> Quantity? {
    guard let more = other.converted(to: unit) else { return nil }
    var sum = self
    sum.amount = Self.tidy(amount + more.amount)
    if end != nil || more.end != nil {
      sum.end = Self.tidy((end ?? amount) + (more.end ?? more.amount))
    }
    return sum
  }

  /// The sums of those that can be added, each in the unit that came first; what cannot be merged
  /// stays beside it.
  public static func merged(_ quantities: [Quantity]) -> [Quantity] {
    var sums: [Quantity] = []
    for quantity in quantities {
      if let place = sums.firstIndex(where: { $0.adding(quantity) != nil }),
        let sum = sums[place].adding(quantity)
      {
        sums[place] = sum
      } else {
        sums.append(quantity)
      }
    }
    return sums
  }
}
