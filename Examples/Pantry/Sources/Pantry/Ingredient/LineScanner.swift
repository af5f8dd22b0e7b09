/// Reads amounts and units from the beginning of a line.
struct LineScanner {
  private var text: Substring

  /// - Parameter text: a line with single spaces.
  init(_ text: String) { self.text = text[...] }

  /// What was not read yet.
  var rest: String {
    let words = text.drop { $0 == " " }
    return String(words.hasPrefix("of ") ? words.dropFirst(3) : words)
  }

  /// An amount or a range and its unit; nil, and nothing is read, when there is none.
  mutating func quantity() -> Quantity? {
    let start = text
    guard var amount = self.amount() else { return restored(start) }
    var end = rangeEnd()
    if end == nil, let times = factor() { amount *= times }
    if let last = end, last < amount { (amount, end) = (last, amount) }
    let isAttached = text.first.map { $0 != " " } ?? false
    if let unit = unit() {
      let first = Quantity(amount: amount, end: end, unit: unit)
      return end == nil ? withMore(first) : first
    }
    // “2nd” and “2-inch” are words.
    return isAttached ? restored(start) : Quantity(amount: amount, end: end)
  }

  /// The sum with what follows in a smaller unit of the same dimension: “1 lb 4 oz”, “1 cup plus
  /// 2 tbsp”.
  private mutating func withMore(_ first: Quantity) -> Quantity {
    let start = text
    skipSpace()
    for word in ["plus ", "and ", "+ "] where text.hasPrefix(word) {
      text.removeFirst(word.count)
      break
    }
    if let amount = amount(), let unit = unit(), let size = unit.factor,
      let own = first.unit.factor, size < own,
      let sum = first.adding(Quantity(amount: amount, unit: unit))
    {
      return sum
    }
    text = start
    return first
  }

  private mutating func restored(_ start: Substring) -> Quantity? {
    text = start
    return nil
  }

  /// “2”, “2.5”, “1/2”, “2 1/2”, “2-1/2”, “2½”, “½”, “a”.
  private mutating func amount() -> Double? {
    for article in ["a ", "an "] where text.lowercased().hasPrefix(article) {
      text.removeFirst(article.count - 1)
      return 1
    }
    guard let whole = number() else { return sign() }
    if let divisor = divisor() { return whole / divisor }
    let start = text
    if text.first == "-" { text.removeFirst() } else { skipSpace() }
    if let sign = sign() { return whole + sign }
    if let numerator = number(), let divisor = divisor(), start.first != "-" || numerator < divisor
    {
      return whole + numerator / divisor
    }
    text = start
    return whole
  }

  /// The sign of a fraction.
  private mutating func sign() -> Double? {
    guard let value = text.first.flatMap(Fraction.value(of:)) else { return nil }
    text.removeFirst()
    return value
  }

  /// What follows a stroke; nil when there is none, or nothing that can divide.
  private mutating func divisor() -> Double? {
    guard let stroke = text.first, "/⁄".contains(stroke) else { return nil }
    let start = text
    text.removeFirst()
    if let number = number(), number > 0 { return number }
    text = start
    return nil
  }

  /// Digits, perhaps with a point or a comma; one before exactly three digits divides thousands,
  /// if it does not follow a zero.
  private mutating func number() -> Double? {
    let digits = text.prefix { $0.isASCIIDigit }
    guard !digits.isEmpty, digits.count <= 9 else { return nil }
    text = text[digits.endIndex...]
    guard let point = text.first, point == "." || point == "," else { return Double(digits) }
    let more = text.dropFirst().prefix { $0.isASCIIDigit }
    guard !more.isEmpty, more.count <= 9 else { return Double(digits) }
    text = text[more.endIndex...]
    return Double(
      point == "," && more.count == 3 && digits.first != "0"
        ? "\(digits)\(more)" : "\(digits).\(more)")
  }

  /// The end of a range: “2-3”, “2 – 3”, “2 to 3”.
  private mutating func rangeEnd() -> Double? {
    let start = text
    skipSpace()
    if let mark = text.first, "-–—".contains(mark) {
      text.removeFirst()
    } else if text.hasPrefix("to ") {
      text.removeFirst(2)
    } else {
      text = start
      return nil
    }
    skipSpace()
    if let end = amount() { return end }
    text = start
    return nil
  }

  /// The other factor: “2 x 400 g”.
  private mutating func factor() -> Double? {
    let start = text
    skipSpace()
    if let mark = text.first, "x×".contains(mark) {
      text.removeFirst()
      skipSpace()
      if let factor = amount() { return factor }
    }
    text = start
    return nil
  }

  /// A unit of one word or two.
  private mutating func unit() -> Quantity.Unit? {
    let start = text
    skipSpace()
    let words = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
    for count in [2, 1] where words.count >= count {
      guard let unit = UnitWords.unit(words[..<count].joined(separator: " ")) else { continue }
      // “2 cloves” are a thing and no measure of one.
      if unit.dimension == nil, words.count == count { continue }
      text = text[words[count - 1].endIndex...]
      return unit
    }
    text = start
    return nil
  }

  private mutating func skipSpace() { text = text.drop { $0 == " " } }
}
