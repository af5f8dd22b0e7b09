extension VolumeUnit {
  /// The number of this unit in `nanolitres`, as the nearest `Double`.
  public func value(ofNanolitres nanolitres: Int64) -> Double {
    Double(nanolitres) / Double(self.nanolitres)
  }

  /// The unit that a person sees, from the setting `preferredUnit` as BabyDashboard keeps it.
  ///
  /// Only the text `fl oz`, letter by letter, means fluid ounces; every other text means
  /// millilitres, `L` and `cup` included. Without a text the region decides.
  ///
  /// - Parameters:
  ///   - setting: the stored text; nil when nothing was chosen.
  ///   - usesUSMeasures: whether the device's region measures as the United States do.
  public static func preferred(setting: String?, usesUSMeasures: Bool) -> VolumeUnit {
    guard let setting else { return usesUSMeasures ? .fluidOunce : .millilitre }
    return setting == VolumeUnit.fluidOunce.symbol ? .fluidOunce : .millilitre
  }
}

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
