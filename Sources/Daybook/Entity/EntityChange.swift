/// An entity at one moment: its state and where its history begins and ends.
public struct Version<State: Entity>: Equatable, Sendable {
  /// The folded state.
  public var state: State
  /// The time of its first event in canonical order.
  public var created: HybridTime
  /// The time of its last event in canonical order.
  public var modified: HybridTime

  /// Makes a version of its parts.
  @inlinable
  public init(state: State, created: HybridTime, modified: HybridTime) {
    self.state = state
    self.created = created
    self.modified = modified
  }
}

/// What one transaction did to one entity.
public struct EntityChange<State: Entity>: Sendable {
  /// The entity.
  public let id: UUID
  /// Before; nil when it did not exist.
  public let old: Version<State>?
  /// After; nil when it does not exist.
  public let new: Version<State>?

  /// Makes a change of its parts.
  @inlinable
  public init(id: UUID, old: Version<State>?, new: Version<State>?) {
    self.id = id
    self.old = old
    self.new = new
  }
}
