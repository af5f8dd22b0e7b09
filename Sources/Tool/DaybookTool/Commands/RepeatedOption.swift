#if Tools
import ArgumentParser
import Foundation

/// An option of one value that a command line gives twice: the parser keeps the last value alone.
struct RepeatedOption {
  /// As it was typed the second time.
  let name: String

  /// Nil where no option of the command is given twice, but those that may be. What follows two
  /// dashes is no option.
  ///
  /// - Parameter words: those behind the verbs.
  init?(_ words: some Collection<String>, of command: any ParsableCommand.Type) {
    let typed = words.prefix { $0 != "--" }.filter { $0.hasPrefix("-") }.map { word in
      String(word.prefix { $0 != "=" })
    }
    // The parser takes its time to tell what it knows of a command. Names in short are few.
    if Set(typed).count == typed.count, !typed.contains(where: { $0.count == 2 }) { return nil }
    guard command.configuration.subcommands.isEmpty,
      let known = try? JSONDecoder().decode(Known.self, from: Data(command._dumpHelp().utf8))
    else { return nil }
    let arguments = known.command.arguments ?? []
    // Behind a command that hands its words on, they are another one's.
    if arguments.contains(where: { $0.parsingStrategy == "allRemainingInput" }) { return nil }
    let given = arguments.filter { $0.kind == "option" && !$0.isRepeating }.map { argument in
      let names = argument.typedNames
      return typed.filter { names.contains($0) }
    }
    guard let last = given.first(where: { $0.count > 1 })?.last else { return nil }
    name = last
  }
}

extension RepeatedOption {
  /// What the parser tells of a command.
  private struct Known: Decodable {
    let command: Command

    struct Command: Decodable {
      let arguments: [Argument]?
    }

    struct Argument: Decodable {
      let kind: String
      let isRepeating: Bool
      let parsingStrategy: String?
      let names: [Name]?

      /// The names with their dashes.
      var typedNames: [String] {
        (names ?? []).map { ($0.kind == "long" ? "--" : "-") + $0.name }
      }
    }

    struct Name: Decodable {
      let kind: String
      let name: String
    }
  }
}
#endif
