public import CDaybook

/// CRC-32C (Castagnoli, RFC 3720): the checksum of every record.
///
/// Uses the processor's instruction where there is one (SSE4.2, ARMv8 CRC): about 0.4
/// instructions a byte. Equal on every machine.
public enum Checksum {
  /// The checksum of `number`, as eight bytes from low to high, followed by `bytes`.
  @inlinable
  public static func crc32c(_ number: UInt64, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
    // Safety: C reads `count` bytes from the start of the buffer, none when there is no start.
    daybook_crc32c_record(
      number, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
  }

  /// The remainder after `bytes`: where the checksum of something that begins with them goes on.
  static func remainder(_ bytes: UnsafeRawBufferPointer) -> UInt32 { ~crc32c(bytes) }

  /// The checksum of what left `remainder`, then `key`, then `row`, in one call.
  @inlinable @inline(__always)
  public static func crc32c(
    after remainder: UInt32, _ key: UnsafeRawBufferPointer, _ row: UnsafeRawBufferPointer
  ) -> UInt32 {
    // Safety: as above, for both.
    daybook_crc32c_row(
      remainder, key.baseAddress?.assumingMemoryBound(to: UInt8.self), key.count,
      row.baseAddress?.assumingMemoryBound(to: UInt8.self), row.count)
  }

  /// The checksum of `bytes`.
  public static func crc32c(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    // Safety: as above.
    ~daybook_crc32c(.max, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
  }

  /// The checksum of `bytes` without the processor's help; for comparison in tests.
  package static func portable(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    // Safety: as above.
    ~daybook_crc32c_portable(
      .max, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
  }

  /// A 64-bit hash of `bytes`, for what must not be a CRC: `h = fold(h ^ word)` over eight bytes at
  /// a time, where `fold` xors the high and the low half of the 128-bit product with 2⁶⁴ divided by
  /// the golden ratio. Equal on every machine.
  @inlinable
  public static func wide(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
    var hash = folded(seed ^ UInt64(bytes.count))
    var offset = 0
    while offset + 8 <= bytes.count {
      hash = folded(hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    return folded(hash ^ tail(bytes, bytes.count & 7))
  }

  /// The last bytes as a number, the first of them highest.
  @inlinable @inline(__always)
  static func tail(_ bytes: UnsafeRawBufferPointer, _ count: Int) -> UInt64 {
    if count == 0 { return 0 }
    if bytes.count >= 8 {
      let last = bytes.loadUnaligned(fromByteOffset: bytes.count &- 8, as: UInt64.self)
      return UInt64(bigEndian: last) & ((1 &<< UInt64(truncatingIfNeeded: count &* 8)) &- 1)
    }
    var tail: UInt64 = 0
    for byte in bytes { tail = tail << 8 | UInt64(byte) }
    return tail
  }

  @inlinable @inline(__always)
  static func folded(_ value: UInt64) -> UInt64 {
    let product = (value ^ 0xA076_1D64_78BD_642F).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }
}
