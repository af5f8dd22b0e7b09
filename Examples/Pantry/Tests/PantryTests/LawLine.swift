/// A line that is typed, and what it says.
struct LawLine {
  var name: String
  var amount: Double?
  var unit = ""

  var text: String {
    guard let amount else { return name }
    return unit.isEmpty ? "\(Int(amount)) \(name)" : "\(Int(amount)) \(unit) \(name)"
  }

  static let names = ["rice", "leeks", "salt", "oil", "milk", "flour"]

  static func random(_ random: inout some RandomNumberGenerator) -> LawLine {
    let number = Double(Int.random(in: 1...9, using: &random))
    var line = LawLine(name: names.randomElement(using: &random) ?? "rice")
    switch Int.random(in: 0..<4, using: &random) {
    case 0: (line.amount, line.unit) = (number * 100, "g")
    case 1: (line.amount, line.unit) = (number, "can")
    case 2: line.amount = number
    default: break
    }
    return line
  }
}
