internal import CLMDB

/// CRC-32C (Castagnoli, RFC 3720): the checksum of every record.
///
/// Uses the processor's instruction where there is one (SSE4.2, ARMv8 CRC): about 0.6
/// instructions a byte. Equal on every machine.
public enum Checksum {
  private static let hasInstruction = daybook_crc32c_has_instruction() != 0

  /// The checksum of `number`, as eight bytes from low to high, followed by `bytes`.
  public static func crc32c(_ number: UInt64, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
    if hasInstruction, let base = bytes.baseAddress {
      // Safety: C reads `count` bytes from the start of the buffer.
      return daybook_crc32c_record(number, base.assumingMemoryBound(to: UInt8.self), bytes.count)
    }
    var first = number.littleEndian
    return withUnsafeBytes(of: &first) { head in
      ~extend(extend(.max, head), bytes)
    }
  }

  /// The checksum of `bytes`.
  public static func crc32c(_ bytes: UnsafeRawBufferPointer) -> UInt32 { ~extend(.max, bytes) }

  /// The checksum of `bytes` without the processor's help; for comparison in tests.
  package static func portable(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    guard let base = bytes.baseAddress else { return 0 }
    return ~daybook_crc32c_portable(.max, base.assumingMemoryBound(to: UInt8.self), bytes.count)
  }

  private static func extend(_ state: UInt32, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
    guard let base = bytes.baseAddress else { return state }
    // Safety: C reads `count` bytes from the start of the buffer.
    let start = base.assumingMemoryBound(to: UInt8.self)
    return hasInstruction
      ? daybook_crc32c_instruction(state, start, bytes.count)
      : daybook_crc32c_portable(state, start, bytes.count)
  }
}
