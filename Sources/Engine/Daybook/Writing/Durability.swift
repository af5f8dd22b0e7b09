/// What is on disk when an append returns.
public enum Durability: Sendable {
  /// Everything: one flush for each commit, shared by all appends that wait at the time.
  case durable
  /// Possibly nothing yet: no flush. A power cut may undo the last commits; it never damages what
  /// was there before, and a killed process loses nothing.
  case relaxed
  /// Possibly nothing yet; meant for imports. Many appends share a commit, which comes with the
  /// next append that is not `.bulk`, with `flush()`, after 50,000 events, or when no append has
  /// come for 50 milliseconds.
  ///
  /// Readers see the appends from that commit on. A process that is killed before it loses them;
  /// what was stored before is never damaged. Meanwhile the appends of other processes wait.
  case bulk
}
