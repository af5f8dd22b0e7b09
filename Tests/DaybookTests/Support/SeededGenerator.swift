import Daybook
import Synchronization

/// Random numbers that a seed repeats (SplitMix64, Steele, Lea and Flood 2014).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func uuid() -> UUID {
    var bytes: UUIDBytes = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &bytes) { buffer in
      for index in buffer.indices { buffer[index] = UInt8(truncatingIfNeeded: next()) }
    }
    return UUID(uuid: bytes)
  }
}

private typealias UUIDBytes = (
  UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8,
  UInt8, UInt8
)

/// A wall clock that moves when told to.
final class TestClock: Sendable {
  private let time = Mutex(Date(timeIntervalSinceReferenceDate: 784_152_300))

  var now: Date { time.withLock { $0 } }

  func advance(by seconds: Double) { time.withLock { $0 += seconds } }
}
