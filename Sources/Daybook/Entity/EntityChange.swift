/// An entity at one moment: its state and where its history begins and ends.
///
/// Copying a version does not copy the state.
public struct Version<State: Entity>: Equatable, Sendable {
  @usableFromInline let box: StateBox<State>
  /// The time of its first event in canonical order.
  public let created: HybridTime
  /// The time of its last event in canonical order.
  public let modified: HybridTime

  /// Makes a version of its parts.
  @inlinable
  public init(state: State, created: HybridTime, modified: HybridTime) {
    self.init(box: StateBox(state), created: created, modified: modified)
  }

  @inlinable
  init(box: StateBox<State>, created: HybridTime, modified: HybridTime) {
    self.box = box
    self.created = created
    self.modified = modified
  }

  /// The folded state.
  @inlinable
  public var state: State {
    _read { yield box.pointer.pointee }
  }

  @inlinable
  public static func == (one: Version, other: Version) -> Bool {
    one.created == other.created && one.modified == other.modified
      && (one.box === other.box || one.state == other.state)
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
