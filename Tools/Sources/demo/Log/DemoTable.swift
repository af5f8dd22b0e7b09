/// Rows of text under a head, in columns that are as wide as they need to be.
struct DemoTable: CustomStringConvertible {
  private let head: [String]
  var rows: [[String]] = []

  init(_ head: [String]) { self.head = head }

  /// The lines, each with its end.
  var description: String {
    let all = [head] + rows
    let widths = head.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    return all.map { row in
      let line = zip(row, widths).map(Self.pad).joined(separator: "  ")
      return line.reversed().drop { $0 == " " }.reversed() + "\n"
    }.joined()
  }

  /// The text with spaces after it, `width` characters together.
  static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
