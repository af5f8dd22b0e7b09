extension UnsafeRawBufferPointer {
  /// The integer at `offset`, low byte first.
  ///
  /// Safety: the caller has checked that the buffer is long enough.
  @inline(__always)
  func load<T: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, as type: T.Type = T.self) -> T {
    T(littleEndian: loadUnaligned(fromByteOffset: offset, as: T.self))
  }

  /// The identifier at `offset`.
  ///
  /// Safety: as for integers; a UUID is sixteen plain bytes.
  @inline(__always)
  func loadUUID(_ offset: Int) -> UUID { loadUnaligned(fromByteOffset: offset, as: UUID.self) }

  /// Whether every byte is below 128.
  @inline(__always)
  var isASCII: Bool {
    var bits: UInt64 = 0
    var offset = 0
    while offset + 8 <= count {
      bits |= loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      offset += 8
    }
    // The rest in one piece that overlaps what was seen, where there are bytes enough.
    if count >= 8 {
      bits |= loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
    } else if count >= 4 {
      bits |= UInt64(loadUnaligned(fromByteOffset: 0, as: UInt32.self))
      bits |= UInt64(loadUnaligned(fromByteOffset: count - 4, as: UInt32.self))
    } else {
      for byte in self { bits |= UInt64(byte) }
    }
    return bits & 0x8080_8080_8080_8080 == 0
  }

  /// The bytes as an array: one allocation, one call to copy them.
  @inline(__always)
  func copy() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
      // Safety: there is room for all of them.
      UnsafeMutableRawBufferPointer(bytes).copyMemory(from: self)
      filled = count
    }
  }

  /// The bytes from `offset` on.
  @inline(__always)
  func from(_ offset: Int) -> BorrowedBytes {
    precondition(offset <= count)
    // Safety: the rest of the same bytes.
    return UnsafeRawBufferPointer(start: baseAddress.map { $0 + offset }, count: count - offset)
  }
}

extension UnsafeMutableRawPointer {
  /// Stores an integer, low byte first.
  @inline(__always)
  func store<T: FixedWidthInteger & BitwiseCopyable>(_ value: T, _ offset: Int) {
    storeBytes(of: value.littleEndian, toByteOffset: offset, as: T.self)
  }
}
