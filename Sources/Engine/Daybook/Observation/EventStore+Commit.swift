extension EventStore {
  /// Returns as soon as there is a commit after that of a number, by any process; at once when
  /// there is one already.
  ///
  /// - Throws: `CancellationError`; `StoreError.closed`.
  package func commit(after number: UInt64) async throws { try await signal.commit(after: number) }
}
