internal import LMDB

/// What reads of a store take in turn: LMDB's reader slots, and where their scopes are noted.
struct ParkedReads: ~Copyable {
  /// What one read needs.
  struct Place: ~Copyable {
    var parked: ParkedRead?
    let slot: ReadSlot
  }

  private var first: ParkedRead?
  private var second: ParkedRead?
  private var idle: [ReadSlot] = []
  /// Every slot, in use or not: as many as there ever were reads at a time.
  private var slots: [ReadSlot] = []

  deinit { ReadSlot.putBack(slots) }

  mutating func take() -> Place {
    var slot = idle.popLast()
    if slot == nil {
      slot = ReadSlot.make()
      slots.append(slot!)
    }
    if let parked = first.take() { return Place(parked: parked, slot: slot!) }
    return Place(parked: second.take(), slot: slot!)
  }

  mutating func add(_ parked: consuming ParkedRead?, _ slot: ReadSlot) {
    if first == nil { first = parked } else { second = parked }
    idle.append(slot)
  }

  /// Whether the calling thread is within a read.
  var isMine: Bool {
    for slot in slots where slot.isMine { return true }
    return false
  }
}
