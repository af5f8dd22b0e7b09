import DaybookTesting
import Foundation
import TemporaryFolders
import Testing

@testable import Daybook

/// What belongs together, and who may send to whom.
struct SpaceTests {
  private let clock = TestClock()
  private let kitchen = UUID()

  private func store(_ space: UUID? = nil) throws -> EventStore {
    var options = StoreOptions()
    options.now = { [clock] in clock.now }
    options.space = space
    return try EventStore.temporary(schema: pantry, options: options)
  }

  private func message(_ store: EventStore) throws -> [UInt8] {
    try store.append { try $0.append(PantryEvent.eaten, to: UUID()) }
    return try #require(try store.read { try $0.message(of: $0.token().number) })
  }

  @Test func `a message says which space it is of`() throws {
    let store = try store(kitchen)
    #expect(store.space == kitchen)
    let message = try message(store)
    #expect(try TransactionMessage(message).space == kitchen)
    let end = withUnsafeBytes(of: kitchen.uuid) { [0x22, 16] + [UInt8]($0) }
    #expect(message.suffix(18) == end[...])
  }

  @Test func `stores of one space take in each other's messages, of another they do not`() throws {
    let (first, second, stranger) = (try store(kitchen), try store(kitchen), try store())
    try second.absorb(try message(first))
    let message = try message(stranger)
    let error = expectError(.foreignSpace) { try second.absorb(message) }
    #expect(error?.message.contains("\(kitchen)") == true)
    #expect(try second.statistics().transactions == 1)
  }

  @Test func `a store that is bound to no space passes each message on with its own`() throws {
    let (first, second, relay) = (try store(), try store(), try store())
    let messages = [try message(first), try message(second)]
    for message in messages { try relay.absorb(message) }
    #expect(try relay.read { reader in try (1...2).map { try reader.message(of: $0) } } == messages)
    #expect(first.space != second.space)
  }

  @Test func `a retraction that comes before its target does not say the target's space`() throws {
    let (first, second, third) = (try store(), try store(), try store())
    let target = try message(first)
    try second.absorb(target)
    try second.append { try $0.retract(transaction: 1) }
    try third.absorb(try #require(try second.read { try $0.message(of: 2) }))
    try third.absorb(target)
    #expect(try third.read { try $0.message(of: 2) } == target)
    #expect(try third.verify().ok)
  }

  @Test func `a replica cannot go over to another space`() throws {
    let store = try store()
    var message = WrittenMessage(clock)
    message.space = kitchen
    try store.absorb(message.bytes)
    message.sequence = 2
    message.space = UUID()
    expectError(.foreignSpace) { try store.absorb(message.bytes) }
    message.space = kitchen
    try store.absorb(message.bytes)
  }

  @Test func `a store stays bound to the space that it was made for`() throws {
    let directory = try TemporaryFolder()
    var options = StoreOptions()
    options.space = kitchen
    do { _ = try EventStore.open(at: directory.path, schema: pantry, options: options) }
    do {
      let store = try EventStore.open(at: directory.path, schema: pantry)
      #expect(store.space == kitchen)
      let message = WrittenMessage(clock).bytes
      expectError(.foreignSpace) { try store.absorb(message) }
    }
    options.space = UUID()
    expectError(.foreignSpace) {
      try EventStore.open(at: directory.path, schema: pantry, options: options)
    }
  }

  @Test func `a store that goes on as another replica writes under that one's dots`() throws {
    let directory = try TemporaryFolder()
    let other = try store()
    do {
      let store = try EventStore.open(at: directory.path, schema: pantry, options: clock.options)
      try other.absorb(try message(store))
      try other.absorb(try message(store))
      try store.mintReplica()
      try other.absorb(try message(store))
      #expect(try store.verify().ok)
    }
    let store = try EventStore.open(at: directory.path, schema: pantry, options: clock.options)
    try other.absorb(try message(store))
    let dots = try store.read { try $0.transactions().map(\.dot) }
    #expect(dots.map(\.sequence) == [1, 2, 1, 2])
    #expect(Set(dots.map(\.replica)).count == 2)
    #expect(try store.read { try $0.transactions() }.allSatisfy { !$0.isRemote })
    #expect(try other.digests() == store.digests())
    #expect(try store.verify().ok)
  }
}
