import Daybook
import Testing

struct HybridTimeTests {
  @Test func `it never runs backwards when the wall clock does`() {
    let first = HybridTime.distantPast.next(wall: 1_000)
    let second = first.next(wall: 500)
    #expect(second > first)
    #expect(second.milliseconds == 1_000)
    #expect(second.next(wall: 1_001).milliseconds == 1_001)
  }

  @Test func `a used-up counter moves on to the next millisecond`() {
    let full = HybridTime(rawValue: 5 << 16 | 0xFFFF)
    #expect(full.next(wall: 5).milliseconds == 6)
  }

  @Test func `stamps of two replicas never tie`() {
    let a = ReplicaID(UUID(uuidString: "00000000-0000-0000-0000-000000000001")!)
    let b = ReplicaID(UUID(uuidString: "00000000-0000-0000-0000-000000000002")!)
    let time = HybridTime(milliseconds: 7)
    let left = Stamp(time: time, dot: Dot(replica: a, sequence: 9), index: 4)
    let right = Stamp(time: time, dot: Dot(replica: b, sequence: 1), index: 0)
    #expect(left < right)
    #expect(left < Stamp(time: time, dot: Dot(replica: a, sequence: 9), index: 5))
  }
}
