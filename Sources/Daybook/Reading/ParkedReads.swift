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
  /// Of reads beyond the second, which give their reader slots back.
  private var idle: [ReadSlot] = []
  /// Every slot, in use or not: as many as there ever were reads at a time.
  private var slots: [ReadSlot] = []

  deinit { ReadSlot.putBack(slots) }

  @inline(__always)
  mutating func take() -> Place {
    if let place = first.take() { return place }
    if let place = second.take() { return place }
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
    if first == nil {
      first = Place(parked: parked, slot: slot)
    } else if second == nil {
      second = Place(parked: parked, slot: slot)
    } else {
      idle.append(slot)
    }
  }

  /// Whether the calling thread is within a read.
  var isMine: Bool {
    for slot in slots where slot.isMine { return true }
    return false
  }
}
