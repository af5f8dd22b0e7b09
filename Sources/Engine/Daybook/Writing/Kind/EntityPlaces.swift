/// Finds the place of an entity among those that a transaction touches.
///
/// Its hash takes two multiplications; a dictionary's costs five times as much.
struct EntityPlaces {
  private var table = PlaceTable()
  /// Differs in each process, so that nobody can choose identifiers that collide.
  private let seed = UInt64.random(in: 0 ... .max)

  var isEmpty: Bool { table.isEmpty }
  var count: Int { table.count }

  /// The place of an entity; nil when it is not among them.
  func find(_ id: PackedUUID, _ entries: borrowing UnsharedArray<TouchedRecords.Entry>) -> Int? {
    table.find(hash(id)) { entries[$0].key.packed == id }
  }

  /// Adds the entries that are not yet among them.
  mutating func add(_ entries: borrowing UnsharedArray<TouchedRecords.Entry>) {
    let seed = seed
    table.add(upTo: entries.count) { Self.hash(entries[$0].key.packed, seed) }
  }

  /// Forgets all; the memory stays.
  mutating func removeAll() { table.removeAll(keepingCapacity: true) }

  private func hash(_ id: PackedUUID) -> UInt64 { Self.hash(id, seed) }

  private static func hash(_ id: PackedUUID, _ seed: UInt64) -> UInt64 {
    let product = (id.first ^ seed).multipliedFullWidth(by: id.second ^ 0x9E37_79B9_7F4A_7C15)
    return ((product.high ^ product.low) &* 0xA076_1D64_78BD_642F) >> 32
  }
}
