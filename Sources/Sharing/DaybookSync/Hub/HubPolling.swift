/// Asks a hub again until there is an answer, also while the hub is off or begins anew.
package enum HubPolling {
  /// Waits for an answer.
  ///
  /// - Parameters:
  ///   - pause: how long to wait before the next question.
  ///   - failed: is called with a failure of the hub, once until the hub answers again.
  ///   - ask: asks once; nil as long as there is no answer.
  /// - Throws: what `ask` throws but `SyncError.peer`; `CancellationError`.
  package static func wait<Answer>(
    every pause: Duration = .milliseconds(500), failed: (SyncError) -> Void,
    _ ask: () async throws -> Answer?
  ) async throws -> Answer {
    var isFailing = false
    while true {
      do {
        if let answer = try await ask() { return answer }
        isFailing = false
      } catch let error as SyncError where error.code == .peer {
        if !isFailing { failed(error) }
        isFailing = true
      }
      try await Task.sleep(for: pause)
    }
  }
}
