/// A state in memory of its own, whose it is, and when it was first and last written: versions
/// share it where copying it would cost more than the rest.
///
/// Nobody changes a box that a version holds.
@usableFromInline
final class StateBox<State: Entity>: @unchecked Sendable {
  /// What is known of the state.
  @usableFromInline struct Marks {
    /// Whether there is a state at `pointer`.
    @usableFromInline var hasState = false
    @usableFromInline var created = HybridTime.distantPast
    @usableFromInline var modified = HybridTime.distantPast
    /// The entity.
    @usableFromInline var id = PackedUUID(first: 0, second: 0)

    @inlinable init() {}
  }

  // Safety: memory for an optional state, of which a state takes the beginning; freed by `deinit`.
  // Set up by whoever fills it, as `hasState` says. What it holds is read through the addressors
  // below: after a plain read of the pointer, optimized code may free a box before it reads what is
  // behind it.
  @usableFromInline let slotPointer: UnsafeMutablePointer<State?>
  // Safety: behind the slot, in the same memory; set up by `init`.
  @usableFromInline let marksPointer: UnsafeMutablePointer<Marks>

  /// A box without a state.
  @inlinable
  init() {
    let alignment = max(MemoryLayout<State?>.alignment, MemoryLayout<Marks>.alignment)
    let place = (MemoryLayout<State?>.size + 7) & ~7
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: place + MemoryLayout<Marks>.size, alignment: alignment)
    slotPointer = memory.bindMemory(to: State?.self, capacity: 1)
    marksPointer = (memory + place).bindMemory(to: Marks.self, capacity: 1)
    marksPointer.initialize(to: Marks())
  }

  @inlinable var marks: Marks {
    @inline(__always)
    unsafeAddress { UnsafePointer(marksPointer) }
    @inline(__always)
    unsafeMutableAddress { marksPointer }
  }

  /// The state, or memory for one.
  @inlinable var slot: State? {
    @inline(__always)
    unsafeAddress { UnsafePointer(slotPointer) }
    @inline(__always)
    unsafeMutableAddress { slotPointer }
  }

  /// The state; only where there is one.
  @inlinable var state: State {
    @inline(__always)
    unsafeAddress { UnsafePointer(statePointer) }
    @inline(__always)
    unsafeMutableAddress { statePointer }
  }

  @inlinable
  var statePointer: UnsafeMutablePointer<State> {
    UnsafeMutableRawPointer(slotPointer).assumingMemoryBound(to: State.self)
  }

  @inlinable var hasState: Bool {
    get { marks.hasState }
    set { marks.hasState = newValue }
  }
  @inlinable var created: HybridTime {
    get { marks.created }
    set { marks.created = newValue }
  }
  @inlinable var modified: HybridTime {
    get { marks.modified }
    set { marks.modified = newValue }
  }

  @inlinable var id: PackedUUID {
    get { marks.id }
    set { marks.id = newValue }
  }

  /// A box with the state.
  @inlinable
  convenience init(_ state: consuming State) {
    self.init()
    fill(state)
  }

  /// Takes in a state; only where there is none.
  @inlinable
  func fill(_ state: consuming State) {
    statePointer.initialize(to: state)
    hasState = true
  }

  /// Lets go of the state.
  @inlinable
  func clear() {
    if hasState { statePointer.deinitialize(count: 1) }
    hasState = false
  }

  /// Folds an event onto `old`, or nothing, and keeps what comes of it; only where there is no
  /// state.
  @inlinable
  func fold(onto old: StateBox?, _ event: State.Event, _ context: EventContext) throws {
    // In its place: a state may be big, and moving it about costs more than most folds.
    slotPointer.initialize(to: old?.state)
    defer { if case .some = slot { hasState = true } }
    try State._fold(&slot, event, context)
  }

  /// Writes the state.
  @inlinable
  func encode(into writer: inout PayloadWriter) {
    // Used where it is, it would be copied: for all that is known, the writer could change it.
    let state = statePointer.move()
    state.encode(into: &writer)
    statePointer.initialize(to: state)
  }

  @inlinable
  deinit {
    clear()
    UnsafeMutableRawPointer(slotPointer).deallocate()
  }
}

/// Boxes to be used again, so that a state costs no allocation.
@usableFromInline
struct StateBoxes<State: Entity>: ~Copyable {
  @usableFromInline var spare = UnsharedArray<StateBox<State>>()

  @inlinable init() {}

  /// A box without a state.
  @inlinable
  mutating func empty() -> StateBox<State> { spare.popLast() ?? StateBox() }

  /// A box with the state.
  @inlinable
  mutating func box(_ state: consuming State) -> StateBox<State> {
    let box = empty()
    box.fill(state)
    return box
  }

  /// Takes a box back that nobody else holds.
  @inlinable
  mutating func putBack(_ box: StateBox<State>) {
    box.clear()
    spare.append(box)
  }

  /// Takes a box back unless somebody else holds it.
  @inlinable
  mutating func recycle(_ box: inout StateBox<State>?) {
    if spare.count < 4096, isKnownUniquelyReferenced(&box), let free = box.take() {
      putBack(free)
    }
    box = nil
  }

  /// Takes all boxes back that nobody else holds.
  @inlinable
  mutating func recycle(_ boxes: inout UnsharedArray<StateBox<State>?>) {
    while case .some(var box) = boxes.popLast() { recycle(&box) }
    boxes.removeAll()
  }
}
