/// What was found in one file.
public struct FileReport: Hashable, Sendable {
  /// The file's name without its folder.
  public let file: String
  /// Every column in file order; a row's raw fields stand in this order.
  public let columns: [String]
  /// The columns this version does not know; each earns one `unknownColumn`.
  public let unknownColumns: [String]
  /// The rows in the file, without the header and blank lines; parsed + quarantined.
  public let rows: Int
  /// The rows that were read.
  public let parsed: Int
  /// The rows that were not.
  public let quarantined: Int
  /// How often each warning was given, file-wide warnings included.
  public let warnings: [ImportWarning: Int]

  /// The columns this version knows.
  public var recognizedColumns: [String] {
    columns.filter { !unknownColumns.contains($0) }
  }
}
