import Daybook

/// Where the parts of a JSON array or object stand in its text: its elements, or its names and
/// values in turn.
struct RawParts {
  let bytes: [UInt8]
  /// What is between the brackets.
  private(set) var inside = 0..<0
  /// The parts without the blanks around them.
  private(set) var ranges: [Range<Int>] = []

  /// - Returns: nil for what is neither.
  init?(_ text: String) {
    bytes = Array(text.utf8)
    // From here on quotes, brackets and commas stand where they belong.
    guard let value = try? JSONValue(parsing: bytes), value.object != nil || value.array != nil
    else { return nil }
    var (depth, isText, isEscaped, start) = (0, false, false, 0)
    for (place, byte) in bytes.enumerated() {
      if isText {
        if byte == UInt8(ascii: "\""), !isEscaped { isText = false }
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isText = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        if depth == 1 { (start, inside) = (place + 1, place + 1..<place + 1) }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 {
          inside = inside.lowerBound..<place
          add(start..<place)
        }
      case UInt8(ascii: ","), UInt8(ascii: ":"):
        if depth == 1 {
          add(start..<place)
          start = place + 1
        }
      default: break
      }
    }
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private mutating func add(_ range: Range<Int>) {
    func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 10 || byte == 13 }
    let part = bytes[range]
    // An empty array or object has one part, which is blank.
    guard let first = part.firstIndex(where: { !isBlank($0) }),
      let last = part.lastIndex(where: { !isBlank($0) })
    else { return }
    ranges.append(first..<last + 1)
  }
}
