/// The words of a command line as somebody typed them.
struct TypedWords {
  private(set) var words: [String]

  /// - Parameter words: all but the program's; those of this process unless told.
  init(_ words: [String] = Array(CommandLine.arguments.dropFirst())) { self.words = words }

  /// Gives an option a value, in the place of the one that it has, or behind all options.
  mutating func set(_ option: String, to value: String) {
    // What follows these two dashes is no option.
    let end = words.firstIndex(of: "--") ?? words.endIndex
    // Of an option that comes twice the last one counts.
    let first =
      words[..<end].lastIndex { $0 == option || $0.hasPrefix(option + "=") } ?? end
    let count = first == end ? 0 : words[first] == option ? 2 : 1
    words.replaceSubrange(first..<min(first + count, end), with: [option, value])
  }
}
