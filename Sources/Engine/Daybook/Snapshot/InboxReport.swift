/// What taking in an inbox came to.
public struct InboxReport: Sendable {
  /// A file whose events are in the log now.
  public struct Ingested: Sendable {
    /// The name of the file.
    public let file: String
    /// The token of its transaction.
    public let token: History.Token
  }

  /// A file that was set aside, or that stays.
  public struct Rejected: Sendable {
    /// The name of the file, in the folder `rejected` when it was set aside.
    public let file: String
    /// Why it was rejected; the file with `.reason` at the end of its name says the same in words.
    public let reason: any Error
  }

  /// Files that were taken in, oldest first.
  public internal(set) var ingested: [Ingested] = []
  /// Files that had been taken in before and only had to be removed.
  public internal(set) var duplicates: [String] = []
  /// Files that were set aside.
  public internal(set) var rejected: [Rejected] = []
  /// Files that stay for the next time: that could not be read now, or that could not be moved to
  /// `rejected`, or that were taken in and could not be removed.
  public internal(set) var postponed: [Rejected] = []
}
