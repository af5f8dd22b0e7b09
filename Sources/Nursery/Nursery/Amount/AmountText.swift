/// Volumes as text, such as `120 mL` and `8.1 fl oz`.
///
/// The decimal separator is a point in every language: the text is the same on every device.
public enum AmountText {
  /// A total: no decimals in millilitres, one in every other unit.
  ///
  /// Rounded to nearest, half up as people do; exact, because nothing passes through a `Double`.
  public static func total(nanolitres: Int64, in unit: VolumeUnit) -> String {
    guard unit != .millilitre else {
      return "\(rounded(nanolitres, to: unit.nanolitres)) \(unit.symbol)"
    }
    let tenths = rounded(nanolitres, to: unit.nanolitres / 10)
    return "\(decimal(tenths: tenths)) \(unit.symbol)"
  }

  /// One amount in `unit`, with one decimal when that is not zero.
  ///
  /// An amount whose unit is not known is shown with its own text instead of being converted.
  public static func text(_ amount: Amount, in unit: VolumeUnit) -> String {
    if let nanolitres = amount.nanolitres {
      return "\(short(tenths: rounded(nanolitres, to: unit.nanolitres / 10))) \(unit.symbol)"
    }
    return text(amount.value, amount.unitText)
  }

  /// A sum: the total in `unit`, and the sums in unknown units beside it, such as
  /// `120 mL + 2.5 scoops`.
  ///
  /// Nothing at all is `0 mL`; sums in unknown units alone stand without a total.
  public static func total(_ sum: AmountSum, in unit: VolumeUnit) -> String {
    let unknown = sum.unknown.sums.map { text($0.value, $0.unitText) }
    guard sum.count > 0 || unknown.isEmpty else { return unknown.joined(separator: " + ") }
    return ([total(nanolitres: sum.nanolitres, in: unit)] + unknown).joined(separator: " + ")
  }

  private static func text(_ value: Double, _ unitText: String?) -> String {
    guard let unitText, !unitText.isEmpty else { return number(value) }
    return "\(number(value)) \(unitText)"
  }

  private static func number(_ value: Double) -> String {
    let tenths = (value * 10).rounded()
    return abs(tenths) < 9e15 ? short(tenths: Int64(tenths)) : value.description
  }

  private static func short(tenths: Int64) -> String {
    tenths % 10 == 0 ? (tenths / 10).description : decimal(tenths: tenths)
  }

  private static func decimal(tenths: Int64) -> String {
    let size = tenths.magnitude
    return "\(tenths < 0 ? "-" : "")\(size / 10).\(size % 10)"
  }

  /// `value / step`, rounded to nearest, a half away from zero; a `step` is even and positive.
  private static func rounded(_ value: Int64, to step: Int64) -> Int64 {
    let (quotient, rest) = value.quotientAndRemainder(dividingBy: step)
    return Int64(rest.magnitude) < step / 2 ? quotient : quotient + value.signum()
  }
}
