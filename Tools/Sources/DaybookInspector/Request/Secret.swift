/// Words that only some know.
public enum Secret {
  /// Whether two are the same; takes as long whichever byte differs.
  public static func isSame(_ one: String, _ other: String) -> Bool {
    let (a, b) = (Array(one.utf8), Array(other.utf8))
    guard a.count == b.count else { return false }
    return zip(a, b).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// 128 bits from the system's generator, as 32 hexadecimal digits.
  public static func make() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let word: UInt64 = generator.next()
      // By hand, because the engine's `padded` is for targets of its own package.
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
