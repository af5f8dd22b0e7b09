/// Tells the app what folds and projections have left out, in the order of the commits.
///
/// The callback runs in a task of its own, when no lock is held.
final class QuarantineReport {
  private let continuation: AsyncStream<[QuarantinedItem]>.Continuation
  private var pending: [QuarantinedItem] = []

  init(_ callback: @escaping @Sendable ([QuarantinedItem]) -> Void) {
    let (stream, continuation) = AsyncStream.makeStream(of: [QuarantinedItem].self)
    self.continuation = continuation
    Task { for await items in stream { callback(items) } }
  }

  deinit { continuation.finish() }

  /// Notes what the transaction being written leaves out.
  func add(_ item: QuarantinedItem) { pending.append(item) }

  /// Tells what was noted.
  func commit() {
    if pending.isEmpty { return }
    continuation.yield(pending)
    pending.removeAll()
  }

  /// Forgets what was noted.
  func abort() { pending.removeAll() }
}
