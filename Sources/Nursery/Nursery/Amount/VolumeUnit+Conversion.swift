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
