/// Columns of text for people.
public struct TextTable {
  /// The widest a column gets, and the last one: a longer text is cut.
  private static let (widest, widestLast) = (80, 160)

  private var rows: [[String]]
  private let rightAligned: Set<Int>
  private let wholeAtEnd: Int

  /// - Parameter wholeAtEnd: how many of the last columns are of texts that stand nowhere else,
  ///   such as the fields of one entry or what a check found, or that somebody types again: they
  ///   are not cut.
  public init(_ header: [String], right: Set<Int> = [], wholeAtEnd: Int = 0) {
    rows = [header]
    rightAligned = right
    self.wholeAtEnd = wholeAtEnd
  }

  /// Whether there is nothing below the header.
  public var isEmpty: Bool { rows.count == 1 }

  public mutating func add(_ row: [String]) {
    rows.append(Self.cells(row, wholeAtEnd: wholeAtEnd))
  }

  /// What is shown of a row's texts, also where rows come one by one.
  public static func cells(_ row: [String], wholeAtEnd: Int = 0) -> [String] {
    row.enumerated().map { column, text in
      switch row.count - column {
      case ...wholeAtEnd: text.printable
      case 1: text.printable.cut(to: widestLast)
      default: text.printable.cut(to: widest)
      }
    }
  }

  /// Prints header and rows; where there is no row, `nothing` in their place.
  public func print(nothing: String? = nil) {
    if let nothing, isEmpty { return Terminal.line(nothing) }
    let last = rows[0].count - 1
    let widths = rows[0].indices.map { column in
      column == last && !rightAligned.contains(last)
        ? 0 : rows.map { $0[column].columns }.max() ?? 0
    }
    let lines = rows.map { row in
      let cells = row.enumerated().map { column, text in
        let padding = String(repeating: " ", count: max(0, widths[column] - text.columns))
        return rightAligned.contains(column) ? padding + text : text + padding
      }
      var line = cells.joined(separator: "  ")
      while line.hasSuffix(" ") { line.removeLast() }
      return line
    }
    Terminal.text(lines.joined(separator: "\n"))
  }
}

extension String {
  /// How many columns of a terminal the text takes: two for characters of East Asia and emoji.
  ///
  /// Source: the ranges of width W and F in Unicode Standard Annex 11.
  public var columns: Int { reduce(0) { $0 + ($1.isWide ? 2 : 1) } }

  /// The text, or as much of its beginning as takes so many columns with three dots after it.
  public func cut(to most: Int) -> String {
    if utf8.count <= most || columns <= most { return self }
    var left = most - 1
    let kept = prefix { character in
      left -= character.isWide ? 2 : 1
      return left >= 0
    }
    return kept + "…"
  }
}

extension Character {
  fileprivate var isWide: Bool {
    guard let scalar = unicodeScalars.first else { return false }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6C5,
      0x1F6CC, 0x1F6D0...0x1F6D2, 0x1F6D5...0x1F6D7, 0x1F6DC...0x1F6DF, 0x1F6EB...0x1F6EC,
      0x1F6F4...0x1F6FC, 0x1F7E0...0x1F7EB, 0x1F900...0x1F9FF, 0x1FA70...0x1FAFF,
      0x20000...0x3FFFD:
      return true
    default: return false
    }
  }
}
