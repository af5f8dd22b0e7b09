/// Collects what a projection does for each kind of entity.
public struct ChangeHandlers {
  /// What is done with the changes of one type.
  struct Subscription {
    let type: ObjectIdentifier
    let kind: String
    /// A `ChangeHandler` of the type.
    let handler: AnyObject
  }

  private(set) var subscriptions: [Subscription] = []

  init() {}

  /// Calls `update` with every change of an entity of this type, in the transaction that made it.
  ///
  /// What `update` throws puts the entity into quarantine for this projection and takes its rows
  /// out.
  @inlinable
  public mutating func on<E: Entity>(
    _ type: E.Type,
    _ update: @escaping @Sendable (EntityChange<E>, inout Rows) throws -> Void
  ) {
    add(ObjectIdentifier(type), E.kind, ChangeHandler(update))
  }

  @usableFromInline
  mutating func add(_ type: ObjectIdentifier, _ kind: String, _ handler: AnyObject) {
    subscriptions.append(Subscription(type: type, kind: kind, handler: handler))
  }
}

/// What a projection does with the changes of one type.
@usableFromInline
final class ChangeHandler<E: Entity> {
  @usableFromInline let update: @Sendable (EntityChange<E>, inout Rows) throws -> Void
  /// Where `update` looks up what the append touches; nil when it does not ask.
  @usableFromInline let touched: TouchedEntities<E>?

  @inlinable
  init(
    touched: TouchedEntities<E>? = nil,
    _ update: @escaping @Sendable (EntityChange<E>, inout Rows) throws -> Void
  ) {
    self.update = update
    self.touched = touched
  }
}
