extension JSONValue {
  /// A number as JSON writes it.
  ///
  /// Two are equal when they are written alike: `1` is not `1.0`. Compare ``int`` or ``double`` for
  /// the values.
  public struct Number: Hashable, Sendable, CustomStringConvertible {
    /// The number as it is written, such as `-12.50` or `1e9`.
    public let text: String

    /// A whole number.
    public init(_ value: Int64) { text = String(value) }

    /// A floating-point number, in the shortest form that gives it back; nil for NaN and
    /// infinities.
    public init?(_ value: Double) {
      guard value.isFinite else { return nil }
      text = "\(value)"
    }

    /// A number in the form that JSON has for it; nil for another text.
    public init?(text: String) {
      guard Self.length(of: text.utf8[...]) == text.utf8.count else { return nil }
      self.text = text
    }

    init(checked text: String) { self.text = text }

    public var description: String { text }

    /// The number, if it is a whole one that fits.
    public var int: Int64? {
      if let value = Int64(text) { return value }
      guard let value = Double(text), value.magnitude < 9_007_199_254_740_992,
        let whole = Int64(exactly: value), isExactly(whole)
      else { return nil }
      return whole
    }

    /// Whether the digits, moved by the exponent, are those of a whole number and zeros.
    private func isExactly(_ whole: Int64) -> Bool {
      let parts = text.lowercased().split(separator: "e", omittingEmptySubsequences: false)
      let halves = parts[0].split(separator: ".", omittingEmptySubsequences: false)
      let fraction = halves.count > 1 ? halves[1] : ""
      let digits = (halves[0] + fraction).drop { $0 == "-" || $0 == "0" }
      if digits.isEmpty { return whole == 0 }
      guard parts.count == 1 || Int(parts[1]) != nil else { return false }
      // How many zeros follow the digits of the whole number, or are cut off from those written.
      let shift = (parts.count > 1 ? Int(parts[1]) ?? 0 : 0) - fraction.count
      let (own, wanted) = (String(digits), String(whole.magnitude))
      if shift >= 0 { return own.count + shift == wanted.count && wanted.hasPrefix(own) }
      let zeros = own.count - wanted.count
      return zeros == -shift && own.hasPrefix(wanted)
        && own.dropFirst(wanted.count).allSatisfy { $0 == "0" }
    }

    /// The nearest floating-point number; nil beyond the greatest one.
    public var double: Double? { Double(text).flatMap { $0.isFinite ? $0 : nil } }

    /// How many bytes at the beginning are one number (RFC 8259, section 6); 0 when none are.
    static func length<Bytes: Collection<UInt8>>(of bytes: Bytes) -> Int {
      var place = bytes.startIndex
      func isNext(_ wanted: (UInt8) -> Bool) -> Bool {
        guard place < bytes.endIndex, wanted(bytes[place]) else { return false }
        place = bytes.index(after: place)
        return true
      }
      func digits() -> Bool {
        guard isNext(isDigit) else { return false }
        while isNext(isDigit) {}
        return true
      }
      _ = isNext { $0 == UInt8(ascii: "-") }
      if !isNext({ $0 == UInt8(ascii: "0") }), !digits() { return 0 }
      if isNext({ $0 == UInt8(ascii: ".") }), !digits() { return 0 }
      if isNext({ $0 | 0x20 == UInt8(ascii: "e") }) {
        _ = isNext { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
        if !digits() { return 0 }
      }
      return bytes.distance(from: bytes.startIndex, to: place)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
  }
}
