#if Tools
import ArgumentParser

/// The words of a command line before the parser sees them.
struct CommandWords<Tool: StoreTool> {
  /// The statuses, for the end of `--help` and of the man page.
  static var statuses: [(code: Int, meaning: String)] {
    [
      (0, "done"),
      (1, "a check found something wrong"),
      (64, "wrong arguments"),
      (
        65,
        "a thing, zone, view or transaction that is not there; a store of another app; a bad file"
      ),
      (66, "no such store, file, folder or key"),
      (70, "an internal failure"),
      (73, "a file or folder that cannot be made"),
      (
        74,
        "a damaged store, a file that is no store, a failing disk, or output that cannot be written"
      ),
      (76, "a store of a newer format"),
    ]
  }

  /// What is told after the statuses.
  static var promise: String {
    """
    A command that fails says why in one sentence on standard error, and has
    changed nothing. But an import that the disk cut short has kept the
    transactions before, and goes on when run again; and where only the output
    could not be written, what was done stays done.
    """
  }

  /// Whether the program's own help is asked for.
  func askForHelp(_ words: [String]) -> Bool {
    [["--help"], ["-h"], ["-help"], ["help"]].contains(words)
  }

  /// The program's help: verbs in groups, statuses at the end.
  var help: String {
    let text = RootCommand<Tool>.helpMessage().replacing(" SUBCOMMANDS:\n", with: ":\n")
    let rows = Self.statuses.map { "  \($0.code)\($0.code < 10 ? " " : "")  \($0.meaning)" }
    return text + "\n\nEXIT STATUS:\n" + rows.joined(separator: "\n") + "\n\n" + Self.promise
  }

  /// - Throws: `BadText` for a verb that there is not, with the one that may be meant, for an
  ///   option that stands before one, and for a text in which the parser finds an `-h`.
  func check(_ words: [String]) throws {
    try checkOrder(words)
    if let text = DashedText<Tool>(askingForHelp: words, verbs: parse(words).verbs) {
      throw BadText(text.sentence)
    }
    var command: any ParsableCommand.Type = RootCommand<Tool>.self
    for word in words {
      if word.hasPrefix("-") { return }
      if let next = subcommand(command, word) {
        command = next
        continue
      }
      // Asked for last: what a command is called is made anew each time, with its whole help.
      let verbs = names(command)
      if verbs.isEmpty || word == "help" { return }
      let path = path(words.prefix { $0 != word }).dropFirst(Tool.name.count)
      let hint = Suggestion.sentence(for: word, among: verbs)
      let list = verbs.count > 5 ? "" : "; there is " + verbs.joined(separator: ", ")
      let name = (path + " " + word).dropFirst()
      if Tool.isForAnyStore, path.isEmpty, needingSchema.contains(word) {
        throw BadText(
          "there is no command “\(name)” here: it needs what an app knows of its things; the "
            + "program of that app has it")
      }
      if let part = Self.builtIn[String(name)] {
        throw BadText(
          "\(Tool.name) has no “\(name)”: nursery and daybookctl have it where they were built "
            + "with \(part), as `make install` of Daybook does")
      }
      throw BadText("there is no command “\(name)”\(hint.isEmpty ? list : hint)")
    }
  }

  /// What a program may be built without, by the commands that it has not then.
  private static var builtIn: [String: String] {
    let (network, database) = ("a network", "SQLite")
    return [
      "inspect": network, "mirror": database, "sync hub": network, "sync invite": network,
      "sync serve": network, "sync uninvite": network,
    ]
  }

  /// Git and others take their options before the verb.
  private func checkOrder(_ words: [String]) throws {
    let own = ["--help", "-help", "--version", "--experimental-dump-help"]
    guard let option = words.first, option.hasPrefix("--"), !own.contains(option),
      let verb = words.dropFirst().firstIndex(where: {
        subcommand(RootCommand<Tool>.self, $0) != nil
      })
    else { return }
    // What follows two dashes is no option.
    let end = words[verb...].firstIndex(of: "--") ?? words.endIndex
    let moved = Array(words[verb..<end] + words[..<verb] + words[end...])
    // The option's own value may be called as a command is.
    let isWhole = (try? RootCommand<Tool>.parseAsRoot(moved)) != nil
    let command = [Tool.name] + (isWhole ? moved : [words[verb], option]).map(\.quoted)
    throw BadText(
      "\(option) stands before the command; options come after it: "
        + command.joined(separator: " "))
  }

  /// The program with the verbs that are known, such as `nursery import babybuddy`.
  func path(_ words: some Collection<String>) -> String {
    ([Tool.name] + words.prefix(parse(words).verbs)).joined(separator: " ")
  }

  /// What the parser says, with what to do about it where that is known.
  func sentence(of message: String, _ words: [String]) -> String {
    let (command, verbs) = parse(words)
    let explained = command as? any ExplainedCommand.Type
    if let explained, message.hasPrefix("Missing expected argument") {
      return explained.whatIsMissing { way($0, like: words) }
    }
    let wayOut =
      ExtraWords<Tool>(message, in: words, verbs: verbs)?.wayOut(command)
      ?? DashedText<Tool>(message, in: words, verbs: verbs)?.wayOut
    return wayOut.map { "\(message); \($0)" } ?? message
  }

  /// A command for the store that a command line names, as somebody would type it.
  private func way(_ text: String, like words: [String]) -> String {
    let store = TypedWords(words).value(of: "--store").map { " --store \($0.quotedPath)" } ?? ""
    return "\(Tool.name) \(text)\(store)"
  }

  /// The command that is meant, and how many words are its verbs.
  private func parse(
    _ words: some Collection<String>
  ) -> (command: any ParsableCommand.Type, verbs: Int) {
    var command: any ParsableCommand.Type = RootCommand<Tool>.self
    var verbs = 0
    for word in words {
      guard let next = subcommand(command, word) else { break }
      command = next
      verbs += 1
    }
    return (command, verbs)
  }

  /// The commands that a tool without a schema leaves out.
  private var needingSchema: [String] {
    let commands: [any ParsableCommand.Type] =
      [
        AsOfCommand<Tool>.self, WhyCommand<Tool>.self, RequeueCommand<Tool>.self,
        RebuildCommand<Tool>.self, DropCommand<Tool>.self, PurgeCommand<Tool>.self,
      ] + Tool.undoCommands
    return commands.compactMap { $0.configuration.commandName }
  }

  private func subcommand(
    _ command: any ParsableCommand.Type, _ word: String
  ) -> (any ParsableCommand.Type)? {
    command.configuration.subcommands.first { $0.configuration.commandName == word }
  }

  private func names(_ command: any ParsableCommand.Type) -> [String] {
    command.configuration.subcommands.compactMap { $0.configuration.commandName }
  }
}
#endif
