import Daybook
import DaybookTesting
import Testing

/// A message is taken in only if this store would pass the same bytes on.
struct CanonicalMessageTests {
  private let clock = TestClock()
  /// Field 19, which no version knows, with text.
  private static let unknown: [UInt8] = [0x9A, 0x01, 2, 0x68, 0x69]

  private func store() throws -> EventStore {
    try EventStore.temporary(schema: pantry, options: clock.options)
  }

  private func refusal(of bytes: [UInt8]) throws -> String? {
    let store = try store()
    let error = #expect(throws: StoreError.self) { try store.absorb(bytes) }
    #expect(try store.statistics().transactions == 0)
    return error?.code.rawValue
  }

  @Test func `a message with a field that this version does not know is refused as newer`() throws {
    var message = WrittenMessage(clock)
    message.more = Self.unknown
    #expect(try refusal(of: message.bytes) == "newerMessage")
  }

  @Test func `an event with a field that this version does not know is refused as newer`() throws {
    var message = WrittenMessage(clock)
    message.events[0].more = Self.unknown
    #expect(try refusal(of: message.bytes) == "newerMessage")
  }

  @Test func `a header is kept and passed on with fields that this version does not know`() throws {
    var message = WrittenMessage(clock)
    message.moreOfHeader = Self.unknown
    let store = try store()
    try store.absorb(message.bytes)
    #expect(try store.read { try $0.message(of: 1) } == message.bytes)
  }

  /// The same transaction in other bytes: fields twice, out of order, longer than need be.
  static let otherForms: [@Sendable ([UInt8]) -> [UInt8]] = [
    { bytes in bytes + bytes[..<18] },
    { bytes in Array(bytes[18...] + bytes[..<18]) },
    { bytes in [bytes[0], 0x90, 0x00] + Array(bytes[2...]) },
  ]

  @Test(arguments: otherForms.indices)
  func `a message in other bytes than this store would write is refused`(form: Int) throws {
    let bytes = Self.otherForms[form](WrittenMessage(clock).bytes)
    #expect(try refusal(of: bytes) == "invalidArgument")
  }

  @Test func `a name that only looks like one that is known is passed on as it came`() throws {
    let store = try store()
    var first = WrittenMessage(clock)
    first.events[0].kind = "caf\u{E9}"
    var second = WrittenMessage(clock)
    second.events[0].kind = "cafe\u{301}"
    for message in [first, second] { try store.absorb(message.bytes) }
    #expect(try store.read { try $0.message(of: 1) } == first.bytes)
    #expect(try store.read { try $0.message(of: 2) } == second.bytes)
  }
}
