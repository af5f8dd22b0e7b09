internal import LMDB
internal import Synchronization

/// One loop over a store's values; while it lives, the writer notes what commits change.
final class ObservationLoop<Value: Equatable & Sendable>: Sendable {
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

  /// Reads the value here and now; `next` gives what differs from it.
  func begin() throws -> Value {
    let (value, _) = try evaluated()
    return value
  }

  func next() async throws -> Value? {
    do {
      while true {
        try Task.checkCancellation()
        let (version, trace) = state.withLock { ($0.version, $0.trace) }
        if let trace { try await store.signal.commit(after: version, touching: trace) }
        let (value, isNew) = try await evaluate()
        if isNew { return value }
      }
    } catch is CancellationError {
      return nil
    }
  }

  @concurrent
  private func evaluate() async throws -> (value: Value, isNew: Bool) { try evaluated() }

  /// The value now, and whether it is not the last one still.
  private func evaluated() throws -> (value: Value, isNew: Bool) {
    let trace = ReadTrace()
    let (version, value) = try store.timedRead(trace, "", 0) { reader in
      (reader.log.transaction.id, try read(reader))
    }
    return state.withLock { state in
      (state.version, state.trace) = (version, trace)
      let isNew = state.last != value
      if isNew { state.last = value }
      return (value, isNew)
    }
  }
}
