import Daybook
import Nursery
import NurseryHousehold

/// A store for generated transactions, with the clock they set.
struct HouseholdStore {
  static let zone = "Europe/Amsterdam"

  let store: EventStore
  let clock = HouseholdClock()

  init(mapSize: Int? = nil, boundary: DayBoundary? = nil) throws {
    var options = StoreOptions()
    options.mapSize = mapSize
    options.now = { [clock] in clock.now }
    store = try EventStore.temporary(
      schema: .nursery(boundary: boundary ?? DayBoundary(zone: Self.zone)), options: options)
  }

  /// A store that holds the transactions.
  init(_ transactions: some Sequence<HouseholdTransaction>) async throws {
    try self.init()
    try await store.append(transactions, clock: clock)
  }

  /// A hash (FNV-1a) of everything that was written, in order: who, when, and each event's bytes.
  func logDigest() throws -> UInt64 {
    var hash = FNV1a()
    try store.read { reader in
      for transaction in try reader.transactions() {
        hash.add("\(transaction.author ?? "") \(transaction.context ?? "")".utf8)
        hash.add("\(transaction.time.rawValue) \(transaction.stampTime.rawValue)".utf8)
        hash.add("\(transaction.wallTime.timeIntervalSinceReferenceDate.bitPattern)".utf8)
        // What an undo names contains the store's random identity.
        for position in transaction.positions {
          let event = try reader.event(position)
          hash.add("\(event.type) \(event.entity)".utf8)
          if !event.kind.isEmpty { hash.add(event.payload) }
        }
      }
    }
    return hash.value
  }
}

/// Source: Fowler, Noll, Vo, the 64-bit variant 1a.
private struct FNV1a {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }
}
