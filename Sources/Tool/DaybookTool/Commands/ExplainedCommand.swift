#if Tools
/// A command that says itself what its words are: the parser knows no more than what they are
/// called.
protocol ExplainedCommand {
  /// What to say, and where that is listed, when a word is missing.
  ///
  /// - Parameter command: writes a command for the store as somebody would type it.
  static func whatIsMissing(_ command: (String) -> String) -> String
  /// Whether all words may be one text, which stands in quotes.
  static var takesOneText: Bool { get }
}

extension ExplainedCommand {
  static var takesOneText: Bool { false }
}

extension WhyCommand: ExplainedCommand {
  static func whatIsMissing(_ command: (String) -> String) -> String {
    "say which row: the view, one of those that `\(command("views"))` lists, and the row's key, as "
      + "`\(command("view VIEW"))` prints it"
      + (takesOneText ? "; or in words, which stand in quotes" : "")
  }

  static var takesOneText: Bool { Tool.rowWords != nil }
}

extension ViewCommand: ExplainedCommand {
  static func whatIsMissing(_ command: (String) -> String) -> String {
    "say which view: `\(command("views"))` lists them"
  }
}

extension DropCommand: ExplainedCommand {
  static func whatIsMissing(_ command: (String) -> String) -> String {
    "say which view: `\(command("views"))` lists them"
  }
}

extension EntitiesCommand: ExplainedCommand {
  static func whatIsMissing(_ command: (String) -> String) -> String {
    "say which kind: `\(command("kinds"))` lists them"
  }
}

extension EntityCommand: ExplainedCommand {
  static func whatIsMissing(_ command: (String) -> String) -> String {
    "say which thing, by the beginning of its id: `\(command("log"))` lists them"
  }
}

extension DiffCommand: ExplainedCommand {
  static func whatIsMissing(_ command: (String) -> String) -> String {
    "say the earlier and the later transaction: `\(command("transactions"))` lists them"
  }
}
#endif
