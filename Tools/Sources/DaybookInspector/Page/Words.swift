/// Numbers and counts on pages.
enum Words {
  /// With a comma between thousands, such as `1,410`.
  static func number(_ number: some BinaryInteger) -> String {
    let digits = String(number)
    var result = ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place) % 3 == 0, result != "-" { result += "," }
      result.append(digit)
    }
    return result
  }

  /// A count with its noun, such as `1 feed` and `1,410 feeds`.
  static func count(_ count: some BinaryInteger, _ one: String, _ many: String? = nil) -> String {
    "\(number(count)) \(count == 1 ? one : many ?? one + "s")"
  }
}
