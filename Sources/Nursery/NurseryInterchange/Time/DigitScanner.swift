/// Reads runs of ASCII digits and single marks from the front of a text.
struct DigitScanner {
  private let bytes: [UInt8]
  private var at = 0

  init(_ text: some StringProtocol) { bytes = Array(text.utf8) }

  var isAtEnd: Bool { at == bytes.count }

  /// The number in exactly `count` digits; nil, with nothing taken, when there are fewer.
  mutating func digits(_ count: Int) -> Int? {
    guard at + count <= bytes.count else { return nil }
    var value = 0
    for byte in bytes[at..<at + count] {
      guard (0x30...0x39).contains(byte) else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    at += count
    return value
  }

  /// The number in one to `count` digits; nil, with nothing taken, without a digit.
  mutating func digits(upTo count: Int) -> Int? {
    var value: Int?
    for _ in 0..<count {
      guard let digit = digits(1) else { break }
      value = (value ?? 0) * 10 + digit
    }
    return value
  }

  /// A fraction of any length ≥ 1 as units of 10⁻⁶, further digits cut off; nil without a digit.
  mutating func microseconds() -> Int? {
    var (value, count) = (0, 0)
    while let digit = digits(1) {
      if count < 6 { value = value * 10 + digit }
      count += 1
    }
    guard count > 0 else { return nil }
    for _ in 0..<max(0, 6 - count) { value *= 10 }
    return value
  }

  /// Takes the next character when it is this mark.
  mutating func take(_ mark: Unicode.Scalar) -> Bool {
    if mark.isASCII {
      guard at < bytes.count, bytes[at] == UInt8(ascii: mark) else { return false }
      at += 1
      return true
    }
    let mark = Array(String(mark).utf8)
    guard bytes[at...].starts(with: mark) else { return false }
    at += mark.count
    return true
  }

  /// `Z`, `±HH:MM` or `±HHMM` as seconds east of UTC; nil for anything else.
  ///
  /// - Parameter needsMinutes: whether `±HH` is refused too.
  mutating func utcOffset(needsMinutes: Bool) -> Int? {
    if take("Z") { return 0 }
    let sign: Int
    if take("+") { sign = 1 } else if take("-") { sign = -1 } else { return nil }
    guard let hours = digits(2), hours < 24 else { return nil }
    _ = take(":")
    guard let minutes = digits(2) ?? (needsMinutes ? nil : 0), minutes < 60 else { return nil }
    return sign * (hours * 3600 + minutes * 60)
  }
}
