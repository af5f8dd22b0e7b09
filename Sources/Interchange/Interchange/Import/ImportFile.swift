/// A file that rows come from.
public struct ImportFile: Sendable, Hashable {
  /// Its name, without the folder that was named.
  public let name: String
  /// Its size in bytes.
  public let size: Int
  /// The SHA-256 digest of its bytes, in hexadecimal digits.
  public let digest: String
  /// What is odd about the file as a whole.
  public var warnings: [ImportWarning]
  /// What became of its cells; nil where nobody counts them.
  package var cells: CellLedger?

  /// Names a file.
  public init(name: String, size: Int, digest: String, warnings: [ImportWarning] = []) {
    self.name = name
    self.size = size
    self.digest = digest
    self.warnings = warnings
  }

  /// Whether both are the same file; what became of the cells does not count.
  public static func == (a: ImportFile, b: ImportFile) -> Bool {
    a.name == b.name && a.size == b.size && a.digest == b.digest && a.warnings == b.warnings
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(digest)
  }
}
