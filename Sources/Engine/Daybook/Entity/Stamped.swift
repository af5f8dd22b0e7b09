/// An entity at one moment: its state, its identifier, and where its history begins and ends.
///
/// Each property of the state is one of this too: `item.name` is `item.state.name`. The four that
/// are declared here come first, so write `item.state.created` for a property of the state with the
/// name of one of them. Copying it does not copy the state.
@dynamicMemberLookup
public struct Stamped<State: Entity>: Identifiable, Equatable, Sendable {
  // One reference: more would make a change too big to be handed over in registers.
  @usableFromInline let box: StateBox<State>

  // With its module: to the compiler, `ID` may be the type's own by then.
  /// Makes one from its parts.
  @inlinable
  public init(id: Daybook.ID<State>, state: State, created: HybridTime, modified: HybridTime) {
    box = StateBox(state)
    box.id = PackedUUID(id.rawValue)
    box.created = created
    box.modified = modified
  }

  @inlinable
  init(_ box: StateBox<State>) { self.box = box }

  /// The entity.
  @inlinable
  public var id: Daybook.ID<State> { ID(box.id.id) }
  /// The time of its first event in canonical order.
  @inlinable
  public var created: HybridTime { box.created }
  /// The time of its last event in canonical order.
  @inlinable
  public var modified: HybridTime { box.modified }

  /// The folded state.
  @inlinable
  public var state: State {
    // Safety: the box has a state, and the address keeps it until its use ends.
    unsafeAddress { UnsafePointer(box.statePointer) }
  }

  /// A property of the state.
  @inlinable
  public subscript<Value>(dynamicMember property: KeyPath<State, Value>) -> Value {
    box.state[keyPath: property]
  }

  @inlinable
  public static func == (one: Stamped, other: Stamped) -> Bool {
    one.box === other.box
      || one.box.id == other.box.id && one.created == other.created
        && one.modified == other.modified && one.state == other.state
  }
}

extension Stamped: Hashable where State: Hashable {
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(created)
    hasher.combine(modified)
    hasher.combine(state)
  }
}

/// The parts of a `Stamped` in coded form.
private enum StampedKeys: CodingKey { case id, state, created, modified }

extension Stamped: Encodable where State: Encodable {
  /// Writes its four parts by their names.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: StampedKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(state, forKey: .state)
    try container.encode(created, forKey: .created)
    try container.encode(modified, forKey: .modified)
  }
}

extension Stamped: Decodable where State: Decodable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: StampedKeys.self)
    self.init(
      id: try container.decode(ID.self, forKey: .id),
      state: try container.decode(State.self, forKey: .state),
      created: try container.decode(HybridTime.self, forKey: .created),
      modified: try container.decode(HybridTime.self, forKey: .modified))
  }
}
