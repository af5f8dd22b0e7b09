/// Turns a file's bytes into UTF-8 without a byte order mark.
package enum TextBytes {
  /// Whether a byte is a blank or a line end of ASCII.
  package static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  /// Whether a text that begins like that is in UTF-32: by its mark, or because of its first signs
  /// three bytes of four are zero, the same of all.
  static func isLong(_ head: [UInt8]) -> Bool {
    if head.starts(with: [0xFF, 0xFE, 0, 0]) || head.starts(with: [0, 0, 0xFE, 0xFF]) {
      return true
    }
    let signs = min(head.count / 4, 16)
    guard signs >= 2 else { return false }
    return [0, 3].contains { place in
      (0..<4 * signs).allSatisfy { (head[$0] == 0) == ($0 % 4 != place) }
    }
  }

  /// The signs of ASCII at the beginning of a text in UTF-16.
  static func narrow(_ head: [UInt8]) -> [UInt8] {
    let isMarked = head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF])
    let high = isMarked ? (head[0] == 0xFF ? 1 : 0) : zeroHalf(of: head) ?? 1
    return stride(from: isMarked ? 2 : 0, to: min(head.count - 1, 256), by: 2)
      .filter { head[$0 + high] == 0 }.map { head[$0 + 1 - high] }
  }

  /// Whether a text that begins like that is in UTF-16: by its mark, or because of each of its
  /// first pairs one byte is zero, the same of all.
  static func isWide(_ head: [UInt8]) -> Bool {
    head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF])
      || zeroHalf(of: head) != nil
  }

  /// Which byte of each of the first pairs is zero: 0 or 1; nil when that is none, or both.
  private static func zeroHalf(of head: [UInt8]) -> Int? {
    let pairs = min(head.count / 2, 32)
    // Fewer may be a short text with zeros in it.
    guard pairs >= 4 else { return nil }
    let halves = [0, 1].filter { half in (0..<pairs).allSatisfy { head[2 * $0 + half] == 0 } }
    return halves.count == 1 ? halves[0] : nil
  }

  /// Does not check UTF-8 input: the parser does, and knows the line.
  package static func utf8(_ bytes: [UInt8], file: String) throws(InterchangeError) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
    if bytes.starts(with: [0xFF, 0xFE]) {
      return try utf16(bytes.dropFirst(2), low: 0, high: 1, file: file)
    }
    if bytes.starts(with: [0xFE, 0xFF]) {
      return try utf16(bytes.dropFirst(2), low: 1, high: 0, file: file)
    }
    guard let zero = zeroHalf(of: bytes) else { return bytes }
    return try utf16(bytes[...], low: 1 - zero, high: zero, file: file)
  }

  private static func utf16(
    _ bytes: ArraySlice<UInt8>, low: Int, high: Int, file: String
  ) throws(InterchangeError) -> [UInt8] {
    let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map {
      UInt16(bytes[$0 + low]) | UInt16(bytes[$0 + high]) << 8
    }
    if bytes.count.isMultiple(of: 2), let text = String(validating: units, as: UTF16.self) {
      return Array(text.utf8)
    }
    let line = 1 + units[..<firstFault(in: units)].count { $0 == 0x0A }
    throw .notCSV(file, line: line, "holds bytes that are not UTF-16 text")
  }

  /// The index of the first surrogate without its partner; the end when only half a unit is left.
  private static func firstFault(in units: [UInt16]) -> Int {
    var at = 0
    while at < units.count {
      if UTF16.isLeadSurrogate(units[at]) {
        guard at + 1 < units.count, UTF16.isTrailSurrogate(units[at + 1]) else { return at }
        at += 1
      } else if UTF16.isTrailSurrogate(units[at]) {
        return at
      }
      at += 1
    }
    return at
  }
}
