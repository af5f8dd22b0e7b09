internal import Interchange

/// Whether a column writes decimals with a point or a comma, decided over all its rows.
///
/// Programs follow the language of the user, so one file has one style. Rows of the rarer style are
/// refused; in a tie every row with a separator is.
struct DecimalStyle {
  /// That of JSON.
  static let plain = DecimalStyle()

  private var points = 0
  private var commas = 0
  /// Whether some comma is one before decimals, and not one between thousands.
  private var hasDecimalComma = false

  /// Takes a cell into account.
  mutating func note(_ cell: String) {
    switch (cell.utf8.contains(.point), cell.utf8.contains(.comma)) {
    case (true, false): points += 1
    case (false, true):
      commas += 1
      if !Self.mayBeThousands(cell.trimmed) { hasDecimalComma = true }
    default: break
    }
  }

  /// The number in a cell; nil for an empty cell.
  func number(_ cell: String, column: String) throws(RowRefusal) -> Double? {
    let text = cell.trimmed
    guard !text.isEmpty else { return nil }
    let usesPoint = text.utf8.contains(.point)
    let usesComma = text.utf8.contains(.comma)
    if (usesPoint && commas >= max(points, 1)) || (usesComma && points >= max(commas, 1)) {
      throw RowRefusal(
        column, "“\(text)”: the file mixes decimal points (\(points)) and commas (\(commas)).")
    }
    if !hasDecimalComma, Self.mayBeThousands(text) {
      throw RowRefusal(
        column, "“\(text)” may be a thousand or a fraction; write it without the comma.")
    }
    let normal = usesComma ? String(text.map { $0 == "," ? "." : $0 }) : text
    guard Self.isPlain(normal), let value = Double(normal), value.isFinite else {
      throw RowRefusal(column, "“\(text)” is not a number.")
    }
    return value
  }

  /// Whether three digits follow each comma, so that the commas may stand between thousands.
  static func mayBeThousands(_ text: some StringProtocol) -> Bool {
    // As nearly all.
    if !text.utf8.contains(.comma) { return false }
    let groups = text.drop { $0 == "-" || $0 == "+" }
      .split(separator: ",", omittingEmptySubsequences: false)
    return groups.count > 1 && (1...3).contains(groups[0].count)
      && groups.dropFirst().allSatisfy { $0.count == 3 } && groups.joined().allSatisfy(\.isNumber)
      && groups[0] != "0"
  }

  /// Keeps out what `Double` reads besides: hexadecimal, `nan` and `infinity`.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || [0x2B, 0x2D, .point, 0x45, 0x65].contains(byte)
    }
  }
}

/// The styles of the columns of a file.
struct BabyBuddyDecimals {
  private var styles: [String: DecimalStyle] = [:]

  subscript(column: String) -> DecimalStyle {
    get { styles[column] ?? .plain }
    set { styles[column] = newValue }
  }
}
