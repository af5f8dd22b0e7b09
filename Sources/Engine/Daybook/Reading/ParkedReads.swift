internal import LMDB

/// What reads of a store take in turn: LMDB's reader slots, and where their scopes are noted.
struct ParkedReads: ~Copyable {
  /// What one read needs.
  struct Place: ~Copyable {
    var parked: ParkedRead?
    let slot: ReadSlot
  }

  private var first: Place?
  private var second: Place?
  /// Slots of a third and later concurrent read, which give LMDB's reader slots back.
  private var idle: [ReadSlot] = []
  /// Every slot, in use or not: as many as there ever were reads at a time.
  private var slots: [ReadSlot] = []
  /// Told when the last read has ended; nil while reads may begin.
  private var ending: Latch<Void>?

  deinit { ReadSlot.putBack(slots) }

  /// What a read needs; nil when the store is closed.
  @inline(__always)
  mutating func take() -> Place? {
    if let place = first.take() { return place }
    if let place = second.take() { return place }
    if ending != nil { return nil }
    return Place(parked: nil, slot: idle.popLast() ?? make())
  }

  @inline(never)
  private mutating func make() -> ReadSlot {
    let slot = ReadSlot.make()
    slots.append(slot)
    return slot
  }

  @inline(__always)
  mutating func add(_ parked: consuming ParkedRead?, _ slot: ReadSlot) {
    if ending != nil {
      end(parked, slot)
    } else if first == nil {
      first = Place(parked: parked, slot: slot)
    } else if second == nil {
      second = Place(parked: parked, slot: slot)
    } else {
      idle.append(slot)
    }
  }

  /// Lets no read begin any more. What it returns is set when those that have begun have ended.
  mutating func close() -> Latch<Void> {
    if let ending { return ending }
    let latch = Latch<Void>()
    ending = latch
    if let place = first.take() { idle.append(place.slot) }
    if let place = second.take() { idle.append(place.slot) }
    if idle.count == slots.count { latch.set(()) }
    return latch
  }

  @inline(never)
  private mutating func end(_ parked: consuming ParkedRead?, _ slot: ReadSlot) {
    // Before anybody hears of it: the environment goes then.
    parked = nil
    idle.append(slot)
    if idle.count == slots.count { ending?.set(()) }
  }

  /// Whether the calling thread is within a read.
  var isMine: Bool {
    for slot in slots where slot.isMine { return true }
    return false
  }
}
