/// A file that rows come from.
public struct ImportFile: Sendable, Hashable {
  /// Its name, without the folder that was named.
  public let name: String
  /// Its size in bytes.
  public let size: Int
  /// The SHA-256 digest of its bytes, in hexadecimal digits.
  public let digest: String
  /// Columns that nobody knows.
  public var unknownColumns: [String]
  /// What is odd about the file as a whole.
  public var warnings: [ImportWarning]

  /// Names a file.
  public init(
    name: String, size: Int, digest: String, unknownColumns: [String] = [],
    warnings: [ImportWarning] = []
  ) {
    self.name = name
    self.size = size
    self.digest = digest
    self.unknownColumns = unknownColumns
    self.warnings = warnings
  }
}
