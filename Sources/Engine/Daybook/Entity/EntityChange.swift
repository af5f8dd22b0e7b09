/// What one transaction did to one entity.
public struct EntityChange<State: Entity>: Sendable {
  /// The entity.
  public let id: ID<State>
  /// Before; nil when it did not exist.
  public let old: Stamped<State>?
  /// After; nil when it does not exist.
  public let new: Stamped<State>?

  /// Makes a change from its parts.
  @inlinable
  public init(id: ID<State>, old: Stamped<State>?, new: Stamped<State>?) {
    self.id = id
    self.old = old
    self.new = new
  }
}
