/// The words of a command line as somebody typed them.
struct TypedWords {
  private(set) var words: [String]

  /// - Parameter words: all but the program's; those of this process unless told.
  init(_ words: [String] = Array(CommandLine.arguments.dropFirst())) { self.words = words }

  /// What an option is told; nil where it is not there.
  func value(of option: String) -> String? {
    let place = place(of: option)
    guard let word = words[place].first else { return nil }
    return word == option
      ? words[place].dropFirst().first : String(word.dropFirst(option.count + 1))
  }

  /// Gives an option a value, in the place of the one that it has, or behind all options.
  mutating func set(_ option: String, to value: String) {
    words.replaceSubrange(place(of: option), with: [option, value])
  }

  /// Where an option stands with its value: of one that comes twice the last time, which counts;
  /// nowhere behind all options for one that is not there.
  private func place(of option: String) -> Range<Int> {
    // What follows these two dashes is no option.
    let end = words.firstIndex(of: "--") ?? words.endIndex
    guard
      let found = words[..<end].lastIndex(where: { $0 == option || $0.hasPrefix(option + "=") })
    else { return end..<end }
    return found..<min(words[found] == option ? found + 2 : found + 1, end)
  }
}
