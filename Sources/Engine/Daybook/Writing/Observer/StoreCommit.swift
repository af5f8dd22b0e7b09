/// A commit of this process that added transactions to the log.
public struct StoreCommit: Sendable, Equatable {
  /// The local numbers of its transactions; several that were appended at the same time share a
  /// commit.
  public let transactions: ClosedRange<UInt64>
  /// How many events they have.
  public let events: Int
  /// The bytes of the events as the log has them; views, indexes and whole pages not counted.
  public let bytes: Int
  /// How long writing the commit took, with its flush when it is durable.
  public let duration: Duration

  /// Makes one from its parts, for tests of observers.
  public init(transactions: ClosedRange<UInt64>, events: Int, bytes: Int, duration: Duration) {
    self.transactions = transactions
    self.events = events
    self.bytes = bytes
    self.duration = duration
  }
}
