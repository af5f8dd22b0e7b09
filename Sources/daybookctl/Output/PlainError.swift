#if Tools
  import Foundation

  /// Errors as one plain sentence.
  enum PlainError {
    static func sentence(_ error: any Error) -> String {
      // Foundation's own describe themselves with domain, code and dictionary around a sentence.
      oneLine(
        "\(error)".replacing(#/Error Domain=\w+ Code=-?\d+ "([^"]*)"(\s*UserInfo=\{.*\})?/#) {
          $0.output.1
        })
    }

    /// The text on one line, without a full stop at its end.
    static func oneLine(_ text: String) -> String {
      let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
      return line.hasSuffix(".") ? String(line.dropLast()) : line
    }
  }
#endif
