/// What `EventStore.salvage(from:into:)` could read, and what it could not.
public struct SalvageReport: Sendable {
  /// A transaction that is not in the new store as it was in the old one.
  public struct Loss: Sendable {
    /// Its number in the old store.
    public let transaction: UInt64
    /// The positions of its events that are not in the new store; nil when its record and all of
    /// its events are lost, and with them how many there were.
    public let positions: [UInt64]?
    /// How many of its events are in the new store nevertheless, in a transaction of their own.
    public let rescued: Int
    /// The first thing that was wrong.
    public let reason: String
  }

  /// Transactions that were copied whole.
  public internal(set) var transactions = 0
  /// Events that are in the new store.
  public internal(set) var events = 0
  /// What is lost, in the order of the log.
  public internal(set) var losses: [Loss] = []
  /// The last transaction of the old store that was purged. States from before that purge are not
  /// copied.
  public internal(set) var purged: UInt64 = 0
  /// What else could not be read, such as the marks of the inbox.
  public internal(set) var notes: [String] = []

  /// Whether the new store holds everything.
  public var isWhole: Bool { losses.isEmpty && purged == 0 && notes.isEmpty }
}
