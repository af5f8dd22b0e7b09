#if Tools
import ArgumentParser
import Foundation

/// Words of a command line for which the command has no place, as when a name with a blank was
/// typed without quotes.
struct ExtraWords<Tool: StoreTool> {
  /// The whole command line.
  private let words: [String]
  /// Where they stand, one after the other.
  private let range: Range<Int>
  /// How many verbs the command line begins with.
  private let verbs: Int

  /// - Parameter message: what the parser says; nil for anything else than such words, and where
  ///   nobody can tell which ones it means.
  init?(_ message: String, in words: [String], verbs: Int) {
    let extra = Self.told(message)
    let places = words.indices.filter { $0 >= verbs && words[$0...].starts(with: extra) }
    guard let first = places.first, places.count == 1, !extra.isEmpty else { return nil }
    self.words = words
    self.verbs = verbs
    range = first..<(first + extra.count)
  }

  /// The words in the parser's sentence.
  private static func told(_ message: String) -> [String] {
    let pattern = #/(?:Unexpected argument|[0-9]+ unexpected arguments:) '(.*)'/#
    guard let match = message.wholeMatch(of: pattern) else { return [] }
    return String(match.output.1).split(separator: "', '", omittingEmptySubsequences: false)
      .map(String.init)
  }

  /// The options that take what somebody is called.
  private static var naming: [String] {
    ["--author", "--not-author", "--baby", "--member", "--name"]
  }

  /// The command as it was meant; nil where that cannot be known.
  func wayOut(_ command: any ParsableCommand.Type) -> String? {
    guard range.lowerBound > verbs else { return namedStore }
    let isOneText = (command as? any ExplainedCommand.Type)?.takesOneText ?? false
    let first = isOneText ? verbs : range.lowerBound - 1
    let joined = words[first..<range.upperBound]
    // Numbers are no name.
    guard !joined.contains(where: { $0.hasPrefix("-") }),
      joined.contains(where: { $0.contains(where: \.isLetter) }),
      isOneText || beginsName(command) || isPath(joined)
    else { return nil }
    let what = isOneText ? "say it in quotes" : "a name with blanks stands in quotes"
    return typed(joined.joined(separator: " "), at: first..<range.upperBound)
      .map { "\(what): \($0)" }
  }

  /// Whether a name may begin with the word before them: most words are ids, or the command's own.
  private func beginsName(_ command: any ParsableCommand.Type) -> Bool {
    let before = range.lowerBound - 2
    let takesName = (command as? any StoreCommand.Type)?.takesName ?? false
    guard before >= verbs, words[before].hasPrefix("-") else { return takesName }
    return Self.naming.contains(words[before]) || takesName && isFlag(before)
  }

  /// Whether an option takes no value: without it, the words after it are an argument all the same.
  private func isFlag(_ place: Int) -> Bool {
    var rest = words
    rest.replaceSubrange((range.lowerBound - 1)..<range.upperBound, with: ["NAME"])
    rest.remove(at: place)
    return (try? RootCommand<Tool>.parseAsRoot(rest)) != nil
  }

  /// Whether words are the path of something that is there.
  private func isPath(_ words: ArraySlice<String>) -> Bool {
    FileManager.default.fileExists(atPath: words.joined(separator: " "))
  }

  /// With `--store` before the words, as for somebody who names a new store.
  private var namedStore: String? {
    guard words[..<verbs].last == "new",
      !words.contains(where: { $0 == "--store" || $0.hasPrefix("--store=") })
    else { return nil }
    let name = words[range].joined(separator: " ")
    return typed("--store", name, at: range).map { "a new store is named by --store: \($0)" }
  }

  /// The command line with other words in a place; nil where the parser does not take it, as of a
  /// number in quotes with a name.
  private func typed(_ others: String..., at place: Range<Int>) -> String? {
    var typed = words
    typed.replaceSubrange(place, with: others)
    guard (try? RootCommand<Tool>.parseAsRoot(typed)) != nil else { return nil }
    return ([Tool.name] + typed.map(\.quoted)).joined(separator: " ")
  }
}
#endif
