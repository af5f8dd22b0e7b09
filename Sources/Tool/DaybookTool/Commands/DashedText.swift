#if Tools
import ArgumentParser

/// A text on a command line that begins with a dash, which the parser takes for an option.
struct DashedText<Tool: StoreTool> {
  /// The whole command line.
  private let words: [String]
  /// Where the text stands.
  private let place: Int
  /// How many verbs the command line begins with.
  private let verbs: Int

  /// - Parameter message: what the parser says; nil for anything else than such a text.
  init?(_ message: String, in words: [String], verbs: Int) {
    let options = Self.options(words, verbs)
    let unknown = message.wholeMatch(of: #/Unknown option '(.+?)'(?:\. .*|\s+or: .*)?/#)
    let lacking = message.wholeMatch(of: #/Missing value for '(--[\w-]+) <.*>'/#)
    let found: Int?
    if let text = unknown?.output.1 {
      found = options.first { words[$0] == text || words[$0].hasPrefix("\(text)=") }
    } else if let option = lacking?.output.1 {
      found = options.first { $0 > verbs && words[$0 - 1] == option }
    } else {
      return nil
    }
    guard let found, Self.isText(words[found]) else { return nil }
    self.words = words
    self.verbs = verbs
    place = found
  }

  /// The first one in which the parser would find an `-h`, and print the help in place of an error.
  init?(askingForHelp words: [String], verbs: Int) {
    let found = Self.options(words, verbs).first { place in
      let word = words[place]
      return word != "-help" && word.count > 2 && word.contains("h") && !word.hasPrefix("--")
    }
    guard let found else { return nil }
    self.words = words
    self.verbs = verbs
    place = found
  }

  /// What the parser would say of it, with the way out.
  var sentence: String {
    "Unknown option '\(words[place])'" + (wayOut.map { "; \($0)" } ?? "")
  }

  /// The command line that takes the text; nil where the command has no place for it.
  var wayOut: String? {
    let text = words[place]
    if place > verbs, words[place - 1].hasPrefix("--"), !words[place - 1].contains("=") {
      var typed = words
      typed.replaceSubrange((place - 1)...place, with: ["\(words[place - 1])=\(text)"])
      if parses(typed) {
        return "a value that begins with a dash follows its option with =: "
          + "\(words[place - 1])=\(text)".quoted
      }
    }
    var typed = words
    let rest = words[(place + 1)...]
    if !rest.contains(where: { $0.hasPrefix("-") }) {
      typed.insert("--", at: place)
    } else if Self.areOptions(rest) {
      typed.remove(at: place)
      typed += ["--", text]
    } else {
      return nil
    }
    guard parses(typed) else { return nil }
    return "a text that begins with a dash stands after --: "
      + ([Tool.name] + typed.map(\.quoted)).joined(separator: " ")
  }

  private func parses(_ words: [String]) -> Bool {
    (try? RootCommand<Tool>.parseAsRoot(words)) != nil
  }

  /// Whether words are options, each with its value at most: a text may stand behind them then, and
  /// the arguments stay in their order.
  private static func areOptions(_ words: ArraySlice<String>) -> Bool {
    var mayBeValue = false
    for word in words {
      if word == "--" || !word.hasPrefix("-"), !mayBeValue { return false }
      mayBeValue = word.hasPrefix("--") && !word.contains("=")
    }
    return true
  }

  /// Where words with a dash stand that may be options.
  private static func options(_ words: [String], _ verbs: Int) -> [Int] {
    let end = words.firstIndex(of: "--") ?? words.endIndex
    return (verbs..<max(verbs, end)).filter { words[$0].hasPrefix("-") }
  }

  /// Whether a word looks like a text: no option has one dash and a name, or a blank in its name.
  private static func isText(_ word: String) -> Bool {
    !word.hasPrefix("--") || word.prefix { $0 != "=" }.contains(where: \.isWhitespace)
  }
}
#endif
