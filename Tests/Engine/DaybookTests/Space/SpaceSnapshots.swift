import Daybook

/// Chains and snapshots without cryptography.
enum SpaceSnapshots {
  /// Keeps what takes the place of chains at the newest frontier, so that it counts for a purge.
  static func keepChains(_ store: EventStore) throws {
    let missing = try store.read { try $0.openFrontier()?.missing } ?? []
    let chains = try store.chains(through: missing)
    try store.append { $0.keep(chains) }
  }

  /// A snapshot of a store's newest frontier, in pieces.
  static func make(_ store: EventStore, cutAt size: Int = 1 << 20) throws -> [[UInt8]] {
    try keepChains(store)
    var bytes: [UInt8] = []
    _ = try store.read { reader in try reader.writeSnapshot { bytes += $0 } }
    return stride(from: 0, to: bytes.count, by: size).map {
      Array(bytes[$0..<min($0 + size, bytes.count)])
    }
  }
}
