/// What an import did, or would do.
public struct ImportReport: Sendable, Equatable {
  /// What became of the rows of one file.
  public struct File: Sendable, Equatable {
    /// The file's name.
    public var name: String
    /// Its rows, the header left out.
    public var rows = 0
    /// Columns that nobody knows; they are kept nowhere.
    public var unknownColumns: [String] = []

    /// A file with a name.
    public init(name: String) { self.name = name }
  }

  /// Rows of all files that hold entries.
  public var rows = 0
  /// New entries.
  public var imported = 0
  /// Entries that were there already.
  public var unchanged = 0
  /// Entries that were there and whose row says something else now.
  public var refined = 0
  /// Rows that could not be read.
  public var quarantined: [QuarantinedRow] = []
  /// Warnings by code.
  public var warnings: [ImportWarning: Int] = [:]
  /// The files.
  public var files: [File] = []
  /// Files beside them of which nothing is imported.
  public var passedOver: [PassedOverFile] = []

  /// A report of nothing.
  public init() {}

  mutating func count(_ outcome: Outcome, _ warnings: [ImportWarning]) {
    rows += 1
    switch outcome {
    case .imported: imported += 1
    case .unchanged: unchanged += 1
    case .refined: refined += 1
    }
    for warning in warnings { self.warnings[warning, default: 0] += 1 }
  }

  enum Outcome: Sendable {
    case imported
    case unchanged
    case refined
  }
}
