/// The hashtags in a memo.
public enum Hashtags {
  /// The tags of `memo` in order, without the leading `#`, each once in its first spelling.
  ///
  /// A tag is one or more letters, numbers and underscores after a `#` that follows no word
  /// character. The text is taken as stored, without normalisation: a combining mark ends a tag.
  /// Spellings are the same when their lowercased texts are equal.
  ///
  /// Source: the regular expression `(?<!\w)#[\p{L}\p{N}_]+` with the word characters of ICU.
  public static func all(in memo: String?) -> [String] {
    // Most memos have none.
    guard let memo, memo.utf8.contains(UInt8(ascii: "#")) else { return [] }
    let scalars = memo.unicodeScalars
    var tags: [String] = []
    var seen: Set<String> = []
    var before: Unicode.Scalar?
    var index = scalars.startIndex
    while index < scalars.endIndex {
      let scalar = scalars[index]
      index = scalars.index(after: index)
      let isStart = scalar == "#" && before.map(isWord) != true
      before = scalar
      guard isStart else { continue }
      let end = scalars[index...].firstIndex { !isTag($0) } ?? scalars.endIndex
      guard end > index else { continue }
      let tag = String(scalars[index..<end])
      if seen.insert(tag.lowercased()).inserted { tags.append(tag) }
      before = scalars[scalars.index(before: end)]
      index = end
    }
    return tags
  }

  /// A tag without each `#` that it may begin with, and without white space around it.
  public static func name(_ tag: String) -> String {
    var name = tag[...]
    while let first = name.first, first == "#" || first.isWhitespace { name.removeFirst() }
    while name.last?.isWhitespace == true { name.removeLast() }
    return String(name)
  }

  /// Letter, number or underscore.
  private static func isTag(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return isASCIIWord(scalar) }
    return switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber:
      true
    default: false
    }
  }

  /// As both, without a look at Unicode's tables.
  private static func isASCIIWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_": true
    default: false
    }
  }

  /// Alphabetic, mark, decimal digit, connector punctuation or join control.
  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return isASCIIWord(scalar) }
    return switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .connectorPunctuation:
      true
    default:
      scalar.properties.isAlphabetic || scalar == "\u{200C}" || scalar == "\u{200D}"
    }
  }
}
