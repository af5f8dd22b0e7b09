/// An entity at one moment: its state and where its history begins and ends.
///
/// Copying a version does not copy the state.
public struct Version<State: Entity>: Equatable, Sendable {
  // One reference: more would make a change too big to be handed over in registers.
  @usableFromInline let box: StateBox<State>

  /// Makes a version of its parts.
  @inlinable
  public init(state: State, created: HybridTime, modified: HybridTime) {
    box = StateBox(state)
    box.created = created
    box.modified = modified
  }

  @inlinable
  init(_ box: StateBox<State>) { self.box = box }

  /// The time of its first event in canonical order.
  @inlinable
  public var created: HybridTime { box.created }
  /// The time of its last event in canonical order.
  @inlinable
  public var modified: HybridTime { box.modified }

  /// The folded state.
  @inlinable
  public var state: State {
    _read { yield box.pointer.pointee }
  }

  @inlinable
  public static func == (one: Version, other: Version) -> Bool {
    one.box === other.box
      || one.created == other.created && one.modified == other.modified
        && one.state == other.state
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
