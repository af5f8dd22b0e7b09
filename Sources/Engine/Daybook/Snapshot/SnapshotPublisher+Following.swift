extension SnapshotPublisher {
  /// Updates now, then after each commit of any process until the task is cancelled.
  ///
  /// - Throws: as `follow(_:interval:clock:)`.
  public func follow() async throws {
    let newest = try store.read { try $0.token() }
    try await follow(store.history.transactions(after: newest).follow)
  }

  /// Updates now, then after each signal of `commits` until that ends or the task is cancelled.
  ///
  /// At most one update within `interval`: what is committed meanwhile shares the next one. Files
  /// that time alone makes outdated are built again when it is due.
  ///
  /// - Parameters:
  ///   - commits: says that something was committed, by whichever process; what it carries does not
  ///     matter, and it may say so too often.
  ///   - interval: the least time between two updates.
  ///   - clock: what intervals are measured with.
  /// - Throws: what `update()` or `commits` throws, and `CancellationError`.
  public func follow<Commits: AsyncSequence & Sendable>(
    _ commits: Commits, interval: Duration = .milliseconds(500),
    clock: any Clock<Duration> = ContinuousClock()
  ) async throws {
    // Signals that come while an update runs or waits for its turn are one.
    let (due, signals) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        defer { signals.finish() }
        for try await _ in commits { signals.yield() }
      }
      group.addTask {
        var iterator = due.makeAsyncIterator()
        repeat {
          let report = try self.update()
          try await clock.sleep(for: interval)
          let timer = self.timer(report.expires, clock) { signals.yield() }
          defer { timer?.cancel() }
          guard await iterator.next() != nil else { break }
        } while true
        try Task.checkCancellation()
      }
      try await group.waitForAll()
    }
  }

  /// Calls `body` when a file becomes outdated by time.
  private func timer(
    _ expires: Date?, _ clock: any Clock<Duration>, _ body: @escaping @Sendable () -> Void
  ) -> Task<Void, any Error>? {
    guard let seconds = expires?.timeIntervalSince(now()) else { return nil }
    // A file may say that it never expires by a date that no duration reaches.
    let wait = Duration.seconds(min(max(0, seconds), 86_400))
    return Task {
      try await clock.sleep(for: wait)
      body()
    }
  }
}
