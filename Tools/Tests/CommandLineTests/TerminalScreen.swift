/// What a terminal shows after it was sent some text: the lines, without what was written over.
struct TerminalScreen {
  private(set) var lines: [String] = []

  init(_ text: String) {
    var line: [Character] = []
    var column = 0
    var rest = Substring(text)
    while let character = rest.popFirst() {
      switch character {
      case "\r\n", "\n":
        lines.append(String(line))
        (line, column) = ([], 0)
      case "\r": column = 0
      case "\u{1B}" where rest.hasPrefix("[K"):
        rest = rest.dropFirst(2)
        line.removeSubrange(min(column, line.count)...)
      default:
        if column < line.count { line[column] = character } else { line.append(character) }
        column += 1
      }
    }
    if !line.isEmpty { lines.append(String(line)) }
  }
}
