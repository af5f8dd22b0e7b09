internal import LMDB

/// Builds rows on a thread of its own, of a snapshot that is as the writer's transaction began.
///
/// It collects them and writes nothing. While the writer has its lock, no commit comes between the
/// snapshot and the transaction.
final class BuildWorker<R: Sendable>: @unchecked Sendable {  // see the comment of its parts
  /// Thrown when the transaction has changed what rows are made of, which no snapshot has yet.
  private struct Changed: Error {}

  // Safety: whoever calls `run` uses these alone.
  private let plan: BuildPlan
  private let body: (inout BuildScope) throws -> R
  private let context: WriterContext
  private let counters: LogCounters
  private let transaction: UInt64
  private let isFresh: Bool
  private let gate: BuildGate
  /// What came of it; nil until then.
  private let result = Monitor<Result<R, any Error>?>(nil)

  /// - Parameters:
  ///   - isFresh: whether what the tables of the rows hold is not looked at.
  ///   - gate: where those who wait for it learn that nothing came of it.
  init(
    _ projections: [ProjectionRuntime], _ scope: inout WriteScope, isFresh: Bool = false,
    limit: Int = RowCollector.limit, gate: BuildGate,
    _ body: @escaping (inout BuildScope) throws -> R
  ) {
    plan = BuildPlan(projections, &scope, limit: limit)
    self.body = body
    context = scope.context
    counters = scope.counters
    transaction = scope.reading.id
    self.isFresh = isFresh
    self.gate = gate
  }

  /// Starts the thread; false when the system has none left. Whoever starts it waits for its end
  /// before the writer's transaction ends.
  func start() -> Bool { SystemThread.run { self.run() } }

  /// Does the work, in the caller's place too.
  func run() {
    let found = context.builders.withCurrent { Result { try build() } }
    if case .failure = found { gate.giveUp() }
    result.locked { $0.state = found }
    result.wakeAll()
  }

  /// Waits for the end. Returns what came of it, or throws why nothing did.
  @discardableResult
  func join() throws -> R {
    while !hasEnded(within: 1_000_000) {}
    guard let found = result.locked({ $0.state }) else { throw Changed() }
    return try found.get()
  }

  /// Waits for the end, so many microseconds at the longest; whether it has come.
  func hasEnded(within microseconds: Int) -> Bool {
    let deadline = Deadline(microseconds: microseconds)
    return result.locked { held in
      while held.state == nil { if !held.wait(until: deadline) { break } }
      return held.state != nil
    }
  }

  private func build() throws -> R {
    let read = try context.environment.environment.beginSnapshotForWriter()
    guard read.id &+ 1 == transaction, try LogCounters(read.borrowed, plan.tables) == counters
    else { throw Changed() }
    let buffers = RowBuffers(context.environment.environment)
    var scope = try BuildScope(read, buffers, plan, isFresh: isFresh)
    return try body(&scope)
  }
}
