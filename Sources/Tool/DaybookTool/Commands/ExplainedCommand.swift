#if Tools
/// A command that says itself what its words are: the parser knows no more than what they are
/// called.
protocol ExplainedCommand {
  /// What to say, and where that is listed, when a word is missing.
  static var whatIsMissing: String { get }
  /// Whether all words may be one text, which stands in quotes.
  static var takesOneText: Bool { get }
}

extension ExplainedCommand {
  static var takesOneText: Bool { false }
}

extension WhyCommand: ExplainedCommand {
  static var whatIsMissing: String {
    "say which row: the view, one of those that `\(Tool.name) views` lists, and the row's key, as "
      + "`\(Tool.name) view VIEW` prints it"
      + (takesOneText ? "; or in words, which stand in quotes" : "")
  }

  static var takesOneText: Bool { Tool.rowWords != nil }
}

extension ViewCommand: ExplainedCommand {
  static var whatIsMissing: String { "say which view: `\(Tool.name) views` lists them" }
}

extension DropCommand: ExplainedCommand {
  static var whatIsMissing: String { "say which view: `\(Tool.name) views` lists them" }
}

extension EntitiesCommand: ExplainedCommand {
  static var whatIsMissing: String { "say which kind: `\(Tool.name) kinds` lists them" }
}

extension EntityCommand: ExplainedCommand {
  static var whatIsMissing: String {
    "say which thing, by the beginning of its id: `\(Tool.name) log` lists them"
  }
}

extension DiffCommand: ExplainedCommand {
  static var whatIsMissing: String {
    "say the earlier and the later transaction: `\(Tool.name) transactions` lists them"
  }
}
#endif
