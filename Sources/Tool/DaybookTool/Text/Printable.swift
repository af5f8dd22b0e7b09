extension String {
  /// The text for a terminal, on one line: what a terminal would take as an instruction, and what
  /// shows text in another order or on another line, is written as `\u{1B}`; a line feed, which
  /// memos have, as `↵`.
  ///
  /// That is C0 with tab, DEL, C1, the marks of writing direction, the separators
  /// of lines and paragraphs, and the mark of byte order.
  public var printable: String {
    guard unicodeScalars.contains(where: \.isInstruction) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if scalar == "\n" {
        text += "↵"
      } else if scalar.isInstruction {
        text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// JSON text in which strings hold such characters as `\u001b`.
  public var printableJSON: String {
    guard unicodeScalars.contains(where: { $0.isInstruction && $0 != "\n" }) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if scalar.isInstruction, scalar != "\n" {
        // All of them have at most four digits.
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  fileprivate var isInstruction: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0: true
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    case 0x2028, 0x2029, 0xFEFF: true
    default: false
    }
  }
}
