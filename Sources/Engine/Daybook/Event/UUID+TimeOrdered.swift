extension UUID {
  /// A new identifier for an entity, which sorts by when it was made (UUID version 7).
  ///
  /// Rows of entities made one after the other lie next to each other then, so that an append
  /// changes fewer pages than with the random identifiers of `UUID()`. Identifiers of one
  /// millisecond are in any order.
  ///
  /// Source: RFC 9562, section 5.7.
  ///
  /// - Parameter date: when the entity is made. A date before 1970 counts as 1970, one after the
  ///   year 10889 as that year's end.
  public static func timeOrdered(at date: Date = Date()) -> UUID {
    var random = SystemRandomNumberGenerator()
    let milliseconds = date.timeIntervalSince1970 * 1000
    // 48 bits reach to the year 10889.
    return timeOrdered(
      milliseconds: UInt64(max(0, min(milliseconds, 0x1p48 - 1))), using: &random)
  }

  /// An identifier that sorts by `milliseconds` since 1970, of which the low 48 bits count.
  package static func timeOrdered(
    milliseconds: UInt64, using random: inout some RandomNumberGenerator
  ) -> UUID {
    let high = milliseconds << 16 | 0x7000 | random.next() & 0xFFF
    let low = 1 << 63 | random.next() & 0x3FFF_FFFF_FFFF_FFFF
    let bytes = SIMD2(high.bigEndian, low.bigEndian)
    // Safety: a UUID is sixteen plain bytes, as these are.
    return UUID(uuid: unsafeBitCast(bytes, to: uuid_t.self))
  }
}
