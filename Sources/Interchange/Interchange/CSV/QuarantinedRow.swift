/// A row that could not be read; it is handed over whole, so nothing is lost.
public struct QuarantinedRow: Hashable, Codable, Sendable {
  /// Where the row stands.
  public let position: SourcePosition
  /// The column at fault; nil when the row as a whole is.
  public let column: String?
  /// One sentence that says what is wrong, with the value.
  public let reason: String
  /// The same without the line, for who has named it: BabyDashboard's own sentences begin with it.
  @_spi(Tools) public var reasonAlone: Substring {
    let line = "Line \(position.line): "
    return reason.hasPrefix(line) ? reason.dropFirst(line.count) : reason[...]
  }
  /// The row's text as the file has it, with quotes and without its line end.
  public let rawText: String
  /// The table that it belongs to; nil when the source cannot tell.
  public var table: String?
  /// Its identifier there; nil when the source cannot tell.
  ///
  /// What table and identifier tell is not taken for a row that has vanished. While a row is
  /// unreadable that tells less, no row of its table is, or of any.
  public var id: String?

  /// Names a row and what is wrong with it.
  public init(
    position: SourcePosition, column: String?, reason: String, rawText: String,
    table: String? = nil, id: String? = nil
  ) {
    self.position = position
    self.column = column
    self.reason = reason
    self.rawText = rawText
    self.table = table
    self.id = id
  }
}
