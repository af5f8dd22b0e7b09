public import Daybook
public import Foundation

extension Migration {
  /// Lets this store lead: reads the old one once more, compares, and writes the flag in the commit
  /// of the last entries.
  ///
  /// The app stops writing to the old store before. When something is written there nevertheless,
  /// the flag is not set.
  ///
  /// - Parameters:
  ///   - accepting: whether to go on when this store lacks something of the old one, because
  ///     somebody has looked at the differences.
  ///   - progress: gets the number of rows gone through and of all.
  /// - Returns: how the stores compare.
  /// - Throws: `InterchangeError`: `differs` when this store lacks something, `sourceChanged` when
  ///   the old store was written meanwhile, `switched` when this store leads already; as
  ///   `follow(progress:)`.
  @discardableResult
  public func switchOver(
    accepting: Bool = false,
    progress: @escaping @Sendable (_ rows: Int, _ all: Int) -> Void = { _, _ in }
  ) async throws -> MigrationComparison {
    try await alone { try await switchAlone(accepting, progress) }
  }

  private func switchAlone(
    _ accepting: Bool, _ progress: @escaping @Sendable (_ rows: Int, _ all: Int) -> Void
  ) async throws -> MigrationComparison {
    _ = try await followAlone(progress)
    let position = try old.position()
    let comparison = try await compare()
    guard accepting || comparison.lacksNothing else {
      throw InterchangeError(.differs, "The new store does not lead yet: \(comparison.summary)")
    }
    let (id, step, old) = (id, step(.switched, position), old)
    _ = try await read({ _, _ in }) { draft in
      guard try old.position() == position else {
        throw InterchangeError(
          .sourceChanged,
          "The old store was written while the new one took over; stop writing to it, and try "
            + "again.")
      }
      var step = step
      step.changed = draft.wallTime
      try draft.append(MigrationEvent.moved(step), to: id)
    }
    return comparison
  }

  /// What goes back to the old store, and what does not.
  public struct BackOut: Hashable, Codable, Sendable {
    /// The place in the history after which this store was on its own; nil when the log was purged
    /// beyond it.
    public let since: History.Token?
    /// How many transactions were written since, of those that the log has: they are here and not
    /// in the old store.
    public let transactions: Int
  }

  /// Lets the old store lead again, which is as it was when this one took over.
  ///
  /// What was written here since stays here. `BackOut.since` names where it begins, so that the app
  /// can show it, or write it to the old store. Following goes on with the next `follow`.
  ///
  /// - Throws: `InterchangeError`: `notSwitched` when the old store leads already, `finished` when
  ///   the way back was given up; a `StoreError`.
  @discardableResult
  public func backOut() async throws -> BackOut {
    let back = try findBackOut()
    try await move(to: .backedOut)
    return back
  }

  /// Gives up the way back: the app may remove its old store.
  ///
  /// - Parameter safePeriod: how long this store has to lead before, in seconds; 30 days.
  /// - Throws: `InterchangeError`: `notSwitched` when the old store leads, `tooEarly` within the
  ///   safe period; a `StoreError`.
  public func finish(safePeriod: TimeInterval = 30 * 86_400) async throws {
    try await move(to: .finished) { state, now in
      let rest = safePeriod - now.timeIntervalSince(state.changed)
      guard rest <= 0 else {
        let days = (rest / 86_400).rounded(.up)
        throw InterchangeError(
          .tooEarly,
          "The new store leads for less than the safe period; \(String(format: "%.0f", days)) more "
            + "\(days == 1 ? "day" : "days") to go.")
      }
    }
  }

  private func move(
    to phase: MigrationState.Phase,
    _ check: @escaping @Sendable (MigrationState, Date) throws -> Void = { _, _ in }
  ) async throws {
    // An empty position lets the next `follow` read everything.
    let (id, step) = (id, step(phase, ""))
    try await store.append(author: author, context: "migration \(provider)") { draft in
      let state = try draft.entity(MigrationState.self, id)
      try Self.checkSwitched(state)
      if let state { try check(state, draft.wallTime) }
      var step = step
      step.changed = draft.wallTime
      try draft.append(MigrationEvent.moved(step), to: id)
    }
  }

  private static func checkSwitched(_ state: MigrationState?) throws(InterchangeError) {
    switch state?.phase {
    case .switched: break
    case .finished:
      throw InterchangeError(.finished, "The migration is finished; there is no way back.")
    case .following, .backedOut, nil:
      throw InterchangeError(.notSwitched, "The old store leads already.")
    }
  }

  private func findBackOut() throws -> BackOut {
    try Self.checkSwitched(state)
    let moves = try store.read { reader in
      try reader.events(
        of: MigrationState.self, named: "import.migration.moved", order: .newestFirst)
    }
    let move = moves.first { $0.entity.rawValue == id }
    var (since, count) = (History.Token?.none, 0)
    try store.history.transactions(order: .newestFirst).forEach { transaction in
      if transaction.number == move?.transaction {
        since = transaction.token
        return false
      }
      count += 1
      return true
    }
    return BackOut(since: since, transactions: count)
  }
}
