internal import LMDB
internal import Synchronization

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
  private let read: @Sendable (borrowing Reader) throws -> Value

  init(_ store: EventStore, _ read: @escaping @Sendable (borrowing Reader) throws -> Value) {
    self.store = store
    self.read = read
  }

  /// The value now. Blocks like any read.
  public func current() throws -> Value { try store.read(read) }

  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(loop: ObservationLoop(store, read))
  }

  /// The place of one loop: what it has given out and what that was read from.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let loop: ObservationLoop<Value>

    /// The first value, or the next one that differs; nil when the task was cancelled.
    public func next() async throws -> Value? { try await loop.next() }
  }
}

/// One loop over a store's values; while it lives, the writer notes what commits change.
private final class ObservationLoop<Value: Equatable & Sendable>: Sendable {
  private struct State: Sendable {
    var last: Value?
    var version: UInt64 = 0
    var trace: ReadTrace?
  }

  private let store: EventStore
  private let read: @Sendable (borrowing Reader) throws -> Value
  private let state = Mutex(State())

  init(_ store: EventStore, _ read: @escaping @Sendable (borrowing Reader) throws -> Value) {
    self.store = store
    self.read = read
    store.signal.addObserver()
  }

  deinit { store.signal.removeObserver() }

  func next() async throws -> Value? {
    do {
      while true {
        try Task.checkCancellation()
        let (version, trace) = state.withLock { ($0.version, $0.trace) }
        if let trace { try await store.signal.commit(after: version, touching: trace) }
        if let value = try await evaluate() { return value }
      }
    } catch is CancellationError {
      return nil
    }
  }

  /// The value now; nil when it is the last one still.
  @concurrent
  private func evaluate() async throws -> Value? {
    let trace = ReadTrace()
    let (version, value) = try store.read(trace) { reader in
      (reader.log.transaction.id, try read(reader))
    }
    return state.withLock { state in
      (state.version, state.trace) = (version, trace)
      if state.last == value { return nil }
      state.last = value
      return value
    }
  }
}
