#if canImport(SwiftUI)
public import SwiftUI

extension EnvironmentValues {
  /// The store that `@Live` properties in this view tree read; nil until you give one.
  public var eventStore: EventStore? {
    get { self[EventStoreKey.self] }
    set { self[EventStoreKey.self] = newValue }
  }
}

private struct EventStoreKey: EnvironmentKey {
  static let defaultValue: EventStore? = nil
}

/// What a view shows of the store in its environment: the value now, and a new body when it
/// changes.
///
/// ```swift
/// struct AisleView: View {
///   @Live<[ViewRow<ToBuy.Key, Empty>]> private var items
///   init(aisle: String) { _items = Live(ToBuy.where(aisle)) }
///   var body: some View { List(items) { Text($0.key.second) } }
/// }
/// ```
/// Give the store to the root view: `.environment(\.eventStore, store)`. `$items` is the
/// ``ObservedValue``, which has the last failure. `@Live` is an ``ObservedValue`` in a `@State`,
/// and nothing else.
@MainActor
@propertyWrapper
public struct Live<Value: Equatable & Sendable>: DynamicProperty {
  @Environment(\.eventStore) private var store
  @State private var observed: ObservedValue<Value>
  private let question: @Sendable (EventStore) -> StoreValues<Value>

  /// Shows the answer; the wrapped value while there is none.
  ///
  /// Questions without an id are asked again with each body; see `EventStore.values(id:_:)`.
  public init(
    wrappedValue: Value, _ question: @escaping @Sendable (EventStore) -> StoreValues<Value>
  ) {
    _observed = State(initialValue: ObservedValue(otherwise: wrappedValue))
    self.question = question
  }

  /// Shows the rows that a query asks for.
  public init<P: Projection, Key: Equatable, Row: Equatable & Sendable, Rest>(
    _ query: ViewQuery<P, Key, Row, Rest>
  ) where Value == [ViewRow<Key, Row>] {
    self.init(wrappedValue: []) { $0.values(of: query) }
  }

  /// Shows one entity; nil while it does not exist.
  public init<E: Entity>(_ type: E.Type, _ id: UUID) where Value == E? {
    self.init(wrappedValue: nil) { $0.values(of: type, id) }
  }

  /// Shows one entity; nil while it does not exist.
  public init<E: Entity>(_ id: ID<E>) where Value == E? {
    self.init(wrappedValue: nil) { $0.values(of: id) }
  }

  /// The newest value.
  public var wrappedValue: Value { observed.value }

  /// The observed value, which has the last failure.
  public var projectedValue: ObservedValue<Value> { observed }

  // SwiftUI calls it on the main actor, before each body.
  nonisolated public func update() {
    MainActor.assumeIsolated { observed.follow(store.map(question)) }
  }
}
#endif
