internal import NIOCore

/// Counts what begins in the bytes of an HTTP/2 connection: streams, and resets of streams.
///
/// Source: RFC 9113, sections 3.4 and 4.1. A frame is nine bytes, of which three are the length of
/// what follows and one is the kind.
struct FrameCount {
  /// How many streams began, and how many were reset.
  struct Found: Hashable {
    var streams = 0
    var resets = 0
  }

  private static let (preface, headers, reset) = (24, UInt32(0x1), UInt32(0x3))
  /// The bytes of a frame's head after length and kind.
  private static let restOfHead = 5

  /// How many bytes are passed over: what every connection begins with, then a frame's rest.
  private var left = Self.preface
  /// The first bytes of a frame, and how many there are.
  private var (start, count) = (UInt32(0), 0)

  mutating func read(_ bytes: ByteBufferView) -> Found {
    var (found, rest) = (Found(), bytes)
    while !rest.isEmpty {
      if left > 0 {
        let passed = min(left, rest.count)
        rest = rest.dropFirst(passed)
        left -= passed
        continue
      }
      guard let byte = rest.popFirst() else { break }
      (start, count) = (start << 8 | UInt32(byte), count + 1)
      guard count == 4 else { continue }
      switch start & 0xFF {
      case Self.headers: found.streams += 1
      case Self.reset: found.resets += 1
      default: break
      }
      left = Self.restOfHead + Int(start >> 8)
      (start, count) = (0, 0)
    }
    return found
  }
}
