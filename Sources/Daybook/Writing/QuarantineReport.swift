/// Tells the app what folds and projections have left out, in the order of the commits.
///
/// The callback runs in a task of its own, when no lock is held.
final class QuarantineReport {
  private let continuation: AsyncStream<[QuarantinedItem]>.Continuation
  private var pending: [QuarantinedItem] = []
  private var known: Set<QuarantinedItem> = []

  init(_ callback: @escaping @Sendable ([QuarantinedItem]) -> Void) {
    let (stream, continuation) = AsyncStream.makeStream(of: [QuarantinedItem].self)
    self.continuation = continuation
    Task { for await items in stream { callback(items) } }
  }

  deinit { continuation.finish() }

  /// Says what the transaction being written finds left out: that it stays so is no news.
  ///
  /// A callback that tries again what it is told of would be told of it again, for ever.
  func begin(with items: [QuarantinedItem]) { known = Set(items.map(\.withoutError)) }

  /// Notes what the transaction being written leaves out.
  func add(_ item: QuarantinedItem) {
    if known.contains(item.withoutError) { return }
    pending.append(item)
  }

  /// Tells what was noted.
  func commit() {
    known.removeAll()
    if pending.isEmpty { return }
    continuation.yield(pending)
    pending.removeAll()
  }

  /// Forgets what was noted.
  func abort() {
    known.removeAll()
    pending.removeAll()
  }
}

extension QuarantinedItem {
  /// What was left out, whatever was thrown.
  fileprivate var withoutError: QuarantinedItem {
    QuarantinedItem(
      projection: projection, kind: kind, entity: entity, position: position, error: "")
  }
}
