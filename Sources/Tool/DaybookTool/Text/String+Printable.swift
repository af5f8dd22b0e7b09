import Daybook

extension String {
  /// The text for a terminal, on one line: what a terminal would take as an instruction, what shows
  /// text in another order or on another line, and what shows nothing, is written as `\u{1B}`; a
  /// line feed, which memos have, as `↵`.
  ///
  /// That is C0 with tab, DEL, C1, the separators of lines and paragraphs, and what Unicode calls
  /// ignorable: the marks of writing direction and of byte order, what has no width, tags. What
  /// belongs to something that is seen stays: within an emoji or a flag, after a character of which
  /// it shows another form, between letters of scripts that join them or leave no blanks.
  public var printable: String {
    writing(lineFeed: "↵") { "\\u{\(String($0.value, radix: 16, uppercase: true))}" }
  }

  /// JSON text in which strings hold such characters as `\u001b`.
  public var printableJSON: String {
    writing(lineFeed: "\n") { scalar in
      String(scalar).utf16.map { "\\u\($0.padded(4, radix: 16))" }.joined()
    }
  }

  /// The text with a sign for each character that would be hidden.
  private func writing(lineFeed: String, _ sign: (Unicode.Scalar) -> String) -> String {
    guard unicodeScalars.contains(where: \.isUnseen) else { return self }
    let scalars = Array(unicodeScalars)
    let unseen = UnseenCharacters(scalars)
    var text = ""
    for (place, scalar) in scalars.enumerated() {
      if scalar == "\n" {
        text += lineFeed
      } else if unseen.isHidden(place) {
        text += sign(scalar)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
