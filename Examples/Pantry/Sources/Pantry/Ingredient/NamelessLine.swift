/// A line in which nothing is named, such as an empty one or “(optional)”.
public struct NamelessLine: Error, Equatable, CustomStringConvertible {
  public let text: String

  public init(text: String) { self.text = text }

  public var description: String {
    text.allSatisfy(\.isWhitespace)
      ? "The line is empty; type what is wanted." : "“\(text)” names nothing; type what is wanted."
  }
}
