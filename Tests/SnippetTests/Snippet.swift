import Foundation

/// A region of Swift source that the documentation shows: between `// snippet: name` and `// end`.
///
/// Regions of one name are one snippet, with an empty line between them; each is moved to the
/// margin.
struct Snippet {
  let name: String
  let text: String

  /// The snippets of a source file, in order.
  static func all(in source: String) -> [Snippet] {
    var names: [String] = []
    var regions: [String: [String]] = [:]
    var open: (name: String, lines: [String])?
    for line in source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      let text = line.trimmingCharacters(in: .whitespaces)
      if text.hasPrefix("// snippet: ") {
        open = (String(text.dropFirst(12)), [])
      } else if text == "// end", let (name, lines) = open {
        if regions[name] == nil { names.append(name) }
        regions[name, default: []].append(trimmed(atMargin(lines)))
        open = nil
      } else {
        open?.lines.append(line)
      }
    }
    return names.map { name in
      Snippet(name: name, text: regions[name, default: []].joined(separator: "\n\n"))
    }
  }

  /// The blocks of Swift in a Markdown file, each with the number of its first line.
  static func blocks(
    in markdown: String, fence: String = "```swift"
  ) -> [(line: Int, text: String)] {
    var blocks: [(line: Int, text: String)] = []
    var open: (line: Int, lines: [String])?
    let lines = markdown.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for (number, line) in lines.enumerated() {
      if line == fence {
        open = (number + 2, [])
      } else if line == "```", let (start, lines) = open {
        blocks.append((start, trimmed(lines)))
        open = nil
      } else {
        open?.lines.append(line)
      }
    }
    return blocks
  }

  private static func atMargin(_ lines: [String]) -> [String] {
    let indents = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }
    return lines.map { String($0.dropFirst(indents.min() ?? 0)) }
  }

  private static func trimmed(_ lines: [String]) -> String {
    lines.joined(separator: "\n").trimmingCharacters(in: .newlines)
  }
}
