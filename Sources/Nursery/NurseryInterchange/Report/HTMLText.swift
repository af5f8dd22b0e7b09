/// Text within HTML.
enum HTMLText {
  /// The text with what means something to HTML written out, and without what nobody can see.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n": result += "<br>"
      default:
        // Control characters are not allowed in HTML.
        if scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value) {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }
}
