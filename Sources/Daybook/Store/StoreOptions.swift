/// How a store is opened.
public struct StoreOptions: Sendable {
  /// Makes the store when there is none.
  public var createsStore = true
  /// Address space reserved for the file, in bytes; it grows by itself. nil: 64 GiB, on iOS 1 GiB.
  public var mapSize: Int?
  /// The wall clock.
  public var now: @Sendable () -> Date = { Date() }
  /// The source of identifiers.
  public var makeID: @Sendable () -> UUID = { UUID() }
  /// The name of this process in the history.
  public var process: String?

  /// A failure to act out before the next commit, for tests; nil for none.
  package var commitFault: (@Sendable () -> CommitFault?)?

  /// The options of an ordinary store.
  public init() {}
}

/// A failure that a test wants to see.
package enum CommitFault: Sendable {
  case diskFull
  case diskFailure
  case growth
}
