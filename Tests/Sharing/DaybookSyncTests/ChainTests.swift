import Daybook
import Foundation
import Testing

@testable import DaybookSync

/// The chain of two messages that were made by hand; its hashes are what Python's hashlib says.
struct ChainTests {
  private static let space: [UInt8] = Array(1...16)
  private static let replica: [UInt8] = Array(17...32)
  private var start: Chain {
    Chain(space: uuid(Self.space), replica: ReplicaID(uuid(Self.replica)))
  }

  @Test func `the hashes are those that the format says`() throws {
    var chain = start
    #expect(hex(chain) == "5d8fcfefa9aeeb711fb8ed1e4b7d5c8a9bafa46e8e76e68aa18adce5a10df6ab")
    try chain.add(message(header: [8, 1], events: ["first", "second"]))
    #expect(hex(chain) == "ff99f41ca259dd70817c2240f14723c72e106860fc3cc200ea153b72851564f1")
    try chain.add(message(header: [8, 2], events: ["first"]))
    #expect(hex(chain) == "eb63e3a6617f1eb8ec7d23f6c445aa332a15ce628f7eb6ce8c731c3472bb4e63")
    #expect(chain.sequence == 2)
  }

  @Test func `an event cannot pass for a part of the header`() throws {
    // SHA-256 of "second".
    let second: [UInt8] = [
      0x16, 0x36, 0x7A, 0xAC, 0xB6, 0x7A, 0x4A, 0x01, 0x7C, 0x8D, 0xA8, 0xAB, 0x95, 0x68, 0x2C,
      0xCB,
      0x39, 0x08, 0x63, 0x78, 0x0F, 0x71, 0x14, 0xDD, 0xA0, 0xA0, 0xE0, 0xC5, 0x56, 0x44, 0xC7,
      0xC4,
    ]
    var (whole, apart) = (start, start)
    try whole.add(message(header: [1, 2, 3], events: ["first", "second"]))
    try apart.add(message(header: second + [1, 2, 3], events: ["first"]))
    #expect(apart.hash != whole.hash)
  }

  @Test(arguments: [[], [0xFF], [0x12, 0x05, 1], [0x1A, 0x00]] as [[UInt8]])
  func `what is no message has no chain`(_ bytes: [UInt8]) {
    var chain = start
    let before = chain.hash
    let error = #expect(throws: SyncError.self) { try chain.add(bytes) }
    #expect(error?.code == .malformed)
    #expect(chain.hash == before && chain.sequence == 0)
  }

  @Test func `a chain that was made before is what would be made again`() throws {
    let messages = (1...4).map { message(header: [8, UInt8($0)], events: ["first"]) }
    var second = start
    try second.add(messages[0])
    // Of the last three, as a file has them.
    let made = try chains(of: messages[1...], from: second)
    for first in [start, second] {
      var (chain, again) = (first, first)
      for message in messages[Int(first.sequence)...] {
        try chain.add(message)
        try again.add(message, made: made)
        #expect(again == chain)
      }
    }
  }

  /// By somebody who wrote on from other transactions, or says nothing of those before.
  @Test(arguments: [[UInt8](repeating: 7, count: 32), [], [UInt8](repeating: 0, count: 64)])
  func `a chain that begins elsewhere is not taken over`(begin: [UInt8]) throws {
    let messages = (1...3).map { message(header: [8, UInt8($0)], events: ["first"]) }
    var chain = start
    try chain.add(messages[0])
    let dot = Dot(replica: ReplicaID(uuid(Self.replica)), sequence: 1)
    // The second half of what is twice as long as a chain would pass for the one that follows.
    let told = begin.count == 64 ? chain.hash + [UInt8](repeating: 9, count: 32) : begin
    let made = try chains(
      of: messages[1...], from: Chain(through: dot, hash: told, space: uuid(Self.space)))
    var again = chain
    for message in messages[1...] {
      try chain.add(message)
      try again.add(message, made: made)
      #expect(again == chain)
    }
  }

  private func chains(
    of messages: ArraySlice<[UInt8]>, from chain: Chain
  ) throws -> PageChains.Run? {
    var chains = PageChains()
    let replica = ReplicaID(uuid(Self.replica))
    chains.begin(replica, from: chain)
    for message in messages { try chains.add(message, of: replica) }
    return chains[replica]
  }

  private func message(header: some Collection<UInt8>, events: [String]) -> [UInt8] {
    field(1, Self.replica) + field(2, header)
      + events.flatMap { field(3, $0.utf8) } + field(4, Self.space)
  }

  private func field(_ number: UInt8, _ content: some Collection<UInt8>) -> [UInt8] {
    [number << 3 | 2, UInt8(content.count)] + content
  }

  private func uuid(_ bytes: [UInt8]) -> UUID {
    bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  private func hex(_ chain: Chain) -> String {
    chain.hash.map { String(format: "%02x", $0) }.joined()
  }
}
