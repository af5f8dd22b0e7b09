internal import Daybook

/// A hash of rows in their order, for finding accidents.
///
/// Source: FNV-1a, by eight bytes at a time, with each part's length.
struct RowHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ row: UntypedRow) {
    add(row.key)
    add(row.row)
  }

  private mutating func add(_ bytes: [UInt8]) {
    mix(UInt64(bytes.count))
    bytes.withUnsafeBytes { bytes in
      var place = 0
      while place + 8 <= bytes.count {
        // Safety: there are eight bytes at the place.
        mix(bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
        place += 8
      }
      while place < bytes.count {
        mix(UInt64(bytes[place]))
        place += 1
      }
    }
  }

  private mutating func mix(_ word: UInt64) {
    value = (value ^ word) &* 0x0000_0100_0000_01B3
    value ^= value >> 32
  }
}
