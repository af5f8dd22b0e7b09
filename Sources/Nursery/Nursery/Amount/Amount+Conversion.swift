extension Amount {
  /// The amount in `unit`; nil when the unit of this one is not known.
  ///
  /// Converted through `Double`, so that the result is within two units in the last place; the same
  /// unit gives the same number. Not finite values stay so.
  public func converted(to unit: VolumeUnit) -> Amount? {
    guard let own = self.unit else { return nil }
    guard own != unit else { return Amount(value, unit) }
    return Amount(value * Double(own.nanolitres) / Double(unit.nanolitres), unit)
  }

  /// The sum of both in the unit of this one; nil when the units of both cannot be added.
  public func adding(_ other: Amount) -> Amount? {
    if unitText == other.unitText { return Amount(value + other.value, unitText: unitText) }
    return unit.flatMap { other.converted(to: $0) }.map {
      Amount(value + $0.value, unitText: unitText)
    }
  }

  /// The volume in nanolitres, where texts that are no known unit mean `unit`.
  ///
  /// BabyDashboard reads them as millilitres in charts and as the preferred unit in the totals of
  /// days. Nil, as for `nanolitres`, when there is no text of a unit, when `unit` is nil and the
  /// text is not known, or when the value is not finite or too great.
  public func nanolitres(takingUnknownAs unit: VolumeUnit?) -> Int64? {
    guard self.unit == nil, unitText != nil, let unit else { return nanolitres }
    return Amount(value, unit).nanolitres
  }
}
