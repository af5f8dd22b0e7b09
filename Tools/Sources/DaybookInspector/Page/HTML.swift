import DaybookTool

/// A piece of a page.
///
/// Markup stands in literals of the program alone. Text that comes from anywhere else, such as a
/// name or a memo, is written as an interpolation, and is text on the page whatever it holds: there
/// is no way from a `String` to markup.
///
/// ```swift
/// let cell: HTML = "<td>\(author)</td>"
/// ```
public struct HTML: Sendable, ExpressibleByStringInterpolation {
  /// The markup as it is sent.
  public let text: String

  private init(text: String) { self.text = text }

  public init(stringLiteral markup: StaticString) { text = markup.description }

  public init(stringInterpolation parts: StringInterpolation) { text = parts.text }

  /// Nothing.
  static let none = HTML(text: "")

  /// Pieces one after the other.
  init(_ parts: [HTML], separator: HTML = .none) {
    text = parts.map(\.text).joined(separator: separator.text)
  }

  /// Whether there is nothing.
  var isEmpty: Bool { text.isEmpty }

  /// Text with what means something to HTML written out, also within an attribute's quotes, and
  /// with what nobody can see made visible, as at a terminal.
  private static func escaped(_ text: String) -> String {
    let shown = text.printable
    guard shown.utf8.contains(where: { [38, 60, 62, 34, 39].contains($0) }) else { return shown }
    var result = ""
    for scalar in shown.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Markup of literals, and text between it.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    public init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    public mutating func appendLiteral(_ literal: StaticString) { text += literal.description }

    /// Text, which stays text.
    public mutating func appendInterpolation(_ text: String) { self.text += HTML.escaped(text) }

    /// A number.
    public mutating func appendInterpolation(_ number: some BinaryInteger) { text += "\(number)" }

    /// A piece of a page.
    public mutating func appendInterpolation(_ html: HTML) { text += html.text }

    /// Pieces one after the other.
    public mutating func appendInterpolation(_ parts: [HTML]) {
      for part in parts { text += part.text }
    }

    /// A piece of a page where there is one.
    public mutating func appendInterpolation(_ html: HTML?) { text += html?.text ?? "" }

    /// The address of a page of the inspector.
    public mutating func appendInterpolation(_ link: PageLink) {
      text += HTML.escaped(link.address)
    }
  }
}
