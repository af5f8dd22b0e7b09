/// How things are told apart by what people call them.
enum Name {
  /// The most bytes of a name in a key.
  private static let limit = 200

  /// The form in which names are compared: lower case, one space between words, and short enough
  /// for a key.
  static func canonical(_ text: String) -> String {
    var name = text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    while name.utf8.count > limit { name.removeLast() }
    return name
  }
}
