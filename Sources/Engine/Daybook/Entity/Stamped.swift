/// An entity at one moment: its state and where its history begins and ends.
///
/// Copying it does not copy the state.
public struct Stamped<State: Entity>: Equatable, Sendable {
  // One reference: more would make a change too big to be handed over in registers.
  @usableFromInline let box: StateBox<State>

  /// Makes one from its parts.
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
  public static func == (one: Stamped, other: Stamped) -> Bool {
    one.box === other.box
      || one.created == other.created && one.modified == other.modified
        && one.state == other.state
  }
}
