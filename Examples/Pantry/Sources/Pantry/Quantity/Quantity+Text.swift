extension Quantity {
  /// As a recipe has it: “2½ cups”, “1.5 kg”, “2–3”.
  public var text: String {
    let number = [amount, end].compactMap(\.self).map(text(of:)).joined(separator: "–")
    if unit == .piece { return number }
    return "\(number) \((end ?? amount) > 1 ? UnitWords.plural(of: unit) : unit.rawValue)"
  }

  private func text(of number: Double) -> String {
    if number < 0 { return "-\(text(of: -number))" }
    let whole = number.rounded(.down)
    let rest = number - whole
    if !unit.isMetric, let sign = Fraction.sign(near: rest), whole < 1e15 {
      return whole == 0 ? "\(sign)" : "\(Int(whole))\(sign)"
    }
    let rounded = abs(number) < 1e12 ? (number * 100).rounded() / 100 : number
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(rounded))" : "\(rounded)"
  }
}
