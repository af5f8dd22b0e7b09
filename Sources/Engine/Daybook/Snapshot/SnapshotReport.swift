/// What one update of a `SnapshotPublisher` did.
public struct SnapshotReport: Sendable {
  /// A file that could not be built; it stays as it was and is tried again.
  public struct Failure: Sendable {
    /// The name of the file.
    public let file: String
    /// What the builder threw.
    public let error: any Error
  }

  /// The place in the history that the files are built up to.
  public let token: History.Token
  /// The files that were made or replaced, in order.
  public internal(set) var written: [String] = []
  /// The files that were removed, in order.
  public internal(set) var removed: [String] = []
  /// Files that should be gone but whose bytes somebody else wrote; they stay, and the publisher
  /// does not look at them again.
  public internal(set) var abandoned: [String] = []
  /// How many files were looked at.
  public internal(set) var considered = 0
  /// What could not be built.
  public internal(set) var failures: [Failure] = []
  /// Whether every file was looked at, because the history could not say which ones may have
  /// changed.
  public let wasComplete: Bool
  /// When the next file is outdated by time alone; nil for never.
  public internal(set) var expires: Date?

  /// Whether no file changed.
  public var isEmpty: Bool { written.isEmpty && removed.isEmpty }
}
