/// What an append, an undo or a redo would do, of which nothing was written.
public struct DraftPreview: Sendable {
  /// The transactions that would be taken back or brought back, ascending.
  public let transactions: [UInt64]
  /// What would change, with the values before and after.
  public let changes: [History.AnyChange]
}
