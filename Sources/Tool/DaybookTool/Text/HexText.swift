import Daybook

/// Bytes as hexadecimal digits after `0x`.
enum HexText {
  static func text(_ bytes: [UInt8]) -> String { "0x" + bytes.hexadecimal }

  /// nil for other texts.
  static func bytes(_ text: String) -> [UInt8]? {
    guard text.hasPrefix("0x"), text.utf8.count % 2 == 0, text.utf8.count > 2 else { return nil }
    let digits = Array(text.dropFirst(2))
    var found: [UInt8] = []
    for place in stride(from: 0, to: digits.count, by: 2) {
      guard let byte = UInt8(String(digits[place...place + 1]), radix: 16) else { return nil }
      found.append(byte)
    }
    return found
  }
}
