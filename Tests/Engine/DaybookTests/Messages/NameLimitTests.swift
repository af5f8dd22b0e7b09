import DaybookTesting
import Foundation
import TestRun
import Testing

@testable import Daybook

/// How many names a store has at most, and a replica brings.
@Suite(.tags(.slow)) struct NameLimitTests {
  private let clock = TestClock()

  private func store() throws -> EventStore {
    try EventStore.temporary(schema: pantry, options: clock.options)
  }

  private func refusal(_ body: () throws -> Void) -> StoreError? {
    let error = #expect(throws: StoreError.self, performing: body)
    #expect(error?.code == .tooLarge)
    return error
  }

  /// A message of a replica whose events have types that nobody else uses.
  private func namedMessage(
    _ replica: UUID, _ sequence: UInt64, _ names: Range<Int>
  ) -> WrittenMessage {
    var message = WrittenMessage(clock)
    message.replica = replica
    message.sequence = sequence
    message.space = space
    message.events = names.map { number in
      var event = WrittenMessage.Event()
      event.name = "name.\(number)"
      return event
    }
    return message
  }

  private let space = UUID()

  private func names(_ store: EventStore) throws -> UInt64 {
    try store.read { try LogCounters($0.log.transaction, $0.log.tables).names }
  }

  @Test func `a store has at most 100,000 names, whoever brings them`() throws {
    let store = try store()
    let before = try Int(names(store))
    let own = (0..<10).map { _ in UUID() }
    // Ten bring all that they may, and the last one all that is left.
    for (index, replica) in own.enumerated() {
      let last = index == 9 ? 10_000 - before : 10_000
      for (number, start) in stride(from: 0, to: last, by: 2_500).enumerated() {
        let range = index * 10_000 + start..<index * 10_000 + min(start + 2_500, last)
        try store.absorb(
          namedMessage(replica, UInt64(number + 1), range).bytes, durability: .relaxed)
      }
    }
    #expect(try names(store) == 100_000)
    let another = namedMessage(UUID(), 1, 200_000..<200_001)
    let error = refusal { try store.absorb(another.bytes) }
    #expect(error?.message.contains("100000") == true, "\(error?.message ?? "")")
    _ = refusal {
      try store.append(author: "somebody new") { try $0.append(PantryEvent.eaten, to: UUID()) }
    }
    // Names that are there already bring nothing.
    try store.absorb(namedMessage(UUID(), 1, 0..<1).bytes)
    #expect(try names(store) == 100_000)
  }

  @Test func `a replica brings at most 10,000 names, and another one may go on`() throws {
    let store = try store()
    let (many, other) = (UUID(), UUID())
    let before = try names(store)
    for (index, start) in stride(from: 0, to: 10_000, by: 2_500).enumerated() {
      let message = namedMessage(many, UInt64(index + 1), start..<start + 2_500)
      try store.absorb(message.bytes)
    }
    #expect(try names(store) == before + 10_000)
    let error = refusal {
      try store.absorb(namedMessage(many, 5, 10_000..<10_001).bytes)
    }
    #expect(error?.message.contains("\(many.uuidString):5") == true, "\(error?.message ?? "")")
    #expect(error?.message.contains("10000") == true)
    // Names that are there already bring nothing.
    try store.absorb(namedMessage(many, 5, 0..<100).bytes)
    try store.absorb(namedMessage(other, 1, 10_000..<10_001).bytes)
    #expect(try names(store) == before + 10_001)
    #expect(try store.verify().ok)
  }

  @Test func `an app brings at most 10,000 names, by events and by contexts`() throws {
    let store = try store()
    let (id, before) = (UUID(), Int(try names(store)))
    for number in before..<9_998 {
      try store.append(context: "context \(number)", durability: .bulk) {
        try $0.append(PantryEvent.eaten, to: id)
      }
    }
    try store.append(author: "Ada", context: "last") { try $0.append(PantryEvent.eaten, to: id) }
    #expect(try names(store) == 10_000)
    let count = try store.statistics().transactions
    let error = refusal {
      try store.append(context: "one more") { try $0.append(PantryEvent.eaten, to: id) }
    }
    #expect(error?.message.contains("10001") == true)
    try store.append(author: "Ada", context: "last") { try $0.append(PantryEvent.eaten, to: id) }
    #expect(try store.statistics().transactions == count + 1)
    #expect(try names(store) == 10_000)
    #expect(try store.verify().ok)
  }
}
