public import Observation
internal import Synchronization

/// The newest answer of a store to a question, which may change: for SwiftUI and whatever else
/// follows `Observable` objects.
///
/// ```swift
/// let hits = ObservedValue(store.values(of: GroceryWords.all.beginning(with: "ri")))
/// hits.follow(store.values(of: GroceryWords.all.beginning(with: "rice")))
/// ```
/// It has a value from the start, without `await`, and follows the store until it goes or is given
/// another question. Making one throws nothing, so that `@State` can hold it: what cannot be read
/// is in ``failure``. Commits that touch nothing of what was read wake nobody.
@MainActor
@Observable
public final class ObservedValue<Value: Equatable & Sendable> {
  /// The newest answer to the question; the fallback while there is none.
  ///
  /// After a failure the last answer stays, but never one to an earlier question.
  public private(set) var value: Value
  /// What ended the following; nil while it goes on.
  public private(set) var failure: (any Error)?

  private let fallback: Value
  @ObservationIgnored private var values: StoreValues<Value>?
  private let following = Following()

  /// Makes one that has no question yet. Reads nothing.
  ///
  /// - Parameter fallback: what it shows while there is no answer.
  public init(otherwise fallback: Value) {
    value = fallback
    self.fallback = fallback
  }

  /// Reads the values' first one and follows them.
  ///
  /// - Parameters:
  ///   - values: the question, as `EventStore.values` makes it.
  ///   - fallback: what it shows when the first value cannot be read.
  public convenience init(_ values: StoreValues<Value>, otherwise fallback: Value) {
    self.init(otherwise: fallback)
    follow(values)
  }

  /// Asks another question; nil for none.
  ///
  /// When it returns, ``value`` is the answer to the new question, and no answer to an earlier one
  /// comes after it. The same question again (see `EventStore.values(id:_:)`) costs nothing and
  /// changes nothing, unless there was a failure: then it is tried again.
  ///
  /// It reads on the calling thread: as long as the closure takes, some microseconds for rows of a
  /// query.
  public func follow(_ values: StoreValues<Value>?) {
    if let values, let known = self.values, failure == nil, values.isSame(as: known) { return }
    following.end()
    self.values = values
    guard let values else { return show(fallback, nil) }
    let loop = values.makeLoop()
    do { show(try loop.begin(), nil) } catch { return show(fallback, error) }
    following.begin { [weak self] in
      do {
        while let value = try await loop.next() {
          // Another question may have been asked while this answer was on its way.
          guard let self, !Task.isCancelled else { return }
          if self.value != value { self.value = value }
        }
      } catch {
        if !Task.isCancelled { self?.failure = error }
      }
    }
  }

  private func show(_ value: Value, _ failure: (any Error)?) {
    if self.value != value { self.value = value }
    if self.failure != nil || failure != nil { self.failure = failure }
  }
}

extension ObservedValue where Value: ExpressibleByNilLiteral {
  /// Makes one without a question, which shows nil.
  public convenience init() { self.init(otherwise: nil) }

  /// Reads the values' first one and follows them; shows nil when it cannot be read.
  public convenience init(_ values: StoreValues<Value>) { self.init(values, otherwise: nil) }
}

extension ObservedValue where Value: RangeReplaceableCollection {
  /// Makes one without a question, which shows nothing.
  public convenience init() { self.init(otherwise: Value()) }

  /// Reads the values' first one and follows them; shows nothing when it cannot be read.
  public convenience init(_ values: StoreValues<Value>) { self.init(values, otherwise: Value()) }
}

/// A task that ends with its owner, or when another one begins.
private final class Following: Sendable {
  private let task = Mutex<Task<Void, Never>?>(nil)

  func begin(_ body: @escaping @MainActor @Sendable () async -> Void) {
    task.withLock { $0 = Task { await body() } }
  }

  func end() { task.withLock { $0.take()?.cancel() } }

  deinit { task.withLock { $0?.cancel() } }
}
