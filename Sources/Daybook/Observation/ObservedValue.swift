public import Observation
internal import Synchronization

/// The newest value of a `StoreValues`, for SwiftUI and whatever else follows `Observable` objects.
///
/// ```swift
/// struct FeedRow: View {
///   let feed: ObservedValue<FeedSession?>
///   var body: some View { Text(feed.value?.note ?? "") }
/// }
/// ```
/// It has a value from the start and follows the store until it goes.
@MainActor
@Observable
public final class ObservedValue<Value: Equatable & Sendable> {
  /// The newest value.
  public private(set) var value: Value
  /// What ended the following; nil while it goes on.
  public private(set) var failure: (any Error)?
  private let following = Following()

  /// Reads the value and starts to follow it.
  ///
  /// - Throws: what reading it throws.
  public init(_ values: StoreValues<Value>) throws {
    value = try values.current()
    following.begin { [weak self] in
      do {
        for try await value in values {
          guard let self else { return }
          if self.value != value { self.value = value }
        }
      } catch {
        self?.failure = error
      }
    }
  }
}

/// A task that ends with its owner.
private final class Following: Sendable {
  private let task = Mutex<Task<Void, Never>?>(nil)

  func begin(_ body: @escaping @MainActor @Sendable () async -> Void) {
    task.withLock { $0 = Task { await body() } }
  }

  deinit { task.withLock { $0?.cancel() } }
}
