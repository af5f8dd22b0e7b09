/// The elements of a JSON array, or the lines of a file, in the words of their text, with what
/// stands before, between and after them.
struct RawList {
  let elements: [String]
  private let head: String
  /// One fewer than elements.
  private let betweens: [String]
  private let tail: String
  /// What stands between new ones.
  private let separator: String

  /// The elements of an array.
  ///
  /// - Returns: nil for what is no array.
  init?(array text: String) {
    guard text.utf8.first(where: { $0 > 32 }) == UInt8(ascii: "["), let parts = RawParts(text)
    else { return nil }
    self.init(Array(text.utf8), parts.ranges, emptyAt: parts.inside.lowerBound, separator: ",")
  }

  /// The lines of a file, without blank ones, which stand between the others.
  init(lines text: String) {
    let bytes = Array(text.utf8)
    var (ranges, start): ([Range<Int>], Int) = ([], 0)
    for end in bytes.indices.filter({ bytes[$0] == 10 }) + [bytes.count] {
      let last = end > start && bytes[end - 1] == 13 ? end - 1 : end
      if !bytes[start..<last].allSatisfy({ $0 == 32 || $0 == 9 || $0 == 13 }) {
        ranges.append(start..<last)
      }
      start = end + 1
    }
    self.init(bytes, ranges, emptyAt: 0, separator: "\n")
  }

  private init(_ bytes: [UInt8], _ ranges: [Range<Int>], emptyAt: Int, separator: String) {
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    elements = ranges.map(text)
    head = text(0..<(ranges.first?.lowerBound ?? emptyAt))
    tail = text((ranges.last?.upperBound ?? emptyAt)..<bytes.count)
    betweens = zip(ranges, ranges.dropFirst()).map { text($0.upperBound..<$1.lowerBound) }
    self.separator = betweens.first ?? separator
  }

  /// The text with other elements.
  ///
  /// - Parameters:
  ///   - changed: one for each element; nil takes it out.
  ///   - new: come after all others.
  func text(_ changed: [String?], adding new: [String]) -> String {
    var text = head
    var isFirst = true
    for (index, element) in changed.enumerated() {
      guard let element else { continue }
      text += (isFirst ? "" : betweens[index - 1]) + element
      isFirst = false
    }
    for element in new {
      text += (isFirst ? "" : separator) + element
      isFirst = false
    }
    return text + tail
  }
}
