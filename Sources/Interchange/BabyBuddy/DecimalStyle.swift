/// Whether a file writes decimals with a point or a comma, decided over all its rows.
///
/// Baby Buddy follows the language of the exporting user, so one file has one style. Rows of the
/// rarer style are refused; in a tie every row with a separator is.
struct DecimalStyle {
  private let points: Int
  private let commas: Int

  init(_ cells: some Sequence<String>) {
    var (points, commas) = (0, 0)
    for cell in cells {
      switch (cell.utf8.contains(.point), cell.utf8.contains(.comma)) {
      case (true, false): points += 1
      case (false, true): commas += 1
      default: break
      }
    }
    (self.points, self.commas) = (points, commas)
  }

  /// The number in a cell and its text with a point; nil for an empty cell.
  func number(_ cell: String, column: String) throws(RowRefusal) -> (value: Double, text: String)? {
    let text = cell.trimmed
    guard !text.isEmpty else { return nil }
    let usesPoint = text.utf8.contains(.point)
    let usesComma = text.utf8.contains(.comma)
    if (usesPoint && commas >= max(points, 1)) || (usesComma && points >= max(commas, 1)) {
      throw RowRefusal(
        column, "“\(text)”: the file mixes decimal points (\(points)) and commas (\(commas)).")
    }
    let normal = usesComma ? String(text.map { $0 == "," ? "." : $0 }) : text
    guard Self.isPlain(normal), let value = Double(normal), value.isFinite else {
      throw RowRefusal(column, "“\(text)” is not a number.")
    }
    return (value, normal)
  }

  /// Keeps out what `Double` reads besides: hexadecimal, `nan` and `infinity`.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || [0x2B, 0x2D, .point, 0x45, 0x65].contains(byte)
    }
  }
}
