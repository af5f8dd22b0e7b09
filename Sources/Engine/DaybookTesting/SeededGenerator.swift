public import Daybook

/// Random numbers that a seed repeats on every machine.
///
/// Source: SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators",
/// 2014).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Starts the sequence of `seed`.
  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// An identifier of random bytes.
  public mutating func uuid() -> UUID {
    var bytes = (next(), next())
    // Safety: a UUID is sixteen plain bytes.
    return withUnsafeBytes(of: &bytes) { $0.loadUnaligned(as: UUID.self) }
  }
}
