import NIOCore
import Testing

@testable import HubServer

/// What begins on an HTTP/2 connection is counted before anything is made for it.
struct FrameLimitTests {
  private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

  private static func frame(_ kind: UInt8, _ length: Int) -> [UInt8] {
    let head = [UInt8(length >> 16 & 0xFF), UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF), kind]
    // Content that looks like heads of frames.
    return head + [0, 0, 0, 0, 1] + [UInt8](repeating: 1, count: length)
  }

  private static func count(_ parts: [ArraySlice<UInt8>]) -> FrameCount.Found {
    var (frames, sum) = (FrameCount(), FrameCount.Found())
    for part in parts {
      let found = frames.read(ByteBuffer(bytes: part).readableBytesView)
      sum.streams += found.streams
      sum.resets += found.resets
    }
    return sum
  }

  @Test(arguments: [1, 2, 3, 7, 9, 13, 64, 100_000])
  func `streams and resets are counted wherever the bytes are parted`(_ size: Int) {
    let frames =
      Self.frame(4, 0) + Self.frame(1, 30) + Self.frame(0, 70_000) + Self.frame(3, 4)
      + Self.frame(9, 300) + Self.frame(1, 0) + Self.frame(8, 4) + Self.frame(3, 4)
      + Self.frame(1, 5)
    let bytes = Self.preface + frames
    let parts = stride(from: 0, to: bytes.count, by: size).map {
      bytes[$0..<min($0 + size, bytes.count)]
    }
    #expect(Self.count(parts) == FrameCount.Found(streams: 3, resets: 2))
  }

  @Test func `an allowance is used up, and comes back with time`() {
    let now = NIODeadline.now()
    var allowance = Allowance(10, perSecond: 5, at: now)
    let first = allowance.use(10, at: now)
    let second = allowance.use(1, at: now)
    let third = allowance.use(5, at: now + .seconds(1))
    let fourth = allowance.use(1, at: now + .seconds(1))
    let fifth = allowance.use(11, at: now + .hours(1))
    #expect([first, second, third, fourth, fifth] == [true, false, true, false, false])
  }

  @Test func `an address whose connection was closed opens few new ones for a minute`() {
    let (gate, now) = (ConnectionGate(), NIODeadline.now())
    func admitted(_ origin: String?, at time: NIODeadline) -> Int {
      (0..<40).count { _ in gate.admits(origin, at: time) }
    }
    #expect(admitted("192.0.2.7", at: now) == 40)
    gate.note("192.0.2.7", at: now)
    #expect(admitted("192.0.2.7", at: now) == 20)
    #expect(admitted("192.0.2.7", at: now + .seconds(2)) == 10)
    // Nobody else is held up, also where no address is known.
    #expect(admitted("192.0.2.8", at: now) == 40)
    #expect(admitted(nil, at: now) == 40)
    #expect(admitted("192.0.2.7", at: now + .seconds(61)) == 40)
  }

  @Test func `long bodies under way have so much room, and short ones always`() {
    let bodies = BodiesUnderWay()
    #expect((0..<40).count { _ in bodies.begin(8 << 20) } == 32)
    #expect(bodies.begin(64 << 10) && !bodies.begin(65 << 10))
    bodies.end(8 << 20)
    #expect(bodies.begin(4 << 20))
  }
}
