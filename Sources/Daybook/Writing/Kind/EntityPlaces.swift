/// Finds the place of an entity among those that a transaction touches.
///
/// Open addressing with a hash of two multiplications; a dictionary's hash costs five times as
/// much.
struct EntityPlaces {
  /// Places plus one, 0 for none; the count is a power of two.
  private var slots: ContiguousArray<Int32> = []
  private var count = 0
  /// Differs in each process, so that nobody can choose identifiers that collide.
  private let seed = UInt64.random(in: 0 ... .max)

  var isEmpty: Bool { count == 0 }

  /// The place of an entity; nil when it is not among them.
  func find(_ id: PackedUUID, _ entries: borrowing UnsharedArray<EntityKind.Entry>) -> Int? {
    guard count > 0 else { return nil }
    let mask = slots.count - 1
    var slot = hash(id) & mask
    while slots[slot] != 0 {
      let place = Int(slots[slot]) - 1
      if entries[place].key.packed == id { return place }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// Adds the entries that are not yet among them.
  mutating func add(_ entries: borrowing UnsharedArray<EntityKind.Entry>) {
    if entries.count * 2 > slots.count {
      slots = ContiguousArray(
        repeating: 0, count: max(64, slots.count * 2, entries.count * 2).ceiling)
      count = 0
    }
    while count < entries.count {
      var slot = hash(entries[count].key.packed) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      count += 1
      slots[slot] = Int32(count)
    }
  }

  /// Forgets all; the memory stays.
  mutating func removeAll() {
    guard count > 0 else { return }
    count = 0
    for slot in slots.indices { slots[slot] = 0 }
  }

  private func hash(_ id: PackedUUID) -> Int {
    let product = (id.first ^ seed).multipliedFullWidth(by: id.second ^ 0x9E37_79B9_7F4A_7C15)
    let mixed = (product.high ^ product.low) &* 0xA076_1D64_78BD_642F
    return Int(truncatingIfNeeded: mixed >> 32)
  }
}

extension Int {
  /// The least power of two that is not less.
  fileprivate var ceiling: Int { 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount) }
}
