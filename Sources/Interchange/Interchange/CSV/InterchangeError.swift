/// Why a whole file, or a whole import, was refused; nothing was read in part.
///
/// A row that cannot be read is not an error: it becomes a ``QuarantinedRow``.
public struct InterchangeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure, stable between versions.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name, such as `missingColumn`.
    public let rawValue: String

    /// Wraps a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The file or folder is absent or may not be read.
    public static let unreadableFile = Code(rawValue: "unreadableFile")
    /// The bytes are not comma-separated text.
    public static let notCSV = Code(rawValue: "notCSV")
    /// The bytes are not JSON, or not that of the source.
    public static let notJSON = Code(rawValue: "notJSON")
    /// Rows are missing that the source says it has.
    public static let incomplete = Code(rawValue: "incomplete")
    /// A column without which the rows mean nothing is absent.
    public static let missingColumn = Code(rawValue: "missingColumn")
    /// Two files are the same table of the source.
    public static let ambiguousFile = Code(rawValue: "ambiguousFile")
    /// There is no row, or none that can be read.
    public static let nothingRead = Code(rawValue: "nothingRead")
    /// Two columns carry the same name.
    public static let duplicateColumn = Code(rawValue: "duplicateColumn")
    /// The zone database has no zone of that name.
    public static let unknownZone = Code(rawValue: "unknownZone")
    /// Most entries would move by one offset: another zone was told than last time.
    public static let zoneDiffers = Code(rawValue: "zoneDiffers")
    /// Most amounts would change by one factor: another unit was told than last time.
    public static let unitDiffers = Code(rawValue: "unitDiffers")
    /// Most rows of earlier imports are not in the files, and their entries were to go.
    public static let rowsMissing = Code(rawValue: "rowsMissing")
    /// The files are not any more those that were looked at.
    public static let sourceChanged = Code(rawValue: "sourceChanged")
    /// A question of the plan has no answer, or one that makes no sense.
    public static let unanswered = Code(rawValue: "unanswered")
    /// A cell, a row or a file is larger than any that is read.
    public static let tooLarge = Code(rawValue: "tooLarge")
    /// The files come from another installation than the name says, or the other way round.
    public static let otherInstance = Code(rawValue: "otherInstance")
  }

  /// The kind of failure.
  public let code: Code
  /// The file's name without its folder; empty when no file is at fault.
  public let file: String
  /// One sentence that says what is wrong, with values.
  public let message: String

  /// The message.
  public var description: String { message }

  /// Makes an error.
  public init(_ code: Code, file: String = "", _ message: String) {
    self.code = code
    self.file = file
    self.message = message
  }

  /// A file that is absent or may not be read.
  public static func unreadable(_ file: String) -> InterchangeError {
    InterchangeError(.unreadableFile, file: file, "\(file) cannot be read.")
  }

  static func notCSV(_ file: String, line: Int, _ reason: String) -> InterchangeError {
    InterchangeError(
      .notCSV, file: file, "\(file) is not a CSV file: line \(line) \(reason).")
  }

  /// A file without any text.
  package static func empty(_ file: String, _ code: Code) -> InterchangeError {
    InterchangeError(
      code, file: file,
      "\(file) is empty; let the app export it again, or download it again.")
  }

  /// A file that is something else than what was asked for.
  package static func wrongKind(
    _ kind: FileKind, _ file: String, wanting form: String, _ code: Code
  ) -> InterchangeError {
    InterchangeError(
      code, file: file, "\(file) is \(kind.words), not \(form); \(kind.advice(wanting: form)).")
  }
}
