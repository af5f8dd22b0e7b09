/// The fractions that have a sign of their own, as recipes write them.
enum Fraction {
  private static let signs: [(sign: Character, value: Double)] = [
    ("½", 1 / 2), ("⅓", 1 / 3), ("⅔", 2 / 3), ("¼", 1 / 4), ("¾", 3 / 4), ("⅛", 1 / 8),
    ("⅜", 3 / 8), ("⅝", 5 / 8), ("⅞", 7 / 8), ("⅕", 1 / 5), ("⅖", 2 / 5), ("⅗", 3 / 5),
    ("⅘", 4 / 5), ("⅙", 1 / 6), ("⅚", 5 / 6),
  ]

  /// What a sign stands for; nil for any other character.
  static func value(of sign: Character) -> Double? {
    signs.first { $0.sign == sign }?.value
  }

  /// The sign of a number between 0 and 1; nil when none is near enough.
  static func sign(near number: Double) -> Character? {
    signs.first { abs($0.value - number) < 0.002 }?.sign
  }
}
