internal import CDaybook

/// SHA-256 of bytes that come in pieces. Source: FIPS 180-4.
///
/// By the processor's instructions where it has them (some 1.2 instructions a byte on x86), by
/// CommonCrypto on Apple systems, otherwise by itself (some 30). It is here because the engine
/// depends on LMDB alone; swift-crypto comes only with the trait `Sync`.
package struct SHA256: Sendable {
  /// Bytes of a digest.
  package static let size = 32

  private var running = daybook_sha256()

  package init() { daybook_sha256_begin(&running) }

  /// Takes more bytes in.
  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    // Safety: C reads `count` bytes from the start of the buffer, none when there is no start.
    daybook_sha256_add(&running, bytes.baseAddress, bytes.count)
  }

  /// The digest of all bytes so far, 32 bytes.
  package var digest: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Self.size) { bytes, count in
      read(into: UnsafeMutableRawBufferPointer(bytes))
      count = Self.size
    }
  }

  /// Writes the digest of all bytes so far to the first 32 bytes of a buffer.
  package func read(into bytes: UnsafeMutableRawBufferPointer) {
    precondition(bytes.count >= Self.size)
    var running = running
    // Safety: C writes 32 bytes, for which there is room.
    daybook_sha256_read(&running, bytes.baseAddress)
  }

  /// The digest of `bytes` without the processor's help; for comparison in tests.
  package static func portable(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: size) { digest, count in
      // Safety: as above.
      daybook_sha256_portable(bytes.baseAddress, bytes.count, digest.baseAddress)
      count = size
    }
  }
}
