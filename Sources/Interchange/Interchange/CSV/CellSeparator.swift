/// What separates the cells of a file: commas, or what a spreadsheet writes where the comma is the
/// decimal mark.
struct CellSeparator {
  private static let known: [UInt8] = [.comma, UInt8(ascii: ";"), UInt8(ascii: "\t")]

  /// The byte between two cells.
  let byte: UInt8
  /// How many bytes a first line takes that only names the separator; 0 without one.
  let lineLength: Int
  /// What separates the cells of the line after one that names another separator; nil when that
  /// line has the one that is named, or none at all.
  private(set) var contradiction: UInt8?

  /// Whether a byte may be named as separator: a sign of ASCII that is no letter and no digit.
  private static func canSeparate(_ byte: UInt8) -> Bool {
    let sign = Character(Unicode.Scalar(byte))
    return byte == UInt8(ascii: "\t")
      || (0x21..<0x7F).contains(byte) && !sign.isLetter && !sign.isNumber
  }

  /// Looks at the beginning of a text.
  ///
  /// A first line `sep=;`, as Excel reads and writes it, names the separator. Otherwise it is the
  /// one of which the first line with content has most outside quotes; a comma when none has more.
  init(_ head: ArraySlice<UInt8>) {
    let isLineEnd: (UInt8) -> Bool = { $0 == .lineFeed || $0 == .carriageReturn }
    let first = head.prefix { !isLineEnd($0) }
    let word = first.filter { $0 != .quote }
    if word.count == 5, String(decoding: word.dropLast(), as: UTF8.self).lowercased() == "sep=",
      let named = word.last, Self.canSeparate(named)
    {
      let rest = head.dropFirst(first.count)
      let isPair = rest.starts(with: [.carriageReturn, .lineFeed])
      byte = named
      lineLength = first.count + (isPair ? 2 : rest.isEmpty ? 0 : 1)
      let counts = Self.counts(of: Self.known + [named], in: rest)
      if counts.last == 0, let most = counts.max(), most > 0 {
        contradiction = counts.firstIndex(of: most).map { Self.known[$0] }
      }
      return
    }
    let counts = Self.counts(of: Self.known, in: head)
    let most = counts.max() ?? 0
    byte = Self.known[counts.firstIndex(of: most) ?? 0]
    lineLength = 0
  }

  /// How many of each there are outside quotes in the first line with content.
  private static func counts(of bytes: [UInt8], in head: ArraySlice<UInt8>) -> [Int] {
    let isLineEnd: (UInt8) -> Bool = { $0 == .lineFeed || $0 == .carriageReturn }
    var counts = Array(repeating: 0, count: bytes.count)
    var isQuoted = false
    for byte in head.drop(while: isLineEnd) {
      if byte == .quote { isQuoted.toggle() }
      if isQuoted { continue }
      if isLineEnd(byte) { break }
      for index in bytes.indices where bytes[index] == byte { counts[index] += 1 }
    }
    return counts
  }

  /// A separator in a sentence.
  static func name(_ byte: UInt8) -> String {
    byte == UInt8(ascii: "\t") ? "a tab" : "“\(Character(Unicode.Scalar(byte)))”"
  }
}
