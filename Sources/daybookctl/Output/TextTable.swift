#if Tools
  /// Columns of text for people.
  struct TextTable {
    private var rows: [[String]]
    private let rightAligned: Set<Int>

    init(_ header: [String], right: Set<Int> = []) {
      rows = [header]
      rightAligned = right
    }

    mutating func add(_ row: [String]) { rows.append(row.map(\.printable)) }

    func print() {
      let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
      let lines = rows.map { row in
        let cells = row.enumerated().map { column, text in
          let padding = String(repeating: " ", count: widths[column] - text.count)
          return rightAligned.contains(column) ? padding + text : text + padding
        }
        var line = cells.joined(separator: "  ")
        while line.hasSuffix(" ") { line.removeLast() }
        return line
      }
      Terminal.text(lines.joined(separator: "\n"))
    }
  }
#endif
