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
}
