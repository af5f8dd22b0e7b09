import Daybook
import DaybookTesting
import LMDB
import TemporaryFolders
import TestRun
import Testing

/// A message with anything changed in it is refused and leaves nothing, or is taken in whole.
@Suite(.tags(.slow)) struct DamagedMessageTests {
  private let clock = TestClock()

  /// A transaction with an event of every sort: folded, of an unknown type, of an unknown kind.
  private func message() -> [UInt8] {
    var message = WrittenMessage(clock)
    message.replica = UUID(uuid: (0xC, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3))
    message.author = "Ada"
    message.space = UUID(uuid: (0x5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5))
    message.events = [
      .init(), .init(name: "item.sung"), .init(name: "a.b", kind: "c", payload: []),
    ]
    return message.bytes
  }

  /// A store, and how many names and replicas it has.
  private struct Victim {
    let directory: TemporaryFolder
    let store: EventStore

    init(_ clock: TestClock) throws {
      directory = try TemporaryFolder()
      store = try EventStore.open(at: directory.path, schema: pantry, options: clock.options)
      try store.append { try $0.append(PantryEvent.eaten, to: UUID()) }
    }

    /// The rows of names and replicas, after the store was closed.
    static func rows(_ directory: TemporaryFolder) throws -> [Int] {
      let environment = try Environment(path: directory.path)
      defer { extendLifetime(environment) }
      let read = try environment.beginRead()
      return try ["names", "replicas"].map { name in
        let table = try #require(try read.table(name, IntegerOrder.self))
        return try read.statistics(table).rows
      }
    }
  }

  /// Sends all of them, each to a store that has taken in none.
  private func send(_ variants: [[UInt8]]) throws -> (refused: Int, absorbed: Int) {
    var (refused, absorbed) = (0, 0)
    var rest = variants[...]
    while !rest.isEmpty {
      var directory: TemporaryFolder?
      var isWhole = true
      do {
        let victim = try Victim(clock)
        directory = victim.directory
        while isWhole, let bytes = rest.popFirst() {
          // Not committed before the next: what a refusal leaves would be.
          do { try victim.store.absorb(bytes, durability: .bulk) } catch {
            #expect(error is StoreError, "\(error)")
            refused += 1
            continue
          }
          absorbed += 1
          isWhole = false
          #expect(try victim.store.read { try $0.transactions() }.count <= 2)
          for check in try victim.store.verify().checks {
            #expect(check.isSound, "\(check.name): \(check.detail) of \(bytes)")
          }
          #expect(try victim.store.read { try $0.message(of: 2) } == bytes)
        }
        try victim.store.append { try $0.append(PantryEvent.eaten, to: UUID()) }
      }
      // Kind, its four types and one event; the store's own replica.
      if isWhole, let directory { #expect(try Victim.rows(directory) == [5, 1]) }
    }
    return (refused, absorbed)
  }

  @Test func `a message that ends anywhere before its end is refused`() throws {
    let message = message()
    let result = try send(message.indices.map { Array(message[..<$0]) })
    #expect(result == (message.count, 0))
  }

  @Test(arguments: 0..<8)
  func `a message with any bit turned over is refused or taken in as it is`(bit: Int) throws {
    let message = message()
    let result = try send(
      message.indices.map { index in
        var bytes = message
        bytes[index] ^= 1 << UInt8(bit)
        return bytes
      })
    #expect(result.refused > 40)
    #expect(result.absorbed > 40)
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `a message with bytes put in, left out and changed is refused or taken in`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let message = message()
    let variants = (0..<200).map { _ in
      var bytes = message
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        case 1: bytes.remove(at: place)
        case 2: bytes += bytes[place...].prefix(20)
        default: bytes[place] = UInt8.random(in: 0...255, using: &random)
        }
      }
      return bytes
    }
    let result = try send(variants)
    #expect(result.refused > 100)
  }
}
