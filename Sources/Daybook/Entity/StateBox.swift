/// A state in memory of its own, and when it was first and last written: versions share it where
/// copying it would cost more than the rest.
///
/// Nobody changes a box that a version holds.
@usableFromInline
final class StateBox<State: Entity>: @unchecked Sendable {
  // Safety: allocated and filled by `init`, freed by `deinit`.
  @usableFromInline let pointer: UnsafeMutablePointer<State>
  @exclusivity(unchecked)
  @usableFromInline var created = HybridTime.distantPast
  @exclusivity(unchecked)
  @usableFromInline var modified = HybridTime.distantPast

  @inlinable
  init(_ state: consuming State) {
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: state)
  }

  /// Writes the state.
  @inlinable
  func encode(into writer: inout PayloadWriter) {
    // Used where it is, it would be copied: for all that is known, the writer could change it.
    let state = pointer.move()
    state.encode(into: &writer)
    pointer.initialize(to: state)
  }

  @inlinable
  deinit {
    pointer.deinitialize(count: 1)
    pointer.deallocate()
  }
}

/// Boxes to be used again, so that a state costs no allocation.
@usableFromInline
struct StateBoxes<State: Entity> {
  @usableFromInline var spare: ContiguousArray<StateBox<State>> = []

  @inlinable init() {}

  /// A box with the state.
  @inlinable
  mutating func box(_ state: consuming State) -> StateBox<State> {
    guard let box = spare.popLast() else { return StateBox(state) }
    box.pointer.pointee = state
    return box
  }

  /// Takes a box back unless somebody else holds it.
  @inlinable
  mutating func recycle(_ box: inout StateBox<State>?) {
    if spare.count < 4096, isKnownUniquelyReferenced(&box), let free = box.take() {
      spare.append(free)
    }
    box = nil
  }

  /// Takes all boxes back that nobody else holds.
  @inlinable
  mutating func recycle(_ boxes: inout ContiguousArray<StateBox<State>?>) {
    for index in boxes.indices { recycle(&boxes[index]) }
    boxes.removeAll(keepingCapacity: true)
  }
}
