/// Text within HTML.
enum HTMLText {
  /// The text between tags, with what means something to HTML written out, and without control
  /// characters, which HTML does not allow.
  ///
  /// Text that is read from the right, or that says in which direction others are read, stands in a
  /// `bdi`: it keeps its own direction, and what stands around it keeps its place. What says so is
  /// written by its number, so that nothing is turned where somebody reads the page as text.
  static func escaped(_ text: String) -> String {
    let written = write(withoutStrayEnds(text), lineFeed: "<br>") {
      "&#x\(String($0.value, radix: 16, uppercase: true));"
    }
    return text.unicodeScalars.contains(where: \.hasDirection) ? "<bdi>\(written)</bdi>" : written
  }

  /// The same where no element can stand, as in a title, in an attribute and in a picture: without
  /// what says in which direction other text is read.
  static func plain(_ text: String) -> String {
    write(text, lineFeed: " ") { _ in "" }
  }

  /// The text without ends of isolates that nothing before them on their line has begun: browsers
  /// show a `bdi` as an isolate, and take such an end for that one's.
  ///
  /// Source: BD9 and P1 of Unicode Standard Annex 9.
  private static func withoutStrayEnds(_ text: String) -> String {
    var (depth, kept) = (0, String.UnicodeScalarView())
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x0A, 0x2029: depth = 0
      case 0x2066...0x2068: depth += 1
      case 0x2069 where depth == 0: continue
      case 0x2069: depth -= 1
      default: break
      }
      kept.append(scalar)
    }
    return String(kept)
  }

  private static func write(
    _ text: String, lineFeed: String, _ direction: (Unicode.Scalar) -> String
  ) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n": result += lineFeed
      case _ where scalar.isDirection: result += direction(scalar)
      case _ where scalar.isControl: break
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { value < 0x20 || 0x7F...0x9F ~= value }

  /// Whether it shows nothing, and says in which direction text is read.
  ///
  /// Source: the property `Bidi_Control` of Unicode.
  fileprivate var isDirection: Bool {
    switch value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Whether it says so, or is of a script that is read from the right.
  ///
  /// Source: the ranges that are R or AL unless told, `DerivedBidiClass.txt` of Unicode.
  fileprivate var hasDirection: Bool {
    switch value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      true
    default: isDirection
    }
  }
}
