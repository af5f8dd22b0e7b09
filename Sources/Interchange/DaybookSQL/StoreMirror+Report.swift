#if SQL
public import Daybook

extension StoreMirror {
  /// What a round has written.
  public struct Report: Sendable, Hashable {
    /// Why the file was made anew; what it held before is gone.
    public enum Cause: String, Sendable, Hashable {
      /// It was empty.
      case empty
      /// It was made by another version of Daybook, or with other options.
      case otherForm
      /// It was of another store.
      case otherStore
      /// The store's log is another one, as after a backup was restored.
      case otherLog
      /// History was purged.
      case purged
      /// A kind or a view has other fields, another revision or other parameters, or is gone.
      case schemaChanged
    }

    /// The place in the history that the file is at; nil for an empty store.
    public internal(set) var token: History.Token?
    /// Transactions that came.
    public internal(set) var transactions = 0
    /// Their events.
    public internal(set) var events = 0
    /// Entities that were written, or taken out.
    public internal(set) var entities = 0
    /// Rows of views that were written.
    public internal(set) var rows = 0
    /// The views whose rows are older than the log, because a program has written that does not
    /// keep them: the file has these rows as they are. Who keeps a view brings it up to date.
    public internal(set) var behind: [String] = []
    /// Why everything was written; nil when only what had changed was.
    public internal(set) var madeAnew: Cause?

    /// Whether anything was written.
    public var hasChanged: Bool {
      madeAnew != nil || transactions + entities + rows > 0 || hasChangedOtherwise
    }

    /// Whether a table came, went or was emptied.
    var hasChangedOtherwise = false
  }
}
#endif
