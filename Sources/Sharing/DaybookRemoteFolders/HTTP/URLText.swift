internal import Foundation

/// Parts of addresses, encoded byte by byte as servers compare them.
enum URLText {
  /// A path or a name, with `%` and two digits for every byte but letters, digits, `-._~` and, if
  /// wanted, slashes.
  ///
  /// Source: RFC 3986, section 2.3; Signature Version 4 asks for the same.
  static func encoded(_ text: String, keepingSlashes: Bool = false) -> String {
    var result = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        result.unicodeScalars.append(UnicodeScalar(byte))
      case UInt8(ascii: "/") where keepingSlashes: result += "/"
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.utf8.count < 2 ? "0" : "") + digits
      }
    }
    return result
  }

  /// The text of a path in an answer; nil for what is none.
  static func decoded(_ text: String) -> String? { text.removingPercentEncoding }

  /// Without slashes at its ends, and without empty parts.
  static func path(_ text: some StringProtocol) -> String {
    text.split(separator: "/").joined(separator: "/")
  }
}
