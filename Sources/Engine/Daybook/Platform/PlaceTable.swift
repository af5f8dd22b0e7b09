/// Finds the place of an element in an array by a hash of it.
///
/// Open addressing with linear probing, at most half full. It knows places and nothing of the
/// elements: who calls says what an element's hash is, always the same for the same element, and
/// whether a place is the one that is looked for. Elements are added at the end of the array, or
/// all go; a single one cannot be removed.
struct PlaceTable {
  /// Places plus one, 0 for none; their number is zero or a power of two.
  private var slots: ContiguousArray<Int32> = []
  /// How many places it knows: those before this one.
  private(set) var count = 0

  /// Whether it knows no place.
  var isEmpty: Bool { count == 0 }

  /// The place whose element has this hash and is the one that is looked for; nil when none is.
  @inline(__always)
  func find(_ hash: UInt64, where isMatch: (Int) -> Bool) -> Int? {
    guard count > 0 else { return nil }
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      let place = Int(slots[slot]) - 1
      if isMatch(place) { return place }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// Makes the places before `end` known that are not yet, by the hash of what is there.
  @inline(__always)
  mutating func add(upTo end: Int, hash: (Int) -> UInt64) {
    if end * 2 > slots.count {
      slots = ContiguousArray(repeating: 0, count: max(64, Self.powerOfTwo(from: end * 2)))
      count = 0
    }
    let mask = slots.count - 1
    let first = count
    while count < end {
      var slot = Int(truncatingIfNeeded: hash(count)) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      count += 1
      slots[slot] = Int32(count)
    }
    _checkInvariants(from: first, hash: hash)
  }

  /// Forgets all places. Keeps the memory where asked to, at the cost of a pass over it.
  mutating func removeAll(keepingCapacity: Bool = false) {
    guard count > 0 else { return }
    count = 0
    if keepingCapacity {
      for slot in slots.indices { slots[slot] = 0 }
    } else {
      slots = []
    }
    _checkInvariants { _ in 0 }
  }

  /// The least power of two that is not less.
  private static func powerOfTwo(from number: Int) -> Int {
    1 << (Int.bitWidth - (number - 1).leadingZeroBitCount)
  }

  /// Checks that each place is in the table once, and is found from the slot of its hash on; and
  /// that at least half of the slots are free, so that a search ends. O(slots).
  func _checkInvariants(hash: (Int) -> UInt64) {
    #if DEBUG
    let taken = slots.indices.filter { slots[$0] != 0 }
    invariant(slots.isEmpty || slots.count & (slots.count - 1) == 0, "not a power of two")
    invariant(taken.count == count && count * 2 <= slots.count, "more than half full")
    invariant(
      Set(taken.map { slots[$0] }) == Set((0..<Int32(count)).map { $0 + 1 }),
      "a place is not among the \(count) of the table, or is there twice")
    for slot in taken { checkIsFound(Int(slots[slot]) - 1, hash: hash) }
    #endif
  }

  /// The same after places were added: of a large table only of these.
  @inline(__always)
  private func _checkInvariants(from first: Int, hash: (Int) -> UInt64) {
    #if DEBUG
    if count <= fewToCheck { return _checkInvariants(hash: hash) }
    invariant(count * 2 <= slots.count, "more than half full")
    for place in first..<count { checkIsFound(place, hash: hash) }
    #endif
  }

  private func checkIsFound(_ place: Int, hash: (Int) -> UInt64) {
    invariant(find(hash(place)) { $0 == place } == place, "place \(place) is not found")
  }
}
