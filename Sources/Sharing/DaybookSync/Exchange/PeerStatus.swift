public import Daybook
internal import Synchronization

/// How far one peer and this store are from each other, as of the last exchange.
public struct PeerStatus: Hashable, Sendable {
  /// The peer's name.
  public let peer: String
  /// When the last exchange ended, by the store's clock.
  public let time: Date
  /// How many transactions this store has that the peer is not known to have.
  public let behind: UInt64
  /// How many transactions the peer has that this store lacks.
  public let ahead: UInt64
  /// The result of that exchange.
  public let report: ExchangeReport
  /// How long `follow` waits before the next exchange; an append here ends the wait. Nil for an
  /// exchange that is not repeated.
  public let pause: Duration?

  /// How many files this store has there: 0 but for a folder. Each costs whoever begins with the
  /// folder a question, so from some 1,000 on set a frontier at `commonVector(in:)`, and put its
  /// snapshot there: `putSnapshot(in:)`.
  public let ownFiles: Int

  /// Why the last exchange ended early; nil when it did not.
  public var failure: SyncError? { report.failure }
  /// The refusals of this side.
  public var refused: [SyncError] { report.refused }
}

/// The newest status of each peer, and the streams that get it.
final class PeerStatuses: Sendable {
  private struct State {
    var statuses: [String: PeerStatus] = [:]
    var listeners: [Int: AsyncStream<PeerStatus>.Continuation] = [:]
    var next = 0
  }

  private let state = Mutex(State())

  deinit {
    let listeners = state.withLock { $0.listeners.values.map(\.self) }
    for listener in listeners { listener.finish() }
  }

  /// The newest status of each peer, by name.
  var all: [PeerStatus] {
    state.withLock { $0.statuses.values.sorted { $0.peer < $1.peer } }
  }

  func tell(_ status: PeerStatus) {
    // Within the lock, so that every stream gets the statuses in the same order.
    state.withLock { state in
      state.statuses[status.peer] = status
      for listener in state.listeners.values { listener.yield(status) }
    }
  }

  /// The newest status of each peer, then each new one.
  func stream() -> AsyncStream<PeerStatus> {
    AsyncStream { continuation in
      let number = state.withLock { state in
        state.next += 1
        state.listeners[state.next] = continuation
        for status in state.statuses.values.sorted(by: { $0.peer < $1.peer }) {
          continuation.yield(status)
        }
        return state.next
      }
      continuation.onTermination = { [weak self] _ in
        self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
      }
    }
  }
}

extension Replication {
  /// The status of each peer: the newest ones first, then a new one after every exchange.
  ///
  /// A status waits until it is read. The stream ends when nobody holds this `Replication` any
  /// more.
  public var statuses: AsyncStream<PeerStatus> { peerStatuses.stream() }

  /// Makes a peer's status after an exchange, and sends it to the streams.
  func announce(
    _ report: ExchangeReport, with peer: some SyncPeer, pause: Duration?
  ) throws -> PeerStatus {
    let (own, noted) = try store.read { (try $0.versionVector(), try $0.peers()) }
    // Of a peer that did not answer, what it said last.
    let known =
      report.peer ?? noted.first { $0.name == Self.consumer(peer.name) }?.vector ?? VersionVector()
    let status = PeerStatus(
      peer: peer.name, time: store.now(), behind: own.count(beyond: known),
      ahead: known.count(beyond: own), report: report, pause: pause, ownFiles: peer.ownFiles)
    peerStatuses.tell(status)
    return status
  }

  /// Exchanges with a peer again and again, until the task is cancelled.
  ///
  /// The next exchange begins as soon as something is appended here, or the peer tells that it has
  /// something new, else after the pause. After a failure the pause doubles, up to sixteen times
  /// its length.
  ///
  /// - Parameters:
  ///   - pause: how long to wait before the peer is asked again for news.
  ///   - sleep: waits, for tests.
  ///   - each: called after each exchange, before the pause.
  /// - Throws: `CancellationError`; what keeps this store from working: a `StoreError`,
  ///   `SyncError.key`; `text` for a peer whose name is empty or has more than 195 bytes.
  public func follow(
    _ peer: some SyncPeer, every pause: Duration = .seconds(30),
    sleep: @escaping @Sendable (Duration) async throws -> Void = {
      try await Task.sleep(for: $0)
    },
    each: (PeerStatus) -> Void = { _ in }
  ) async throws {
    var failures = 0
    while true {
      try Task.checkCancellation()
      let own = try replica()
      let written = try vector()[own]
      let report = try await carryOutExchange(with: peer)
      failures = report.failure == nil ? 0 : min(failures + 1, 4)
      let next = pause * (1 << failures)
      each(try announce(report, with: peer, pause: next))
      // A transaction that was appended during the exchange may have come too late for it.
      var seen = try vector()
      seen[own] = written
      // A peer that has just failed is left alone for the pause.
      try await wait(
        for: next, after: seen, gathering: peer.gathers, news: report.failure == nil ? peer : nil,
        isWriting: report.sent > 0, sleep)
    }
  }

  /// Waits for a pause, until something is appended here, or until the peer has news.
  private func wait(
    for pause: Duration, after vector: VersionVector, gathering more: Duration,
    news peer: (some SyncPeer)?, isWriting: Bool,
    _ sleep: @escaping @Sendable (Duration) async throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { [store] group in
      group.addTask { try await sleep(pause) }
      group.addTask {
        for try await now in store.values({ try $0.versionVector() }) where now != vector {
          if more > .zero { try await sleep(more) }
          return
        }
      }
      if let peer {
        group.addTask {
          // A store that goes on writing would give up a question for each save, and a hub closes
          // a connection on which too many are given up.
          if isWriting { try await Task.sleep(for: .milliseconds(250)) }
          do { try await AskedPeer(peer).changed(beyond: vector) } catch let error as SyncError
            where !error.isOfKey
          {
            // The next exchange tells the failure, after the pause.
            try await sleep(pause)
          }
        }
      }
      try await group.next()
      group.cancelAll()
    }
  }
}

extension VersionVector {
  /// How many of its transactions are not among those of another one.
  package func count(beyond other: VersionVector) -> UInt64 {
    sequences.reduce(0) { sum, entry in
      let lacking = entry.value - min(entry.value, other[entry.key])
      let (count, overflows) = sum.addingReportingOverflow(lacking)
      return overflows ? .max : count
    }
  }
}
