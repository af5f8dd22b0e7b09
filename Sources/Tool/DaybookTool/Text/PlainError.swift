/// Errors as one plain sentence.
public enum PlainError {
  public static func sentence(_ error: any Error) -> String {
    // Foundation's own describe themselves with domain, code and dictionary around a sentence. A
    // line feed is one of a name, which the terminal shows as such.
    withoutStop(
      "\(error)".replacing(#/Error Domain=\w+ Code=-?\d+ "([^"]*)"(\s*UserInfo=\{.*\})?/#) {
        $0.output.1
      })
  }

  /// What the argument parser says, in our words where a value is none of those that are taken.
  public static func argument(_ message: String) -> String {
    let message = oneLine(message)
    let pattern =
      #/The value '(.*)' is invalid for '(--[\w-]+|<[\w-]+>)(?: <[\w-]+>)?'(?:: (.*)|\. Please provide one of (.*))?/#
    guard let (_, value, name, takes, choices) = message.wholeMatch(of: pattern)?.output else {
      return message
    }
    let subject = name.filter { $0 != "<" && $0 != ">" }
    if let choices {
      let words = choices.matches(of: #/'([^']*)'/#).map { String($0.output.1) }
      return "\(subject) takes \(choices.replacing("'", with: "")), not “\(value)”"
        + Suggestion.sentence(for: String(value), among: words)
    }
    return takes.map { "\(subject) \($0), not “\(value)”" }
      ?? "\(subject) does not take “\(value)”"
  }

  /// The text on one line, without a full stop at its end.
  public static func oneLine(_ text: String) -> String {
    withoutStop(text.split(whereSeparator: \.isNewline).joined(separator: " "))
  }

  private static func withoutStop(_ line: String) -> String {
    line.hasSuffix(".") ? String(line.dropLast()) : line
  }
}
