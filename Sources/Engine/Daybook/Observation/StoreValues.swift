/// What a closure reads from a store: its value now, then each new one.
///
/// ```swift
/// for try await feed in store.values(of: FeedSession.self, id) { … }
/// ```
/// The closure runs again only after a commit that changed a key, prefix or range that it read, or
/// that added to the log when it read that; commits of other processes count as changing
/// everything. An equal value is left out. A slow loop skips to the newest. No read is held
/// between values. Cancelling the task ends the loop without an error; what the closure throws ends
/// it with that.
///
/// Each loop evaluates for itself, off the caller's actor.
public struct StoreValues<Value: Equatable & Sendable>: AsyncSequence, Sendable {
  public typealias Element = Value

  private let store: EventStore
  /// What tells the question from others; nil when nothing does.
  private let id: (any Hashable & Sendable)?
  private let read: @Sendable (borrowing Reader) throws -> Value

  init(
    _ store: EventStore, id: (any Hashable & Sendable)?,
    _ read: @escaping @Sendable (borrowing Reader) throws -> Value
  ) {
    self.store = store
    self.id = id
    self.read = read
  }

  /// The value now. Blocks like any read.
  public func current() throws -> Value { try store.read(read) }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(loop: makeLoop()) }

  func makeLoop() -> ObservationLoop<Value> { ObservationLoop(store, read) }

  /// Whether both are known to read the same.
  func isSame(as other: StoreValues) -> Bool {
    guard let id, let otherID = other.id, store === other.store else { return false }
    return AnyHashable(id) == AnyHashable(otherID)
  }

  /// The place of one loop: what it has given out and what that was read from.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let loop: ObservationLoop<Value>

    /// The first value, or the next one that differs; nil when the task was cancelled.
    public func next() async throws -> Value? { try await loop.next() }
  }
}
