internal import Nursery

extension Amount {
  /// Whether two cells may tell the same, when their units tell that: a millilitre is what units
  /// and their rounding may make.
  func mayBe(_ other: Amount) -> Bool {
    if let own = nanolitres, let other = other.nanolitres { return abs(own - other) <= 1_000_000 }
    return unitText == other.unitText && (value - other.value).magnitude <= 1e-6 * value.magnitude
  }
}
