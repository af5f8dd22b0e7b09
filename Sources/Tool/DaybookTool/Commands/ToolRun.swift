#if Tools
import ArgumentParser
import Dispatch
import Foundation

/// One run of a tool.
struct ToolRun<Tool: StoreTool>: Sendable {
  private let words: [String]

  init(_ words: [String]) { self.words = words }

  /// Runs the command, and ends the process when it fails.
  func run() {
    // A file that may not grow is an error to tell, and no end of the process.
    signal(SIGXFSZ, SIG_IGN)
    let verbs = CommandWords<Tool>()
    if verbs.askForHelp(words) { return Terminal.text(verbs.help) }
    // Also when whoever started it lost the arguments: a script must see that nothing was done.
    if words.isEmpty {
      Terminal.text(verbs.help)
      Foundation.exit(ExitStatus.usage.rawValue)
    }
    do {
      try Self.checkText()
      try verbs.check(words)
      var command = try RootCommand<Tool>.parseAsRoot(words)
      try (command as? any StoreCommand)?.requirePath()
      Terminal.start(words.first ?? "")
      if let asynchronous = command as? any AsyncParsableCommand { finish(asynchronous) }
      try command.run()
      Terminal.end()
    } catch {
      fail(error)
    }
  }

  /// Runs a command that waits for others on the concurrency pool, and ends the process.
  private func finish(_ command: sending any AsyncParsableCommand) -> Never {
    Task {
      var command = command
      do { try await command.run() } catch { fail(error) }
      Terminal.end()
      Foundation.exit(0)
    }
    dispatchMain()
  }

  /// Makes sure that all arguments and variables are text: of two names that are not, each could be
  /// taken for the other.
  ///
  /// - Throws: `ValidationError`.
  private static func checkText() throws {
    for index in 0..<Int(CommandLine.argc) {
      guard let word = CommandLine.unsafeArgv[index] else { continue }
      if String(validatingCString: word) == nil {
        throw ValidationError(
          "“\(String(cString: word))” is not UTF-8; write it so, or give the file another name")
      }
    }
    guard let store = getenv("DAYBOOK_STORE") else { return }
    if String(validatingCString: store) == nil {
      throw ValidationError(
        "DAYBOOK_STORE is “\(String(cString: store))”, which is not UTF-8; give the folder another name"
      )
    }
  }

  /// Says in one sentence what went wrong, and ends the process.
  private func fail(_ error: any Error) -> Never {
    Terminal.end()
    // The parser's own errors are wrong arguments, or no errors at all, such as a call for help.
    let code = RootCommand<Tool>.exitCode(for: error)
    if let status = ExitStatus(error, of: Tool.self)
      ?? (!(error is ExitCode) && code == .failure ? .internalFailure : nil)
    {
      Terminal.error("\(Tool.name): \(PlainError.sentence(error))")
      Foundation.exit(status.rawValue)
    }
    guard code == .validationFailure else { RootCommand<Tool>.exit(withError: error) }
    let message = PlainError.argument(RootCommand<Tool>.message(for: error))
    let verbs = CommandWords<Tool>()
    let sentence = verbs.sentence(of: message, words)
    Terminal.error("\(Tool.name): \(sentence); see \(verbs.path(words)) --help")
    Foundation.exit(ExitStatus.usage.rawValue)
  }
}

/// The program with all its verbs.
struct RootCommand<Tool: StoreTool>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: Tool.name, abstract: Tool.abstract, discussion: Tool.discussion,
      version: Tool.version, groupedSubcommands: Tool.commands)
  }
}
#endif
