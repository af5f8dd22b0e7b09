// snippet: observer
import Daybook
import Synchronization
// end
import Testing

// snippet: observer
/// What a progress bar shows while rows are built, and what went wrong.
final class ShopObserver: StoreObserver {
  let progress = Mutex<Double>(0)
  let problems = Mutex<[String]>([])

  func didAdvance(_ rebuild: RebuildProgress) {
    progress.withLock { $0 = Double(rebuild.done) / Double(max(rebuild.total, 1)) }
  }

  func didQuarantine(_ items: [QuarantinedItem]) {
    problems.withLock { $0 += items.map(\.error) }
  }

  func didReadSlowly(_ read: SlowRead) {
    problems.withLock { $0.append("\(read.file):\(read.line) took \(read.duration)") }
  }
}
// end

/// What the page on observers says, run.
struct ObserverSnippets {
  @Test func `an observer is told of a rebuild`() async throws {
    // snippet: observers
    let observer = ShopObserver()
    var options = StoreOptions()
    options.observers = [observer]
    options.slowReadThreshold = .milliseconds(100)
    // end
    let store = try EventStore.temporary(schema: .groceries, options: options)
    try await store.append { draft in
      try draft.append(.added(name: "rice", aisle: "dry"), to: ID<Grocery>.timeOrdered())
    }
    try await store.rebuild()
    while observer.progress.withLock({ $0 }) < 1 { await Task.yield() }
    #expect(observer.problems.withLock { $0 }.isEmpty)
  }
}
