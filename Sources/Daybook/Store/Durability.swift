/// What is on disk when an append returns.
public enum Durability: Sendable {
  /// Everything: two flushes for each commit, shared by all appends that wait at the time.
  case durable
  /// The data, but perhaps not the root that refers to them: one flush. A power cut may undo the last
  /// commits; it never damages what was there before, and a killed process loses nothing.
  case relaxed
}
