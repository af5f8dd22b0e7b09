/// Writes CSV (RFC 4180): a cell is quoted when it has to be.
public enum CSVText {
  /// One record, without its line end.
  public static func row(_ cells: [String]) -> String {
    cells.map(quoted).joined(separator: ",")
  }

  private static func quoted(_ cell: String) -> String {
    let special: [UInt8] = [.comma, .quote, .lineFeed, .carriageReturn]
    guard cell.utf8.contains(where: special.contains) else { return cell }
    let doubled = cell.utf8.flatMap { $0 == .quote ? [.quote, .quote] : [$0] }
    return "\"" + String(decoding: doubled, as: UTF8.self) + "\""
  }
}
