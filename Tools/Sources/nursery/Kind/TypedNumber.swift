import DaybookTool

/// A number as people type it, with a point or a comma before its decimals.
enum TypedNumber {
  /// Commands of which words say what an entry is.
  private static let commands: Set<String> = ["add", "start", "finish", "edit"]

  /// The words of a command line, a number below nothing among those of an entry with a blank
  /// before it: else the parser would take it for options.
  static func withoutDash(_ words: [String]) -> [String] {
    guard commands.contains(words.first ?? "") else { return words }
    return words.map { isBelowNothing($0) ? " \($0)" : $0 }
  }

  /// The word as it was typed.
  static func withDash(_ word: String) -> String {
    let typed = word.dropFirst()
    return word.hasPrefix(" ") && isBelowNothing(typed) ? String(typed) : word
  }

  /// Whether a word begins with a number, which no name does.
  static func begins(_ word: String) -> Bool {
    word.first?.isNumber == true || isBelowNothing(word)
  }

  /// Whether it begins with a number that is less than nothing.
  static func isBelowNothing(_ text: some StringProtocol) -> Bool {
    text.hasPrefix("-") && text.dropFirst().first?.isNumber == true
  }

  /// The number; nil for what is none.
  ///
  /// - Parameter text: what the digits are the beginning of.
  /// - Throws: `BadText` for a comma with three digits behind it, which may also stand between
  ///   thousands.
  static func value(_ digits: Substring, in text: String) throws -> Double? {
    let parts = digits.split(separator: ",", omittingEmptySubsequences: false)
    let mayBeThousands =
      parts.count > 1 && (1...3).contains(parts[0].count) && parts[0] != "0"
      && parts.dropFirst().allSatisfy { $0.count == 3 } && parts.joined().allSatisfy(\.isNumber)
    let decimal = Double(digits.replacing(",", with: "."))
    if mayBeThousands {
      let rest = text.dropFirst(digits.count)
      let whole = parts.joined()
      let other = decimal.map { " or \($0)\(rest)" } ?? ""
      let fraction = decimal == nil ? "" : " or a little more than \(parts[0])"
      throw BadText(
        "“\(text)” may mean \(whole)\(fraction); write it without the comma, as \(whole)\(rest)\(other)"
      )
    }
    return decimal.flatMap { $0.isFinite ? $0 : nil }
  }
}
