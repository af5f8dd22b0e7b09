public import DaybookMacros

/// How much of something: an amount or a range, in a unit.
@Payload public struct Quantity: Hashable, Sendable {
  @Field(1) public var amount: Double
  /// The end of a range, such as the 3 of “2–3”.
  @Field(2) public var end: Double?
  @Field(3) public var unit: Quantity.Unit = .piece
}

extension Quantity {
  /// So many times as much.
  public func scaled(by factor: Double) -> Quantity {
    Quantity(
      amount: Self.tidy(amount * factor), end: end.map { Self.tidy($0 * factor) }, unit: unit)
  }

  /// The number without what floating point adds to it: a third of three is one.
  static func tidy(_ number: Double) -> Double {
    let digits = 1e9
    return abs(number) < 1e6 ? (number * digits).rounded() / digits : number
  }
}
